import { randomUUID } from 'node:crypto'
import { backlogIn, retryOnFailover } from '@offquad/service-kit'
import { type Model } from 'mongoose'

/** The part of documents that names a write svc-reviews has not been sent: one that created it, or changed its name or landlord. */
export interface WithUnpublishedChange {
  unpublishedChange?: string
}

export interface UnpublishedSubject {
  id: string
  change: string
}

const UNPUBLISHED = { unpublishedChange: { $gt: '' } }

/** Set in a document by a write that svc-reviews has to be sent. */
export const unpublishedChange = (): Required<WithUnpublishedChange> => ({ unpublishedChange: randomUUID() })

/** Reading and emptying the outboxes of one kind of documents. */
export const subjectOutboxOf = <T extends WithUnpublishedChange & { _id: string; changedAt: Date }>(
  model: Model<T>,
) => ({
  async listUnpublished(limit: number): Promise<UnpublishedSubject[]> {
    const found = await model
      .find(UNPUBLISHED, { unpublishedChange: 1 })
      .limit(limit)
      .lean<{ _id: string; unpublishedChange: string }[]>()
    return found.map(({ _id, unpublishedChange: change }) => ({ id: _id, change }))
  },

  unpublishedBacklog: () => backlogIn(model, UNPUBLISHED, 'changedAt'),

  /** What was written since it was listed stays unpublished. */
  async markPublished(published: UnpublishedSubject[]): Promise<void> {
    await retryOnFailover(() =>
      model.updateMany(
        {
          _id: { $in: published.map(({ id }) => id) },
          unpublishedChange: { $in: published.map(({ change }) => change) },
        },
        { $unset: { unpublishedChange: 1 } },
      ),
    )
  },
})
