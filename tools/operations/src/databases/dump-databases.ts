import { createWriteStream } from 'node:fs'
import { appendFile, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type ClientSession,
  type FindCursor,
  type MongoClient,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb'
import { OperationFailure } from '../operation-failure'
import { listPlatformDatabases } from '../platform-databases'
import { decodeDocument, idKeyOf, readBsonFile } from './bson-file'
import { type ChangedDocuments, type DocumentIds, followChanges, mergeIds } from './changed-documents'

/** Documents by database and collection. */
export type Counts = Record<string, Record<string, number>>

export interface Dump {
  counts: Counts
  /** `moment`: all databases as they were at one time. `collection`: each collection as it was when it was read. */
  consistency: 'moment' | 'collection'
}

/** Resolves between the parts of a dump; tests let others write meanwhile. */
export type OnStep = (step: string) => void | Promise<void>

const IDS_AT_ONCE = 500
const ATTEMPTS = 5

/**
 * Writes the databases of the platform as mongodump does: <database>/<collection>.bson, one document after the other.
 *
 * A replica set is written as it was at one moment, the end of the dump, however long that takes. Collections are read
 * without a snapshot, because MongoDB keeps none for longer than five minutes, while change streams note which documents
 * change. These few are then read again in one short snapshot of all databases. Should even that take too long, the next
 * snapshot goes on with what is left and what changed since.
 *
 * A standalone server has neither: each collection is read as it is when its turn comes.
 * @param folder where to write; must not have files of the databases yet
 * @throws MongoServerError when the user may not read
 * @throws OperationFailure when a collection is dropped meanwhile
 */
export async function dumpDatabases(
  client: MongoClient,
  folder: string,
  onStep: OnStep = () => undefined,
): Promise<Dump> {
  const databases = await listPlatformDatabases(client)
  const { setName } = await client.db('admin').command({ hello: 1 })
  if (!setName)
    return {
      counts: await dumpCollections(client, databases, folder, onStep),
      consistency: 'collection',
    }
  const changes = await followChanges(client, databases)
  try {
    const counts = await dumpCollections(client, databases, folder, onStep)
    await bringToOneMoment(client, changes, { folder, counts, onStep })
    return { counts, consistency: 'moment' }
  } finally {
    await changes.close()
  }
}

const fileOf = (folder: string, collection: string): string => path.join(folder, `${collection}.bson`)

async function dumpCollections(
  client: MongoClient,
  databases: string[],
  folder: string,
  onStep: OnStep,
): Promise<Counts> {
  const counts: Counts = {}
  for (const database of databases) {
    await mkdir(path.join(folder, database), { recursive: true, mode: 0o700 })
    const counted: Record<string, number> = {}
    counts[database] = counted
    for (const name of await collectionsOf(client, database)) {
      await onStep(`${database}/${name}`)
      counted[name] = await withRetries(() => dumpCollection(client, database, name, folder))
    }
  }
  return counts
}

async function collectionsOf(client: MongoClient, database: string): Promise<string[]> {
  const listed = await client.db(database).listCollections({}, { nameOnly: true }).toArray()
  return listed.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
}

async function dumpCollection(
  client: MongoClient,
  database: string,
  name: string,
  folder: string,
): Promise<number> {
  const documents = client.db(database).collection(name).find({}, { raw: true })
  return writeDocuments(rawDocuments(documents), fileOf(folder, `${database}/${name}`))
}

/** Resolves with how many there were. */
async function writeDocuments(documents: AsyncIterable<Buffer>, file: string): Promise<number> {
  let count = 0
  const counted = async function* () {
    for await (const document of documents) {
      count += 1
      yield document
    }
  }
  await pipeline(counted(), createWriteStream(file, { mode: 0o600 }))
  return count
}

async function* rawDocuments(cursor: FindCursor): AsyncGenerator<Buffer> {
  for await (const document of cursor) yield document as unknown as Buffer
}

/** A failover ends a cursor; the collection is read again from its beginning. */
async function withRetries<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!isCursorLost(error) || attempt === ATTEMPTS) throw error
    }
  }
}

// https://www.mongodb.com/docs/manual/reference/error-codes/: CursorNotFound, CursorKilled, and what a member answers that
// is not the primary any more.
const LOST_CURSOR = new Set([43, 237, 91, 189, 10107, 11600, 11602, 13435])
// SnapshotTooOld, and SnapshotUnavailable: an index or a collection was created after it.
const LOST_SNAPSHOT = new Set([239, 246])

const isCursorLost = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  (error instanceof MongoServerError && LOST_CURSOR.has(Number(error.code)))

const isSnapshotLost = (error: unknown): boolean =>
  isCursorLost(error) || (error instanceof MongoServerError && LOST_SNAPSHOT.has(Number(error.code)))

/** Where the last version of each document that was read again lies in its file of changes; undefined: deleted. */
type Rereads = Map<string, Map<string, { at: number; length: number } | undefined>>

async function bringToOneMoment(
  client: MongoClient,
  changes: ChangedDocuments,
  { folder, counts, onStep }: { folder: string; counts: Counts; onStep: OnStep },
): Promise<void> {
  const rereads: Rereads = new Map()
  let left: DocumentIds = new Map()
  for (let attemptsInVain = 0; ;) {
    if (attemptsInVain === ATTEMPTS)
      throw new OperationFailure(
        'MongoDB keeps snapshots for too short a time: raise minSnapshotHistoryWindowInSeconds to 300, its default.',
      )
    const numReread = sizeOf(rereads)
    const before = mergeIds([left, changes.take()])
    const session = client.startSession({ snapshot: true })
    try {
      await beginSnapshot(client, session)
      await changes.catchUp()
      // These may have changed after the snapshot; should it be given up, they are read again in the next one.
      const since = changes.take()
      const outcome = await reread(client, session, mergeIds([before, since]), { folder, rereads, onStep })
      if (outcome === 'complete') break
      left = mergeIds([outcome, since])
      attemptsInVain = sizeOf(rereads) > numReread ? 0 : attemptsInVain + 1
    } finally {
      await session.endSession()
    }
  }
  for (const [collection, documents] of rereads) {
    const [database = '', ...names] = collection.split('/')
    counts[database] = {
      ...counts[database],
      [names.join('/')]: await applyRereads(folder, collection, documents),
    }
  }
}

const sizeOf = (rereads: Rereads): number =>
  [...rereads.values()].reduce((sum, documents) => sum + documents.size, 0)

/** The first read decides at which time the others read, in all databases. */
async function beginSnapshot(client: MongoClient, session: ClientSession): Promise<void> {
  const [database = 'admin'] = await listPlatformDatabases(client)
  const [collection = 'nothing'] = await collectionsOf(client, database)
  await client
    .db(database)
    .collection(collection)
    .findOne({}, { session, projection: { _id: 1 } })
}

interface Rereading {
  folder: string
  rereads: Rereads
  onStep: OnStep
}

/** Reads changed documents in a snapshot; resolves with those that are left when it has become too old. */
async function reread(
  client: MongoClient,
  session: ClientSession,
  pending: DocumentIds,
  { folder, rereads, onStep }: Rereading,
): Promise<DocumentIds | 'complete'> {
  const left = mergeIds([pending])
  for (const [collection, ids] of pending) {
    const [database = '', ...names] = collection.split('/')
    const source = client.db(database).collection(names.join('/'))
    const found = rereads.get(collection) ?? new Map()
    rereads.set(collection, found)
    await mkdir(path.join(folder, database), { recursive: true, mode: 0o700 })
    const file = await open(`${fileOf(folder, collection)}.changes`, 'a', 0o600)
    try {
      let { size } = await file.stat()
      for (const batch of batchesOf([...ids])) {
        await onStep(`changes of ${collection}`)
        const read: [string, { at: number; length: number }][] = []
        const values = batch.map(([, id]) => id)
        const cursor = source.find({ _id: { $in: values as never[] } }, { session, raw: true })
        for await (const document of rawDocuments(cursor)) {
          await file.appendFile(document)
          read.push([idKeyOf(decodeDocument(document)._id), { at: size, length: document.length }])
          size += document.length
        }
        const byKey = new Map(read)
        for (const [key] of batch) {
          found.set(key, byKey.get(key))
          left.get(collection)?.delete(key)
        }
      }
    } catch (error) {
      if (isSnapshotLost(error)) return left
      throw error
    } finally {
      await file.close()
    }
  }
  return 'complete'
}

function* batchesOf<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += IDS_AT_ONCE) yield items.slice(at, at + IDS_AT_ONCE)
}

/** Replaces in a collection's file the documents that were read again; resolves with how many it has then. */
async function applyRereads(
  folder: string,
  collection: string,
  places: Map<string, { at: number; length: number } | undefined>,
): Promise<number> {
  const file = fileOf(folder, collection)
  const next = `${file}.next`
  // There is none yet of a collection that was created meanwhile.
  await appendFile(file, '', { mode: 0o600 })
  const changed = await open(`${file}.changes`)
  async function* documents(): AsyncGenerator<Buffer> {
    for await (const document of readBsonFile(file))
      if (!places.has(idKeyOf(decodeDocument(document)._id))) yield document
    for (const place of places.values())
      if (place) yield (await changed.read(Buffer.alloc(place.length), 0, place.length, place.at)).buffer
  }
  const count = await writeDocuments(documents(), next).finally(() => changed.close())
  await rename(next, file)
  await rm(`${file}.changes`)
  return count
}
