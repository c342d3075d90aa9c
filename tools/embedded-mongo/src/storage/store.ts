import { chmod, mkdir } from 'node:fs/promises'
import { attachIndex, type Collection, createCollection, idKeyOf, recordKey } from './collection'
import { createIndex } from './collection-index'
import { lockDirectory } from './directory-lock'
import { keepReserve, withReserve } from './disk-space'
import type { Effect, IndexSpecification } from './effect'
import { type Journal, openJournal, volatileJournal } from './journal'
import { createMemoryBound, type MemoryBound } from './memory-bound'
import { OWNER_ONLY_DIRECTORY } from './permissions'
import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'

/** Every collection of every database, by namespace, and the journal that makes changes durable. */
export interface Store {
  readonly collections: Map<string, Collection>
  readonly journal: Journal
  readonly memory: MemoryBound
  /** For commands that write many documents: these leave room for those that write few, such as sign-ins. */
  readonly memoryForMany: MemoryBound
  close(): Promise<void>
}

export interface StoreOptions {
  /** Absent: in memory only. */
  directory?: string
  compactAfterBytes?: number
  /** Receives a line about everything that was lost or may have been; absent: standard error. */
  log?: (line: string) => void
  /** What the process may use; absent: what Node's heap allows. */
  maxMemoryBytes?: number
}

const SHARE_FOR_MANY = 7 / 8
const defaultCompactAfterBytes = 16 * 1024 * 1024

/** The declared indexes are kept apart during replay: unique keys may clash between two frames of a snapshot. */
interface Replay {
  collections: Map<string, Collection>
  specifications: Map<string, Map<string, IndexSpecification>>
}

type ReplayKind = {
  [Kind in Effect['kind']]: (replay: Replay, effect: Extract<Effect, { kind: Kind }>) => void
}

const replayKinds: ReplayKind = {
  format: () => undefined,
  snapshotEnd: () => undefined,
  create: ({ collections, specifications }, { namespace }) => {
    if (collections.has(namespace)) return
    collections.set(namespace, createCollection(namespace))
    specifications.set(namespace, new Map())
  },
  drop: ({ collections, specifications }, { namespace }) => {
    collections.delete(namespace)
    specifications.delete(namespace)
  },
  put: ({ collections }, { namespace, document }) =>
    collections.get(namespace)?.documents.set(idKeyOf(document), document),
  delete: ({ collections }, { namespace, id }) => collections.get(namespace)?.documents.delete(keyOf(id)),
  createIndex: ({ specifications }, { namespace, specification }) =>
    specifications.get(namespace)?.set(specification.name, specification),
  dropIndex: ({ specifications }, { namespace, name }) => specifications.get(namespace)?.delete(name),
}

function replayEffect(replay: Replay, effect: Effect): void {
  // The table's entry for a kind takes the effects of that kind, which an index by union cannot express.
  const apply = replayKinds[effect.kind] as (replay: Replay, effect: Effect) => void
  apply(replay, effect)
}

function buildIndexes({ collections, specifications }: Replay): void {
  for (const collection of collections.values()) {
    for (const id of collection.documents.keys()) recordKey(collection, id)
  }
  for (const [namespace, indexes] of specifications) {
    const collection = collections.get(namespace)
    for (const specification of indexes.values()) {
      if (collection) attachIndex(collection, createIndex(specification))
    }
  }
}

/** Copies the lists at once, so that later commands do not show in a snapshot that is written bit by bit. */
function snapshotOf(collections: Map<string, Collection>): Iterable<Effect> {
  const copies = [...collections.values()].map(({ namespace, documents, indexes }) => ({
    namespace,
    documents: [...documents.values()],
    specifications: [...indexes.values()].map((index) => index.specification),
  }))
  return snapshotEffects(copies)
}

interface CollectionCopy {
  namespace: string
  documents: Document[]
  specifications: IndexSpecification[]
}

function* snapshotEffects(copies: CollectionCopy[]): Generator<Effect> {
  for (const { namespace, documents, specifications } of copies) {
    yield { kind: 'create', namespace }
    for (const specification of specifications) yield { kind: 'createIndex', namespace, specification }
    for (const document of documents) yield { kind: 'put', namespace, document }
  }
}

interface DirectoryOptions {
  directory: string
  compactAfterBytes: number
  log: (line: string) => void
  bounds: Pick<Store, 'memory' | 'memoryForMany'>
}

async function openDirectory(options: DirectoryOptions): Promise<Store> {
  const { directory, compactAfterBytes, log, bounds } = options
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY })
  await chmod(directory, OWNER_ONLY_DIRECTORY)
  const { release, wasHeld } = await withReserve(directory, () => lockDirectory(directory))
  const replay: Replay = { collections: new Map(), specifications: new Map() }
  try {
    const journal = await openJournal({
      directory,
      compactAfterBytes,
      wasHeld,
      log,
      replay: (effect) => replayEffect(replay, effect),
      snapshot: () => snapshotOf(replay.collections),
    })
    buildIndexes(replay)
    await keepReserve(directory)
    const close = () => journal.close().finally(release)
    return { collections: replay.collections, journal, ...bounds, close }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Opens the data of a directory, or an empty store in memory.
 * Throws `StartError` when the directory is in use or its journal is damaged.
 */
export async function openStore({
  directory,
  compactAfterBytes = defaultCompactAfterBytes,
  log = (line) => process.stderr.write(`${line}\n`),
  maxMemoryBytes,
}: StoreOptions): Promise<Store> {
  const bounds = {
    memory: createMemoryBound(maxMemoryBytes),
    memoryForMany: createMemoryBound(maxMemoryBytes, SHARE_FOR_MANY),
  }
  if (directory !== undefined) return openDirectory({ directory, compactAfterBytes, log, bounds })
  return { collections: new Map(), journal: volatileJournal, ...bounds, close: volatileJournal.close }
}
