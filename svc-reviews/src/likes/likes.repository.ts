import { documentSchema, inParts, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { MOST_IDS } from '../reviews/reviews.repository'

interface LikeDocument {
  reviewId: string
  userId: string
  date: Date
}

const schema = documentSchema<LikeDocument>({
  reviewId: required.text,
  userId: required.text,
  date: required.date,
})

// One like per user and review.
schema.index({ reviewId: 1, userId: 1 }, { unique: true })
schema.index({ userId: 1 })

/**
 * Likes of users: one document for each user and review. The number of likes is always counted from these documents, so no
 * crash between two writes can make it wrong.
 */
export function createLikesRepository(connection: Connection) {
  const model = connection.model('Like', schema, 'likes')

  return {
    /** For aggregations over reviews. */
    collection: model.collection.name,

    /** Returns whether it was added; after a retry, whether it exists. */
    add: (reviewId: string, userId: string): Promise<boolean> =>
      retryOnFailover((isRepeated) => {
        const adding = model.create({ reviewId, userId, date: new Date() }).then(() => true)
        return onDuplicateKey(adding, () => isRepeated)
      }),

    /** Returns whether it was removed; after a retry, always true. */
    remove: (reviewId: string, userId: string): Promise<boolean> =>
      retryOnFailover(async (isRepeated) => {
        const { deletedCount } = await model.deleteOne({ reviewId, userId })
        return deletedCount > 0 || isRepeated
      }),

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteMany({ userId })),

    async listLiked(userId: string): Promise<string[]> {
      const likes = await model.find({ userId }, { _id: 0, reviewId: 1 }).lean()
      return likes.map(({ reviewId }) => reviewId)
    },

    /** The number of users who like each of these reviews; reviews without likes are omitted. */
    async count(reviewIds: string[]): Promise<Map<string, number>> {
      const likersOf = new Map<string, number>()
      for (const part of inParts(reviewIds, MOST_IDS)) {
        const counted = await model.aggregate<{ _id: string; likers: number }>([
          { $match: { reviewId: { $in: part } } },
          { $group: { _id: '$reviewId', likers: { $sum: 1 } } },
        ])
        for (const { _id, likers } of counted) likersOf.set(_id, likers)
      }
      return likersOf
    },
  }
}
