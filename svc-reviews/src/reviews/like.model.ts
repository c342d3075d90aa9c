import { type Connection, Schema } from 'mongoose'

interface LikeDocument {
  reviewId: string
  userId: string
  date: Date
}

const schema = new Schema<LikeDocument>(
  {
    reviewId: { type: String, required: true },
    userId: { type: String, required: true },
    date: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
)

// Whoever likes twice likes once.
schema.index({ reviewId: 1, userId: 1 }, { unique: true })
schema.index({ userId: 1 })

export function likeModel(connection: Connection) {
  return connection.model('Like', schema, 'likes')
}
