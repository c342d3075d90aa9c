import { type Connection, Schema } from 'mongoose'
import { type SavedItem } from './saved-item'

export interface SavedItemDocument extends SavedItem {
  _id: string
  savedAt: Date
}

const text = { type: String, required: true }

const schema = new Schema<SavedItemDocument>(
  {
    _id: text,
    userId: text,
    kind: { ...text, enum: ['apartment', 'landlord'] },
    itemId: text,
    savedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
)
schema.index({ userId: 1, kind: 1, itemId: 1 }, { unique: true })

export function savedItemModel(connection: Connection) {
  return connection.model('SavedItem', schema, 'saved_items')
}
