import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, type mongo } from 'mongoose'
import { inspectMigration, countMigrated } from './metrics/migrations'
import { isDuplicateKey } from './mongo'

interface Identified {
  _id: string
}

/**
 * Brings the documents of a collection into a new shape while processes of the version before, which do not know that
 * shape, go on writing. docs/migrations.md has the steps around it.
 */
export interface Migration<Document extends Identified> {
  /** Names the migration for ever: 'review-text-fingerprint-1'. */
  id: string
  collection: string
  /** Matches what was never in the new shape; an index should answer it. */
  pending: mongo.Filter<Document>
  /** A date that every write sets, also those of the version before: what changed since it was looked at is looked at again. */
  changedAt: keyof Document & string
  /** What `migrate` reads. */
  fields: readonly (keyof Document & string)[]
  /** The change a document needs; undefined where it is right already. The same document always gets the same change. */
  migrate(document: Document): MigrationChange<Document> | undefined
}

export interface MigrationChange<Document> {
  /** The values the change was made of: where a concurrent write has changed them, nothing is written. */
  unless: Partial<Document>
  set: Partial<Document>
}

export interface MigrationState {
  _id: string
  /** Complete: a whole pass found nothing to change. It falls back to running when a later pass does. */
  state: 'running' | 'complete'
  startedAt: Date
  completedAt: Date | null
  /** Documents changed in all passes. */
  migrated: number
  /** What changed before this was looked at by a finished pass. */
  checkedUntil: Date | null
  /** The pass under way; null between two. */
  pass: { startedAt: Date; after: string | null; migrated: number } | null
  /** Who works on it, until when unless they renew it. */
  lease: { owner: string; until: Date } | null
}

export interface MigrationOptions {
  /** Documents read and written at once. */
  batchSize?: number
  /** Pause between batches in ms, so that people's requests go first. */
  pauseMs?: number
  /** The run ends after this time in ms, done or not; the next one goes on from there. */
  budgetMs?: number
  /** A worker that was killed is replaced after this time in ms. */
  leaseMs?: number
}

export type MigrationOutcome = 'complete' | 'unfinished' | 'held by another worker'

export interface Migrations {
  /**
   * Goes on with a migration. Batches may be repeated and two workers may overlap without harm: every change is
   * conditioned on the values it was made of. Called again after completion it looks at what has changed since.
   */
  run<Document extends Identified>(
    migration: Migration<Document>,
    options?: MigrationOptions,
  ): Promise<MigrationOutcome>
  /** For code that falls back while documents of the old shape remain. */
  isComplete(id: string): Promise<boolean>
  /**
   * For a service that can no longer read the old shape: to be awaited before it starts.
   * @throws Error when the migration has not completed
   */
  requireComplete(id: string): Promise<void>
}

// Clocks of writers may be this far behind ours, and a write may have been under way this long.
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

      /** Stores progress and renews the lease; nothing comes back when another worker has taken over. */
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
        `The migration "${id}" is not complete. Let the worker of the version before finish it, then start this version.`,
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
      // It is there, but another worker holds it.
      if (isDuplicateKey(error)) return null
      throw error
    }
  }

  /** What comes next of the documents that were never migrated or have changed since the last pass. */
  async function readBatch<Document extends Identified>(
    { collection, pending, changedAt, fields }: Migration<Document>,
    { pass, checkedUntil }: MigrationState,
    batchSize: number,
  ): Promise<Document[]> {
    const since = (checkedUntil ?? pass?.startedAt ?? new Date()).getTime() - OVERLAP_MS
    const filter = {
      $or: [pending, { [changedAt]: { $gte: new Date(since) } }],
      ...(pass?.after != null && { _id: { $gt: pass.after } }),
    } as mongo.Filter<mongo.Document>
    const found = await connection
      .collection(collection)
      .find(filter, { projection: Object.fromEntries(fields.map((field) => [field, 1])) })
      .sort({ _id: 1 })
      // Else each batch may sort all that is left to migrate.
      .hint({ _id: 1 })
      .limit(batchSize)
      .toArray()
    // Documents of this collection, as the migration describes them.
    return found as unknown as Document[]
  }
}
