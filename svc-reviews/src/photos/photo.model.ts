import { type Connection, Schema } from 'mongoose'

export interface PhotoDocument {
  _id: string
  /** Who uploaded it; '' of a picture that was fetched for a listing. */
  userId: string
  uploadedAt: Date
  /** When to look whether anything uses it. */
  checkAt: Date
  /** What it belongs to beside reviews. */
  owners: string[]
  /** What it belonged to: a late message to attach it changes nothing. */
  formerOwners: string[]
  /** It can no longer be used; its files may be deleted. */
  isRemoved: boolean
}

const date = { type: Date, required: true }

const schema = new Schema<PhotoDocument>(
  {
    _id: { type: String, required: true },
    // Not required, as '' would not count as a value.
    userId: { type: String, default: '' },
    uploadedAt: date,
    checkAt: date,
    owners: [String],
    formerOwners: [String],
    isRemoved: { type: Boolean, required: true },
  },
  { versionKey: false, strict: 'throw' },
)

schema.index({ checkAt: 1 })

export function photoModel(connection: Connection) {
  return connection.model('Photo', schema, 'photos')
}
