import { backlogIn, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type AccountDeletion } from './account-deletion'
import { accountDeletionModel } from './account-deletion.model'

export type AccountDeletionsRepository = ReturnType<typeof createAccountDeletionsRepository>

export function createAccountDeletionsRepository(connection: Connection) {
  const model = accountDeletionModel(connection)

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
