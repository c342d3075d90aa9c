import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, type mongo } from 'mongoose'
import { inspectMigration, countMigrated } from './metrics/migrations'
import { isDuplicateKey } from './mongo'

interface DatedDocument {
  _id: string
  /** Set by every write, in the previous version as well: documents that change are checked again. */
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
  /** The fields that `migrate` reads. */
  fields: readonly (keyof Document & string)[]
  /** The change that a document needs; undefined if none. Deterministic. */
  migrate(document: Document): MigrationChange<Document> | undefined
}

export interface MigrationChange<Document> {
  /** The values that the change is based on: if a concurrent write has changed them, nothing is written. */
  unless: Partial<Document>
  set: Partial<Document>
}

export interface MigrationState {
  _id: string
  /** Complete: a whole pass found nothing to change. Reverts to running when a later pass finds something. */
  state: 'running' | 'complete'
  startedAt: Date
  completedAt: Date | null
  /** Documents changed in all passes. */
  migrated: number
  /** A finished pass has checked everything that changed before this time. */
  checkedUntil: Date | null
  /** The current pass; null between passes. */
  pass: { startedAt: Date; after: string | null; migrated: number } | null
  /** The worker that runs it, and when the lease expires unless renewed. */
  lease: { owner: string; until: Date } | null
}

export interface MigrationOptions {
  /** Documents per batch. */
  batchSize?: number
  /** Pause between batches in ms, so that requests take precedence. */
  pauseMs?: number
  /** A run ends after this time in ms, finished or not; the next one continues from there. */
  budgetMs?: number
  /** A worker that was killed is replaced after this time in ms. */
  leaseMs?: number
}

export type MigrationOutcome = 'complete' | 'unfinished' | 'held by another worker'

export interface Migrations {
  /**
   * Continues a migration. Repeated batches and overlapping workers do no harm, because every change is conditional on the
   * values that it is based on. After completion, a call checks what has changed since.
   */
  run<Document extends DatedDocument>(
    migration: Migration<Document>,
    options?: MigrationOptions,
  ): Promise<MigrationOutcome>
  /** For code with a fallback while documents of the old shape remain. */
  isComplete(id: string): Promise<boolean>
  /**
   * For a service that can no longer read the old shape, to await before it starts.
   * @throws Error when the migration has not completed
   */
  requireComplete(id: string): Promise<void>
}

// Tolerates this much clock skew of writers and duration of a write.
const OVERLAP_MS = 60_000

/** The migrations of a service, whose state is in the collection `migrations` of its database. */
export function openMigrations(
  connection: Connection,
  log: { info(fields: object, message: string): void },
): Migrations {
  const states = connection.collection<MigrationState>('migrations')

  return {
    async run(migration, { batchSize = 200, pauseMs = 50, budgetMs = 5_000, leaseMs = 30_000 } = {}) {
      const { id } = migration
      const documents = connection.collection(migration.collection)
      inspectMigration(id, async () => ({
        pending: await documents.countDocuments(migration.pending as mongo.Filter<mongo.Document>),
        isComplete: await isComplete(id),
      }))
      const owner = randomUUID()
      const deadline = Date.now() + budgetMs
      let state = await acquire(id, owner, leaseMs)
      while (state) {
        if (!state.pass) {
          const startedAt = new Date()
          state = await save(state, { pass: { startedAt, after: null, migrated: 0 } })
        } else {
          const batch = await readBatch(migration, state, batchSize)
          state = batch.length > 0 ? await migrateBatch(migration, state, batch) : await finishPass(state)
          if (state?.state === 'complete' && !state.pass) return release(state, 'complete')
          if (Date.now() > deadline) return state ? release(state, 'unfinished') : 'held by another worker'
          await delay(pauseMs)
        }
      }
      return 'held by another worker'

      /** Stores progress and renews the lease; returns null when another worker has taken over. */
      async function save(
        { _id }: MigrationState,
        progress: Partial<MigrationState>,
      ): Promise<MigrationState | null> {
        const lease = { owner, until: new Date(Date.now() + leaseMs) }
        return states.findOneAndUpdate(
          { _id, 'lease.owner': owner },
          { $set: { ...progress, lease } },
          { returnDocument: 'after' },
        )
      }

      async function migrateBatch(
        { migrate }: typeof migration,
        before: MigrationState,
        batch: Parameters<typeof migrate>[0][],
      ): Promise<MigrationState | null> {
        const changes = batch.flatMap((document) => {
          const change = migrate(document)
          return change ? { _id: document._id, ...change } : []
        })
        if (changes.length > 0)
          await documents.bulkWrite(
            changes.map(({ _id, unless, set }) => ({
              updateOne: { filter: { _id: _id as never, ...unless }, update: { $set: set } },
            })),
            { ordered: false },
          )
        countMigrated(id, changes.length)
        const pass = before.pass && {
          ...before.pass,
          after: batch.at(-1)?._id ?? null,
          migrated: before.pass.migrated + changes.length,
        }
        return save(before, { pass, migrated: before.migrated + changes.length })
      }

      async function finishPass(finished: MigrationState): Promise<MigrationState | null> {
        const { startedAt = new Date(), migrated = 0 } = finished.pass ?? {}
        const isClean = migrated === 0
        const saved = await save(finished, {
          pass: null,
          checkedUntil: startedAt,
          state: isClean ? 'complete' : 'running',
          completedAt: isClean ? (finished.completedAt ?? new Date()) : null,
        })
        if (saved && (migrated > 0 || finished.state !== saved.state))
          log.info(
            { migration: id, migrated, inAll: saved.migrated, state: saved.state },
            isClean ? 'migration complete' : 'migration pass finished',
          )
        return saved
      }

      async function release<T>({ _id }: MigrationState, outcome: T): Promise<T> {
        await states.updateOne({ _id, 'lease.owner': owner }, { $set: { lease: null } })
        return outcome
      }
    },

    isComplete,

    async requireComplete(id) {
      if (await isComplete(id)) return
      throw new Error(
        `The migration "${id}" is not complete. Let the worker of the previous version finish it, then start this version.`,
      )
    },
  }

  async function isComplete(id: string): Promise<boolean> {
    return (await states.countDocuments({ _id: id, state: 'complete' })) > 0
  }

  async function acquire(id: string, owner: string, leaseMs: number): Promise<MigrationState | null> {
    const now = new Date()
    const lease = { owner, until: new Date(now.getTime() + leaseMs) }
    const isNew = {
      state: 'running' as const,
      startedAt: now,
      completedAt: null,
      migrated: 0,
      checkedUntil: null,
      pass: null,
    }
    try {
      return await states.findOneAndUpdate(
        { _id: id, $or: [{ lease: null }, { 'lease.until': { $lt: now } }] },
        { $set: { lease }, $setOnInsert: isNew },
        { upsert: true, returnDocument: 'after' },
      )
    } catch (error) {
      // Another worker holds the lease.
      if (isDuplicateKey(error)) return null
      throw error
    }
  }

  /** The next of the documents that were never migrated or have changed since the last pass. */
  async function readBatch<Document extends DatedDocument>(
    { collection, pending, fields }: Migration<Document>,
    { pass, checkedUntil }: MigrationState,
    batchSize: number,
  ): Promise<Document[]> {
    const since = (checkedUntil ?? pass?.startedAt ?? new Date()).getTime() - OVERLAP_MS
    const filter = {
      $or: [pending, { changedAt: { $gte: new Date(since) } }],
      ...(pass?.after != null && { _id: { $gt: pass.after } }),
    } as mongo.Filter<mongo.Document>
    const found = await connection
      .collection(collection)
      .find(filter, { projection: Object.fromEntries(fields.map((field) => [field, 1])) })
      .sort({ _id: 1 })
      // Otherwise each batch may sort all remaining documents.
      .hint({ _id: 1 })
      .limit(batchSize)
      .toArray()
    // Documents of this collection, as the migration describes them.
    return found as unknown as Document[]
  }
}
