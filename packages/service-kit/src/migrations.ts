import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, type mongo } from 'mongoose'

interface DatedDocument {
  _id: string
  /** Set by every write, even of the previous version: changed documents are checked again. */
  changedAt: Date
}

/**
 * Brings the documents of a collection into a new shape while processes of the previous version, which do not know that
 * shape, continue to write. docs/migrations.md describes the steps around it.
 */
export interface Migration<Document extends DatedDocument> {
  /** Permanent name of the migration: 'review-topics-2'. */
  id: string
  collection: string
  /** Matches documents that were never in the new shape; should be served by an index. */
  pending: mongo.Filter<Document>
  /** The change that a document needs, if any. Deterministic. */
  migrate(document: Document): MigrationChange<Document> | undefined
}

interface MigrationChange<Document> {
  /** The values that the change is based on: if a concurrent write has changed them, nothing is written. */
  unless: Partial<Document>
  set: Partial<Document>
}

interface MigrationState {
  _id: string
  /** Complete: a whole pass found nothing to change. Reverts to running when a later pass finds something. */
  state: 'running' | 'complete'
  /** A finished pass has checked everything that changed before this time. */
  checkedUntil: Date | null
  /** Progress of the current pass, up to the id `after`; null between passes. */
  position: { startedAt: Date; after: string; migrated: number } | null
}

interface MigrationOptions {
  /** Documents per batch. */
  batchSize?: number
  /** Pause between batches in ms, so that requests take precedence. */
  pauseMs?: number
  /** A run ends after this time in ms, finished or not; the next run continues from there. */
  budgetMs?: number
}

// Tolerates this much clock skew of writers and duration of a write.
const OVERLAP_MS = 60_000

/** The migrations of a service, whose state is in the collection `migrations` of its database. */
export function openMigrations(connection: Connection, log: { info(fields: object, message: string): void }) {
  const states = connection.collection<MigrationState>('migrations')

  return {
    /**
     * Continues a migration; returns whether it is complete. Repeated batches and overlapping runs are harmless, because
     * every change is conditional on the values that it is based on. After completion, a call checks later changes.
     */
    async run<Document extends DatedDocument>(
      migration: Migration<Document>,
      { batchSize = 200, pauseMs = 50, budgetMs = 5_000 }: MigrationOptions = {},
    ): Promise<boolean> {
      const { id } = migration
      const deadline = Date.now() + budgetMs
      const stored = await states.findOne({ _id: id })
      let { checkedUntil = null, position: pass = null } = stored ?? {}
      for (;;) {
        pass ??= { startedAt: new Date(), after: '', migrated: 0 }
        const since = new Date((checkedUntil ?? pass.startedAt).getTime() - OVERLAP_MS)
        const batch = await readBatch(migration, { since, after: pass.after }, batchSize)
        const last = batch.at(-1)
        if (last) {
          const migrated = pass.migrated + (await migrateBatch(migration, batch))
          pass = { ...pass, after: last._id, migrated }
          await save(id, { position: pass })
        } else {
          const { startedAt, migrated } = pass
          const state = migrated === 0 ? 'complete' : 'running'
          checkedUntil = startedAt
          pass = null
          await save(id, { state, checkedUntil, position: null })
          if (migrated > 0) log.info({ migration: id, migrated }, 'migration pass finished')
          else return true
        }
        if (Date.now() > deadline) return false
        await delay(pauseMs)
      }
    },

    /** For code that has a fallback while documents of the old shape remain. */
    async isComplete(id: string): Promise<boolean> {
      return (await states.countDocuments({ _id: id, state: 'complete' })) > 0
    },
  }

  async function save(id: string, progress: Partial<MigrationState>): Promise<void> {
    await states.updateOne({ _id: id }, { $set: progress }, { upsert: true })
  }

  /** The next documents that were never migrated, or have changed since the last pass. */
  async function readBatch<Document extends DatedDocument>(
    { collection, pending }: Migration<Document>,
    { since, after }: { since: Date; after: string },
    batchSize: number,
  ): Promise<Document[]> {
    const filter = { _id: { $gt: after as never }, $or: [pending as object, { changedAt: { $gte: since } }] }
    const documents = await connection
      .collection(collection)
      .find(filter)
      .sort({ _id: 1 })
      // Otherwise each batch may sort all remaining documents.
      .hint({ _id: 1 })
      .limit(batchSize)
      .toArray()
    // Documents of this collection, as the migration describes them.
    return documents as unknown as Document[]
  }

  /** Returns the number of changed documents. */
  async function migrateBatch<Document extends DatedDocument>(
    { collection, migrate }: Migration<Document>,
    batch: Document[],
  ): Promise<number> {
    const operations = batch.flatMap((document) => {
      const change = migrate(document)
      if (!change) return []
      const filter = { _id: document._id as never, ...change.unless }
      return [{ updateOne: { filter, update: { $set: change.set } } }]
    })
    if (operations.length > 0)
      await connection.collection(collection).bulkWrite(operations, { ordered: false })
    return operations.length
  }
}
