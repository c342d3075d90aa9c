import { backlogIn, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { reviewModel } from '../reviews/review.model'
import { type OutboxEntry } from '../reviews/stored-review'

export type ReviewOutboxRepository = ReturnType<typeof createReviewOutboxRepository>

/** A review with changes that have not been delivered yet. */
export interface PendingReview {
  id: string
  outbox: OutboxEntry[]
}

const PENDING = { 'outbox.change': { $gt: '' } }

export function createReviewOutboxRepository(connection: Connection) {
  const model = reviewModel(connection)

  return {
    async listPending(limit: number): Promise<PendingReview[]> {
      const found = await model.find(PENDING, { outbox: 1 }).limit(limit).lean()
      return found.map(({ _id, outbox }) => ({ id: _id, outbox }))
    },

    backlog: () => backlogIn(model, PENDING, 'changedAt'),

    /** Takes out of the outboxes exactly what was listed; what was written since stays. */
    async clear(pending: PendingReview[]): Promise<void> {
      const changes = new Set(pending.flatMap(({ outbox }) => outbox.map(({ change }) => change)))
      await retryOnFailover(() =>
        model.updateMany(
          { _id: { $in: pending.map(({ id }) => id) } },
          { $pull: { outbox: { change: { $in: [...changes] } } } },
        ),
      )
    },
  }
}
