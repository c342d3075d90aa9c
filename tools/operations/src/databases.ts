import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BSON, type Db, type Document, type MongoClient } from 'mongodb'
import { OperationFailure } from './operation-failure'

/** Documents by database and collection. */
export type Counts = Record<string, Record<string, number>>

/** Every service has the database offquad-<name>, and so have the gateways. */
export const PLATFORM_PREFIX = 'offquad-'

/** The database into which a drill restores another one. */
export const drillDatabaseOf = (database: string): string => `drill-${database}`

const DOCUMENTS_AT_ONCE = 500
const BYTES_AT_ONCE = 16 * 1024 * 1024
const LENGTH_BYTES = 4

/** The databases of the platform that this user may see and that hold anything, by name. */
async function listDatabases(client: MongoClient): Promise<string[]> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  return databases
    .map(({ name }) => name)
    .filter((name) => name.startsWith(PLATFORM_PREFIX))
    .toSorted()
}

async function listCollections(db: Db): Promise<string[]> {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray()
  return listed.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
}

/** Whether the databases of the platform hold anything yet. */
export async function isEmpty(client: MongoClient): Promise<boolean> {
  for (const name of await listDatabases(client))
    for (const collection of await listCollections(client.db(name)))
      if (await client.db(name).collection(collection).findOne()) return false
  return true
}

// Documents that name a picture, in any database, are read before it, so that the archive has the picture.
const isPictures = (collection: string): boolean => /photo|picture/i.test(collection)

/**
 * Writes the databases of the platform as mongodump does: <database>/<collection>.bson, one document after the other. Each
 * collection is as it was when its turn came.
 * @throws MongoServerError when the user may not read
 */
export async function dumpDatabases(client: MongoClient, folder: string): Promise<Counts> {
  const counts: Counts = {}
  const collections: { database: string; name: string }[] = []
  for (const database of await listDatabases(client)) {
    await mkdir(path.join(folder, database), { recursive: true, mode: 0o700 })
    counts[database] = {}
    for (const name of await listCollections(client.db(database))) collections.push({ database, name })
  }
  for (const { database, name } of collections.toSorted(
    (a, b) => Number(isPictures(a.name)) - Number(isPictures(b.name)),
  ))
    (counts[database] ??= {})[name] = await dumpCollection(
      client.db(database),
      name,
      path.join(folder, database),
    )
  return counts
}

async function dumpCollection(db: Db, name: string, folder: string): Promise<number> {
  let count = 0
  const documents = async function* () {
    for await (const document of db.collection(name).find({}, { raw: true })) {
      count += 1
      yield document as unknown as Buffer
    }
  }
  await pipeline(documents, createWriteStream(path.join(folder, `${name}.bson`), { mode: 0o600 }))
  return count
}

/**
 * Puts what was dumped in place of what is there; indexes are created by the services when they start. Collections are
 * dropped one by one, which the role readWrite allows, and databases are not, which it does not.
 * @param expected what was dumped
 * @param nameOf the database that a dumped one is written to; the same by default
 * @throws OperationFailure when something is missing, or there is more than expected
 */
export async function loadDatabases(
  client: MongoClient,
  folder: string,
  expected: Counts,
  nameOf: (database: string) => string = (database) => database,
): Promise<void> {
  const dumped = await readdir(folder)
  // Also of a service that did not exist yet: what it stored refers to what is replaced.
  for (const database of new Set([...dumped, ...(await listDatabases(client))]))
    await clear(client.db(nameOf(database)))
  for (const [database, collections] of Object.entries(expected))
    for (const [collection, count] of Object.entries(collections)) {
      const file = path.join(folder, database, `${collection}.bson`)
      const loaded = await loadCollection(client.db(nameOf(database)), collection, file)
      if (loaded !== count)
        throw new OperationFailure(
          `${database}.${collection} should have ${count} documents and has ${loaded}.`,
        )
    }
}

/** Drops every collection that this user may see. */
export async function clear(db: Db): Promise<void> {
  for (const name of await listCollections(db)) await db.dropCollection(name)
}

// A document that was deleted and written again while its collection was read may be there twice.
async function loadCollection(db: Db, collection: string, file: string): Promise<number> {
  // Also when it is empty: the collection was there.
  await db.createCollection(collection)
  let count = 0
  let bytes = 0
  let batch: Document[] = []
  const write = async () => {
    const upserts = batch.map((replacement) => ({
      replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
    }))
    if (upserts.length > 0) await db.collection(collection).bulkWrite(upserts)
    count += batch.length
    bytes = 0
    batch = []
  }
  for await (const document of readBsonFile(file)) {
    // Numbers and expressions keep the types they are stored with.
    batch.push(BSON.deserialize(document, { promoteValues: false, bsonRegExp: true }))
    bytes += document.length
    if (batch.length === DOCUMENTS_AT_ONCE || bytes > BYTES_AT_ONCE) await write()
  }
  await write()
  return count
}

/** The documents of a file, one after the other; each begins with its length. */
async function* readBsonFile(file: string): AsyncGenerator<Buffer> {
  let unread = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    unread = Buffer.concat([unread, chunk as Buffer])
    while (unread.length >= LENGTH_BYTES && unread.length >= unread.readInt32LE(0)) {
      const length = unread.readInt32LE(0)
      yield unread.subarray(0, length)
      unread = unread.subarray(length)
    }
  }
}

export const describeCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([database, collections]) => {
      const documents = Object.values(collections).reduce((sum, count) => sum + count, 0)
      return `${database.padEnd(16)} ${documents} documents in ${Object.keys(collections).length} collections`
    })
    .join('\n')
