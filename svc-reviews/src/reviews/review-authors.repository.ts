import { randomUUID } from 'node:crypto'
import { retryOnFailover } from '@offquad/service-kit'
import { type Connection, type QueryFilter } from 'mongoose'
import { type ReviewDocument, reviewModel } from './review.model'
import { fingerprintOf } from './review-fingerprints'
import { DELETED_USER } from './stored-review'

const REMOVED_TEXT = 'Removed together with the account of its author.'

/** Removes users from reviews. Every write is idempotent. */
export function createReviewAuthorsRepository(connection: Connection) {
  const model = reviewModel(connection)

  /** Stats are updated through the outbox. */
  async function removeReviews(filter: { userId: string } & QueryFilter<ReviewDocument>): Promise<void> {
    const standing = await model
      .find({ ...filter, status: { $ne: 'DELETED' } }, { aptId: 1, landlordId: 1 })
      .lean()
    for (const { _id, aptId, landlordId } of standing)
      await model.updateOne(
        { ...filter, _id },
        {
          $set: { status: 'DELETED', changedAt: new Date() },
          $push: { outbox: { change: randomUUID(), aptId, landlordId } },
        },
      )
    await retryOnFailover(() =>
      model.updateMany(filter, {
        $set: {
          userId: null,
          // A review that was just written is missing above; it is still pending, so no stats change.
          status: 'DELETED',
          // Otherwise an import of the same rows would restore the text.
          contentSource: 'author',
          reviewText: REMOVED_TEXT,
          textFingerprint: fingerprintOf(REMOVED_TEXT),
          photos: [],
          changedAt: new Date(),
        },
        $unset: { decline: 1, suggestion: 1 },
      }),
    )
  }

  return {
    /** Deletes a user's reviews, with texts, photos and the user's id. */
    removeReviewsOf: (userId: string): Promise<void> => removeReviews({ userId }),

    /** Removes the user's id from their reviews, which stay, except those of suggestions, which are deleted with the account. */
    async anonymizeReviewsOf(userId: string): Promise<void> {
      await removeReviews({ userId, 'suggestion.id': { $gt: '' } })
      const formerAuthor = randomUUID()
      await retryOnFailover(() =>
        model.updateMany({ userId }, { $set: { userId: null, formerAuthor, changedAt: new Date() } }),
      )
    },

    async anonymizeReportsOf(userId: string): Promise<void> {
      await retryOnFailover(() =>
        model.updateMany(
          { 'reports.userId': userId },
          { $set: { 'reports.$[entry].userId': DELETED_USER } },
          { arrayFilters: [{ 'entry.userId': userId }] },
        ),
      )
    },
  }
}
