import { type Connection, Schema } from 'mongoose'
import { type LandlordContent } from '../entities'

export interface LandlordDocument extends LandlordContent {
  _id: string
  changedAt: Date
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
  },
  { versionKey: false, strict: 'throw' },
)

schema.index({ changedAt: 1 })

export function landlordModel(connection: Connection) {
  return connection.model('Landlord', schema, 'landlords')
}
