import { type Connection, Schema } from 'mongoose'
import { type LandlordContent } from '../entities'
import { outboxFields, type WithOutboxes } from '../outboxes'

export interface LandlordDocument extends LandlordContent, WithOutboxes {
  _id: string
}

const text = { type: String, required: true }
const optionalText = { type: String, default: null }

const schema = new Schema<LandlordDocument>(
  {
    _id: text,
    name: text,
    contact: optionalText,
    address: optionalText,
    photos: [String],
    profilePhoto: optionalText,
    changedAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, strict: 'throw' },
)

schema.index({ changedAt: 1 })
schema.index({ photos: 1 })
schema.index({ profilePhoto: 1 })
schema.index({ 'photoUse.change': 1 }, { sparse: true })
schema.index({ unpublishedChange: 1 }, { sparse: true })
schema.index({ 'unloggedChanges.change': 1 }, { sparse: true })

export function landlordModel(connection: Connection) {
  return connection.model('Landlord', schema, 'landlords')
}
