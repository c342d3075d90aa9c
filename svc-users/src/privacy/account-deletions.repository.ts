import { REVIEWS_AFTER_DELETION, type ReviewsAfterDeletion } from '@offquad/contracts'
import { backlogIn, documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

/** A request to delete an account, stored before anything is erased, so that a crash cannot lose it. */
export interface AccountDeletion {
  userId: string
  reviews: ReviewsAfterDeletion
  requestedAt: Date
  /** The other services have received it. */
  isPublished: boolean
}

interface AccountDeletionDocument extends Omit<AccountDeletion, 'userId' | 'isPublished'> {
  _id: string
  /** `isPublished` of the deletion; the name is stored data. */
  isTold: boolean
}

const schema = documentSchema<AccountDeletionDocument>({
  _id: required.text,
  reviews: { type: String, required: true, enum: REVIEWS_AFTER_DELETION },
  requestedAt: required.date,
  isTold: { type: Boolean, required: true },
})

export type AccountDeletionsRepository = ReturnType<typeof createAccountDeletionsRepository>

export function createAccountDeletionsRepository(connection: Connection) {
  const model = connection.model('AccountDeletion', schema, 'account_deletions')

  return {
    async put({ userId, isPublished, ...deletion }: AccountDeletion): Promise<void> {
      const stored = { ...deletion, isTold: isPublished }
      await retryOnFailover(() => model.updateOne({ _id: userId }, { $set: stored }, { upsert: true }))
    },

    async list(): Promise<AccountDeletion[]> {
      const found = await model.find().lean()
      return found.map(({ _id, isTold, ...deletion }) => ({ userId: _id, isPublished: isTold, ...deletion }))
    },

    unpublished: () => backlogIn(model, { isTold: false }, 'requestedAt'),

    async markPublished(userId: string): Promise<void> {
      await model.updateOne({ _id: userId }, { $set: { isTold: true } })
    },

    async remove(userId: string): Promise<void> {
      await model.deleteOne({ _id: userId })
    },
  }
}
