import { isDeepStrictEqual } from 'node:util'
import { VISIBLE_STATUSES } from '@offquad/contracts'
import { findTopics, LEXICON_VERSION } from '@offquad/review-topics'
import { inParts, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { reviewModel } from './review.model'
import { type FoundTopics } from './stored-review'

export type ReviewTopicsRepository = ReturnType<typeof createReviewTopicsRepository>

/** The topics as stored with a review. */
export function topicsOfText(reviewText: string): FoundTopics {
  return { lexicon: LEXICON_VERSION, ...findTopics(reviewText) }
}

/** Reading takes a millisecond or two per review; between batches the process can do other work. */
const REVIEWS_AT_ONCE = 200

/** Stores the topics of visible reviews with them. */
export function createReviewTopicsRepository(connection: Connection) {
  const model = reviewModel(connection)

  async function updateBatch(ids: string[]): Promise<void> {
    const documents = await model
      .find({ _id: { $in: ids }, status: { $in: [...VISIBLE_STATUSES] } }, { reviewText: 1, topics: 1 })
      .lean()
    const operations = documents.flatMap(({ _id, reviewText, topics: stored }) => {
      const topics = topicsOfText(reviewText)
      if (isDeepStrictEqual(stored, topics)) return []
      // A text that has changed since has its own outbox entry.
      return [{ updateOne: { filter: { _id, reviewText }, update: { $set: { topics } } } }]
    })
    if (operations.length > 0)
      await retryOnFailover(() =>
        model.bulkWrite(operations, { ordered: false, throwOnValidationError: true }),
      )
  }

  return {
    /** Reads the visible reviews among these. Idempotent. */
    async update(ids: readonly string[]): Promise<void> {
      for (const part of inParts(ids, REVIEWS_AT_ONCE)) await updateBatch(part)
    },
  }
}
