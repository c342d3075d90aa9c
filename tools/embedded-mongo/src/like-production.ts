import { setTimeout } from 'node:timers/promises'
import { CommandError } from './errors'
import type { CollectionIndex } from './storage/collection-index'
import { conjuncts } from './query/index-bounds'
import { type Document, isDocument } from './values/value'
import { keyOf } from './values/value-key'

/** A command that ended before it was done: what it did until then stays, and its client receives the reason. */
export class Interruption extends Error {
  override readonly name = 'Interruption'

  constructor(readonly reason: CommandError) {
    super(reason.message)
  }
}

/**
 * What MongoDB may do in production and this server otherwise never does, for tests of code that relies on it:
 * writes to many documents that end half way, upserts that race, cursors that see later writes, estimated counts that
 * are off and documents that outlive their time by a minute.
 */
export interface LikeProduction {
  /**
   * Throws `Interruption` half way through a write to several documents, the first time that one with a filter on
   * these fields is sent to a collection: as when the primary steps down. The driver does not repeat such a write.
   * @see https://www.mongodb.com/docs/manual/core/retryable-writes/
   */
  interruptAt(write: { namespace: string; filter: Document; position: number; count: number }): void
  /** To be called for each document that an upsert inserts, with what identifies its command. */
  upserted(upsert: Upsert, command: object): void
  /** To be awaited before the reply to a command: an upsert takes a while, in which others can race it. */
  settle(command: object): Promise<void>
  /**
   * Throws the error for an upsert that arrives while another one inserts the same values, when MongoDB would not try
   * it again itself.
   * @see https://www.mongodb.com/docs/manual/reference/method/db.collection.update/#upsert-with-duplicate-values
   */
  race(upsert: Upsert, toError: (index: FixedKey) => CommandError): void
}

export interface Upsert {
  namespace: string
  filter: Document
  indexes: Iterable<CollectionIndex>
}

export interface IndexKey {
  name: string
  key: Document
}

/** A unique index whose fields a filter fixes. */
export interface FixedKey extends IndexKey {
  values: unknown[]
}

const upsertMs = 10

function pinnedFields(filter: Document): Map<string, unknown> {
  const pinned = new Map<string, unknown>()
  for (const [field, condition] of conjuncts(filter)) {
    const isOperator = isDocument(condition) && (Object.keys(condition)[0] ?? '').startsWith('$')
    if (!isOperator) pinned.set(field, condition)
    else if ('$eq' in condition) pinned.set(field, condition['$eq'])
  }
  return pinned
}

/** The unique indexes whose fields the filter fixes, the one on `_id` among them. */
function fixedKeys({ filter, indexes }: Upsert): FixedKey[] {
  const pinned = pinnedFields(filter)
  const unique = [...indexes].filter(({ specification }) => specification.unique)
  const keys = [
    { name: '_id_', key: { _id: 1 } as Document },
    ...unique.map(({ specification }) => specification),
  ]
  return keys.flatMap(({ name, key }) => {
    const fields = Object.keys(key)
    if (!fields.every((field) => pinned.has(field))) return []
    return [{ name, key, values: fields.map((field) => pinned.get(field)) }]
  })
}

/** MongoDB tries again where the filter is equality on the fields of the unique index and nothing else. */
function isTriedAgain({ filter }: Upsert, { key }: IndexKey): boolean {
  return conjuncts(filter).length === Object.keys(key).length
}

export function createLikeProduction(): LikeProduction {
  const interrupted = new Set<string>()
  const racing = new Set<string>()
  const keysOf = new WeakMap<object, string[]>()
  const identityOf = (upsert: Upsert, { name, values }: { name: string; values: unknown[] }) =>
    keyOf([upsert.namespace, name, values])
  return {
    interruptAt({ namespace, filter, position, count }) {
      if (count < 2 || position !== Math.floor(count / 2)) return
      const key = `${namespace} ${Object.keys(filter).join()}`
      if (interrupted.has(key)) return
      interrupted.add(key)
      throw new Interruption(
        new CommandError(
          'InterruptedDueToReplStateChange',
          `operation was interrupted after ${position} of ${count} documents (embedded-mongo like production)`,
        ),
      )
    },
    upserted(upsert, command) {
      const keys = fixedKeys(upsert).map((key) => identityOf(upsert, key))
      for (const key of keys) racing.add(key)
      keysOf.set(command, [...(keysOf.get(command) ?? []), ...keys])
    },
    async settle(command) {
      const keys = keysOf.get(command)
      if (!keys) return
      await setTimeout(upsertMs)
      for (const key of keys) racing.delete(key)
    },
    race(upsert, toError) {
      for (const key of fixedKeys(upsert)) {
        if (racing.has(identityOf(upsert, key)) && !isTriedAgain(upsert, key)) throw toError(key)
      }
    },
  }
}
