import { randomUUID } from 'node:crypto'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

export interface SearchOfUser {
  id: string
  userId: string
  name: string
  address: string
  /** As JSON, see `watchSearches`. */
  criteria: string
  savedAt: Date
}

interface SavedSearchDocument extends Omit<SearchOfUser, 'id'> {
  _id: string
  /** When svc-catalog was last requested to watch it. */
  watchedAt: Date
}

const NEVER = new Date(0)

const schema = documentSchema<SavedSearchDocument>({
  _id: required.text,
  userId: required.text,
  name: required.text,
  address: required.text,
  criteria: required.text,
  savedAt: required.date,
  watchedAt: required.date,
})
schema.index({ userId: 1, criteria: 1 }, { unique: true })
schema.index({ criteria: 1 })
schema.index({ watchedAt: 1 })

export function createSavedSearchesRepository(connection: Connection) {
  const model = connection.model('SavedSearch', schema, 'saved_searches')

  return {
    /** Newest first. */
    async list(userId: string): Promise<SearchOfUser[]> {
      const documents = await model.find({ userId }).sort({ savedAt: -1, _id: 1 }).lean()
      return documents.map(fromDocument)
    },

    /** A stored search of the user with the same criteria keeps its date. */
    save: ({ userId, criteria, name, address, savedAt }: Omit<SearchOfUser, 'id'>): Promise<SearchOfUser> =>
      retryOnFailover(async () => {
        const update = () =>
          model
            .findOneAndUpdate(
              { userId, criteria },
              {
                $set: { name, address },
                $setOnInsert: { _id: randomUUID(), savedAt, watchedAt: NEVER },
              },
              { upsert: true, returnDocument: 'after' },
            )
            .orFail()
            .lean()
        // Another tab may have saved it in between.
        return fromDocument(await onDuplicateKey(update(), update))
      }),

    remove: (userId: string, id: string) => retryOnFailover(() => model.deleteOne({ _id: id, userId })),

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteMany({ userId })),

    /** Searches of all users that have one of these criteria and were saved before this time. */
    async listWith(criteria: string[], savedBefore: Date): Promise<SearchOfUser[]> {
      const saved = await model.find({ criteria: { $in: criteria }, savedAt: { $lt: savedBefore } }).lean()
      return saved.map(fromDocument)
    },

    async listWatchedBefore(time: Date, most: number): Promise<SearchOfUser[]> {
      const documents = await model
        .find({ watchedAt: { $lt: time } })
        .limit(most)
        .lean()
      return documents.map(fromDocument)
    },

    markWatched: (ids: string[], watchedAt: Date) =>
      retryOnFailover(() => model.updateMany({ _id: { $in: ids } }, { $set: { watchedAt } })),
  }
}

const fromDocument = ({ _id, ...search }: SavedSearchDocument): SearchOfUser => ({ id: _id, ...search })
