import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface WatchedSearchDocument {
  /** The criteria as JSON. */
  _id: string
  watchedAt: Date
}

/** svc-users sends searches that are still saved more often than this. */
const FORGOTTEN_AFTER_SECONDS = 60 * 24 * 60 * 60

const schema = documentSchema<WatchedSearchDocument>({ _id: required.text, watchedAt: required.date })
schema.index({ watchedAt: 1 }, { expireAfterSeconds: FORGOTTEN_AFTER_SECONDS })

/** The distinct saved searches of all students, without their owners. */
export function createWatchedSearchesRepository(connection: Connection) {
  const model = connection.model('WatchedSearch', schema, 'watched_searches')

  return {
    async watch(searches: readonly string[], watchedAt: Date): Promise<void> {
      const operations = searches.map((search) => ({
        updateOne: { filter: { _id: search }, update: { $set: { watchedAt } }, upsert: true },
      }))
      if (operations.length === 0) return
      await retryOnFailover(() => model.bulkWrite(operations, { ordered: false }))
    },

    async *all(): AsyncGenerator<string> {
      for await (const { _id } of model.find({}, { _id: 1 }).lean().cursor()) yield _id
    },
  }
}
