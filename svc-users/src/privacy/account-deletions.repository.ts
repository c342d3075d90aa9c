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

interface AccountDeletionDocument extends Omit<AccountDeletion, 'userId'> {
  _id: string
}

const schema = documentSchema<AccountDeletionDocument>({
  _id: required.text,
  reviews: { ...required.text, enum: REVIEWS_AFTER_DELETION },
  requestedAt: required.date,
  isPublished: required.flag,
})

export function createAccountDeletionsRepository(connection: Connection) {
  const model = connection.model('AccountDeletion', schema, 'account_deletions')

  return {
    put: ({ userId, ...deletion }: AccountDeletion) =>
      retryOnFailover(() => model.updateOne({ _id: userId }, { $set: deletion }, { upsert: true })),

    async list(): Promise<AccountDeletion[]> {
      const documents = await model.find().lean()
      return documents.map(({ _id, ...deletion }) => ({ userId: _id, ...deletion }))
    },

    unpublished: () => backlogIn(model, { isPublished: false }, 'requestedAt'),

    async markPublished(userId: string): Promise<void> {
      await model.updateOne({ _id: userId }, { $set: { isPublished: true } })
    },

    async remove(userId: string): Promise<void> {
      await model.deleteOne({ _id: userId })
    },
  }
}
