import { backlogIn, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type AccountDeletion } from './account-deletion'
import { accountDeletionModel } from './account-deletion.model'

export type AccountDeletionsRepository = ReturnType<typeof createAccountDeletionsRepository>

export function createAccountDeletionsRepository(connection: Connection) {
  const model = accountDeletionModel(connection)

  return {
    async put({ userId, ...deletion }: AccountDeletion): Promise<void> {
      await retryOnFailover(() => model.updateOne({ _id: userId }, { $set: deletion }, { upsert: true }))
    },

    async list(): Promise<AccountDeletion[]> {
      const found = await model.find().lean()
      return found.map(({ _id, ...deletion }) => ({ userId: _id, ...deletion }))
    },

    untold: () => backlogIn(model, { isTold: false }, 'requestedAt'),

    async markTold(userId: string): Promise<void> {
      await model.updateOne({ _id: userId }, { $set: { isTold: true } })
    },

    async remove(userId: string): Promise<void> {
      await model.deleteOne({ _id: userId })
    },
  }
}
