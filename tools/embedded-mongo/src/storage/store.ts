import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../errors'
import { takeLock } from '../lock-file'
import { keyOf } from '../values/value-key'
import {
  buildIndex,
  type Collection,
  createCollection,
  documentsOf,
  putDocument,
  removeDocument,
} from './collection'
import type { Effect } from './effect'
import { type Journal, openJournal, volatileJournal } from './journal'
import { createMemoryBound, type MemoryBound, usableHeapBytes } from './memory-bound'

/** Every collection of every database, by namespace, and the journal that makes changes durable. */
export interface Store {
  readonly collections: Map<string, Collection>
  readonly journal: Journal
  readonly memory: MemoryBound
  /** For commands that write many documents, as imports do: what they leave is for sign-ins and single writes. */
  readonly memoryForMany: MemoryBound
  close(): Promise<void>
}

export interface StoreOptions {
  /** Absent: in memory only. */
  directory?: string | undefined
  /** Receives a line about what was cut off a journal; absent: standard error. */
  log?: ((line: string) => void) | undefined
}

const SHARE_FOR_MANY = 7 / 8

function replayEffect(collections: Map<string, Collection>, effect: Effect): void {
  const { kind, namespace } = effect
  const collection = collections.get(namespace) ?? createCollection(namespace)
  if (kind === 'drop') return void collections.delete(namespace)
  collections.set(namespace, collection)
  if (kind === 'put') putDocument(collection, effect.document)
  else if (kind === 'delete') removeDocument(collection, keyOf(effect.id))
  else if (kind === 'createIndex')
    collection.indexes.set(effect.specification.name, buildIndex(collection, effect.specification))
}

/** The effects that lead to this data. */
const snapshotOf = (collections: Map<string, Collection>): Effect[] =>
  [...collections.values()].flatMap((collection): Effect[] => {
    const { namespace, indexes } = collection
    return [
      { kind: 'create', namespace },
      ...[...indexes.values()].map(({ specification }): Effect => ({
        kind: 'createIndex',
        namespace,
        specification,
      })),
      ...documentsOf(collection).map((document): Effect => ({ kind: 'put', namespace, document })),
    ]
  })

/**
 * Opens the data of a directory, or an empty store in memory.
 * Throws `StartError` when the directory is in use or its journal is damaged.
 */
export async function openStore({
  directory,
  log = (line) => process.stderr.write(`${line}\n`),
}: StoreOptions): Promise<Store> {
  const memory = createMemoryBound(usableHeapBytes())
  const memoryForMany = createMemoryBound(usableHeapBytes() * SHARE_FOR_MANY)
  if (directory === undefined)
    return {
      collections: new Map(),
      journal: volatileJournal,
      memory,
      memoryForMany,
      close: volatileJournal.close,
    }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const lock = join(directory, 'lock')
  const holder = takeLock(lock)
  if (holder !== undefined)
    throw new StartError(
      `The directory ${directory} is in use by process ${holder}: stop it, or choose another EMBEDDED_MONGO_DIR.`,
    )
  const release = () => rm(lock, { force: true })
  const collections = new Map<string, Collection>()
  try {
    const journal = await openJournal({
      directory,
      log,
      replay: (effect) => replayEffect(collections, effect),
      snapshot: () => snapshotOf(collections),
    })
    return { collections, journal, memory, memoryForMany, close: () => journal.close().finally(release) }
  } catch (error) {
    await release()
    throw error
  }
}
