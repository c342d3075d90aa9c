import { type Connection, Schema } from 'mongoose'
import { type LandlordContent } from '../entities'
import { unloggedChanges, type WithUnloggedChanges } from '../unlogged-changes'
import { photoOutbox } from '../photo-outbox'
import { type PhotoUse } from '../photo-use'
import { type WithUnpublishedChange } from '../subject-outbox'

export interface LandlordDocument extends LandlordContent, WithUnpublishedChange, WithUnloggedChanges {
  _id: string
  changedAt: Date
  photoUse: PhotoUse[]
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
    photoUse: photoOutbox,
    unpublishedChange: String,
    unloggedChanges,
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
