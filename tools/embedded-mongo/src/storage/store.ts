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
import type { Effect, IndexSpecification } from './effect'
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
  compactAfterBytes?: number | undefined
  /** Receives a line about what was cut off a journal; absent: standard error. */
  log?: ((line: string) => void) | undefined
}

const defaultCompactAfterBytes = 16 * 1024 * 1024
const SHARE_FOR_MANY = 7 / 8

/** The declared indexes are kept apart during replay: unique keys may clash between two frames of a snapshot. */
interface Replay {
  collections: Map<string, Collection>
  specifications: Map<string, Map<string, IndexSpecification>>
}

function replayEffect({ collections, specifications }: Replay, effect: Effect): void {
  if (effect.kind === 'format' || effect.kind === 'snapshotEnd') return
  const { kind, namespace } = effect
  const collection = collections.get(namespace)
  const indexes = specifications.get(namespace)
  if (kind === 'create' && !collection) {
    collections.set(namespace, createCollection(namespace))
    specifications.set(namespace, new Map())
  } else if (kind === 'drop') {
    collections.delete(namespace)
    specifications.delete(namespace)
  } else if (kind === 'put' && collection) putDocument(collection, effect.document)
  else if (kind === 'delete' && collection) removeDocument(collection, keyOf(effect.id))
  else if (kind === 'createIndex') indexes?.set(effect.specification.name, effect.specification)
  else if (kind === 'dropIndex') indexes?.delete(effect.name)
}

function buildIndexes({ collections, specifications }: Replay): void {
  for (const [namespace, collection] of collections)
    for (const [name, specification] of specifications.get(namespace) ?? [])
      collection.indexes.set(name, buildIndex(collection, specification))
}

/** All at once, so that later commands do not show in a snapshot that is written bit by bit. */
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
  compactAfterBytes = defaultCompactAfterBytes,
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
  const replay: Replay = { collections: new Map(), specifications: new Map() }
  const { collections } = replay
  try {
    const journal = await openJournal({
      directory,
      compactAfterBytes,
      log,
      replay: (effect) => replayEffect(replay, effect),
      snapshot: () => snapshotOf(collections),
    })
    buildIndexes(replay)
    return { collections, journal, memory, memoryForMany, close: () => journal.close().finally(release) }
  } catch (error) {
    await release()
    throw error
  }
}
