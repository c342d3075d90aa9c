import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Db, type Document, type MongoClient } from 'mongodb'
import { listPlatformDatabases } from '../platform-databases'
import { decodeDocument, readBsonFile } from './bson-file'
import { type Counts } from './dump-databases'
import { OperationFailure } from '../operation-failure'

const DOCUMENTS_AT_ONCE = 500
const BYTES_AT_ONCE = 16 * 1024 * 1024

/** Whether the databases of the platform hold anything yet. */
export async function isEmpty(client: MongoClient): Promise<boolean> {
  for (const name of await listPlatformDatabases(client))
    for (const collection of await client.db(name).listCollections({}, { nameOnly: true }).toArray())
      if (
        await client
          .db(name)
          .collection(collection.name)
          .findOne({}, { projection: { _id: 1 } })
      )
        return false
  return true
}

/**
 * Puts what was dumped in place of what is there; indexes are created by the services when they start. Collections are
 * dropped one by one, which the role readWrite allows, and databases are not, which it does not.
 * @param nameOf the database that a dumped one is written to; the same by default
 */
export async function loadDatabases(
  client: MongoClient,
  folder: string,
  nameOf: (database: string) => string = (database) => database,
): Promise<Counts> {
  const dumped = await readdir(folder)
  // Also of a service that did not exist yet: what it stored refers to what is replaced.
  const others = await listPlatformDatabases(client)
  for (const database of new Set([...dumped, ...others])) await clear(client.db(nameOf(database)))
  const counts: Counts = {}
  for (const database of dumped) {
    const loaded: Record<string, number> = {}
    counts[database] = loaded
    for (const file of await readdir(path.join(folder, database))) {
      const collection = path.basename(file, '.bson')
      loaded[collection] = await loadCollection(
        client.db(nameOf(database)),
        collection,
        path.join(folder, database, file),
      )
    }
  }
  return counts
}

/** Drops every collection that this user may see. */
export async function clear(db: Db): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if (!name.startsWith('system.')) await db.dropCollection(name)
}

async function loadCollection(db: Db, collection: string, file: string): Promise<number> {
  // Also when it is empty: the collection was there.
  await db.createCollection(collection)
  let count = 0
  let bytes = 0
  let batch: Document[] = []
  const insert = async () => {
    if (batch.length > 0) await db.collection(collection).insertMany(batch)
    count += batch.length
    bytes = 0
    batch = []
  }
  for await (const document of readBsonFile(file)) {
    batch.push(decodeDocument(document))
    bytes += document.length
    if (batch.length === DOCUMENTS_AT_ONCE || bytes > BYTES_AT_ONCE) await insert()
  }
  await insert()
  return count
}

/** @throws OperationFailure when something is missing, or there is more than expected */
export function checkCounts(expected: Counts, counts: Counts): void {
  for (const [database, collections] of Object.entries(expected))
    for (const [collection, count] of Object.entries(collections)) {
      const found = counts[database]?.[collection] ?? 0
      if (found !== count)
        throw new OperationFailure(
          `${database}.${collection} should have ${count} documents and has ${found}.`,
        )
    }
}

export const describeCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([database, collections]) => {
      const documents = Object.values(collections).reduce((sum, count) => sum + count, 0)
      return `${database.padEnd(16)} ${documents} documents in ${Object.keys(collections).length} collections`
    })
    .join('\n')
