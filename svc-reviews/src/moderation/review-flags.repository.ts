import { type ReviewFlag, type ReviewStatus } from '@offquad/contracts'
import { retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { reviewModel } from '../reviews/review.model'
import { fingerprintOf } from '../reviews/review-fingerprints'

export type ReviewFlagsRepository = ReturnType<typeof createReviewFlagsRepository>

/** A review whose flags the worker has to compute. */
export interface UnflaggedReview {
  id: string
  reviewText: string
  userId: string | null
  date: Date
}

/** Number of reviews in each status. */
export type StatusCounts = Partial<Record<ReviewStatus, number>>

/** Another review by the same author, and the number in its `many reviews in a day` flag. */
export interface ReviewByAuthor {
  id: string
  date: Date
  isWaiting: boolean
  manyInADay: number
}

const WAITING: readonly ReviewStatus[] = ['PENDING', 'REPORTED']

/** Flags of reviews that wait for a decision, and the input from which the worker computes them. */
export function createReviewFlagsRepository(connection: Connection) {
  const model = reviewModel(connection)

  return {
    async markDue(ids: string[]): Promise<void> {
      if (ids.length === 0) return
      await retryOnFailover(() => model.updateMany({ _id: { $in: ids } }, { $set: { flagsPending: true } }))
    },

    async listDue(limit: number): Promise<UnflaggedReview[]> {
      const documents = await model
        .find({ flagsPending: true }, { reviewText: 1, userId: 1, date: 1 })
        .limit(limit)
        .lean()
      return documents.map(({ _id, ...review }) => ({ ...review, id: _id }))
    },

    /** Stores the flags of a text. If the text has changed since, the review stays due. */
    async store({ id, reviewText }: UnflaggedReview, flags: ReviewFlag[]): Promise<void> {
      await model.updateOne(
        { _id: id, reviewText },
        {
          $set: { flags: { textFingerprint: fingerprintOf(reviewText), found: flags } },
          $unset: { flagsPending: 1 },
        },
      )
    },

    /** Oldest first. */
    async listByAuthor(userId: string, { from, to }: { from: Date; to: Date }): Promise<ReviewByAuthor[]> {
      const documents = await model
        .find({ userId, date: { $gte: from, $lte: to } }, { date: 1, status: 1, flags: 1 })
        .sort({ date: 1 })
        .lean()
      return documents.map(({ _id, date, status, flags }) => ({
        id: _id,
        date,
        isWaiting: WAITING.includes(status),
        manyInADay: flags?.found.find(({ kind }) => kind === 'many-in-a-day')?.count ?? 0,
      }))
    },

    /** The flags of these reviews' current texts; reviews that are still due are omitted. */
    async listFlags(ids: string[]): Promise<Map<string, ReviewFlag[]>> {
      const documents = await model
        .find({ _id: { $in: ids } }, { reviewText: 1, flags: 1, flagsPending: 1 })
        .lean()
      return new Map(
        documents.flatMap(({ _id, reviewText, flags, flagsPending }) =>
          flags && !flagsPending && flags.textFingerprint === fingerprintOf(reviewText)
            ? [[_id, flags.found] as const]
            : [],
        ),
      )
    },

    /** Numbers of reviews by each of these authors, by status. */
    async countByStatusOf(userIds: string[]): Promise<Map<string, StatusCounts>> {
      const counted = await model.aggregate<{
        _id: { userId: string; status: ReviewStatus }
        reviews: number
      }>([
        { $match: { userId: { $in: userIds } } },
        { $group: { _id: { userId: '$userId', status: '$status' }, reviews: { $sum: 1 } } },
      ])
      const counts = new Map<string, StatusCounts>()
      for (const { _id, reviews } of counted)
        counts.set(_id.userId, { ...counts.get(_id.userId), [_id.status]: reviews })
      return counts
    },
  }
}
