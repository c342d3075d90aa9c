import { randomUUID } from 'node:crypto'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

/** An apartment or landlord that a user has bookmarked. */
export interface SavedItem {
  userId: string
  kind: 'apartment' | 'landlord'
  itemId: string
}

interface SavedItemDocument extends SavedItem {
  _id: string
  savedAt: Date
}

const schema = documentSchema<SavedItemDocument>({
  _id: required.text,
  userId: required.text,
  kind: { ...required.text, enum: ['apartment', 'landlord'] },
  itemId: required.text,
  savedAt: required.date,
})
schema.index({ userId: 1, kind: 1, itemId: 1 }, { unique: true })
schema.index({ itemId: 1, kind: 1 })

export type SavedItemsRepository = ReturnType<typeof createSavedItemsRepository>

export function createSavedItemsRepository(connection: Connection) {
  const model = connection.model('SavedItem', schema, 'saved_items')

  return {
    async has(item: SavedItem): Promise<boolean> {
      return (await model.exists({ ...item })) !== null
    },

    /** In the order they were saved. */
    async list(owner: Pick<SavedItem, 'userId' | 'kind'>): Promise<{ id: string; savedAt: Date }[]> {
      const documents = await model
        .find({ ...owner })
        .sort({ savedAt: 1, _id: 1 })
        .lean()
      return documents.map(({ itemId, savedAt }) => ({ id: itemId, savedAt }))
    },

    async usersWith(item: Pick<SavedItem, 'kind' | 'itemId'>): Promise<string[]> {
      const documents = await model.find({ ...item }, { userId: 1 }).lean()
      return documents.map(({ userId }) => userId)
    },

    /** An item that is already saved keeps its position. */
    async add(item: SavedItem, savedAt: Date): Promise<void> {
      const adding = retryOnFailover(() =>
        model.updateOne({ ...item }, { $setOnInsert: { _id: randomUUID(), savedAt } }, { upsert: true }),
      )
      // A duplicate: another tab saved it concurrently.
      await onDuplicateKey(adding, () => undefined)
    },

    /** @returns whether the item was saved; also true when a repeated attempt cannot tell */
    remove: (item: SavedItem): Promise<boolean> =>
      retryOnFailover(async (isRepeated) => {
        const { deletedCount } = await model.deleteOne({ ...item })
        return deletedCount === 1 || isRepeated
      }),

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteMany({ userId })),
  }
}
