import { randomUUID } from 'node:crypto'
import { retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { reviewModel } from './review.model'
import { fingerprintOf } from './review-fingerprints'

/** Replaces the id of a user whose account was deleted. */
const DELETED_USER = 'account-deleted'
const REMOVED_TEXT = 'Removed together with the account of its author.'

/** Removes users from reviews. Every write is idempotent. */
export function createReviewAuthorsRepository(connection: Connection) {
  const model = reviewModel(connection)

  return {
    /** Deletes their reviews, with texts and photos; the stats follow through the outbox. */
    async removeReviewsOf(userId: string): Promise<void> {
      const standing = await model
        .find({ userId, status: { $ne: 'DELETED' } }, { aptId: 1, landlordId: 1 })
        .lean()
      for (const { _id, aptId, landlordId } of standing)
        await model.updateOne(
          { _id, userId },
          {
            $set: { status: 'DELETED', changedAt: new Date() },
            $push: { outbox: { change: randomUUID(), aptId, landlordId } },
          },
        )
      await retryOnFailover(() =>
        model.updateMany(
          { userId },
          {
            $set: {
              reviewText: REMOVED_TEXT,
              textFingerprint: fingerprintOf(REMOVED_TEXT),
              photos: [],
              changedAt: new Date(),
            },
            $unset: { flags: 1, flagsPending: 1, decline: 1, suggestion: 1 },
          },
        ),
      )
    },

    /** Removes their id from their reviews and reports. */
    async forgetAuthor(userId: string): Promise<void> {
      await retryOnFailover(() =>
        model.updateMany(
          { 'reports.userId': userId },
          { $set: { 'reports.$[entry].userId': DELETED_USER } },
          { arrayFilters: [{ 'entry.userId': userId }] },
        ),
      )
      await retryOnFailover(() =>
        model.updateMany({ userId }, { $set: { userId: null, changedAt: new Date() } }),
      )
    },
  }
}
