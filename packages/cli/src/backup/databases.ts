import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BSON, type ClientSession, type Db, type Document, MongoClient } from 'mongodb'
import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { findSlices } from '../new/find-slices'

/** One of each service, under the default name of its setting MONGODB_DATABASE, and that of the gateways. */
const databases = (): string[] => [
  ...findSlices(REPOSITORY).services.map(({ name }) => `offquad-${name}`),
  'offquad-gateway',
]

/** Documents by database and collection. */
export type Counts = Record<string, Record<string, number>>

const INSERTED_AT_ONCE = 500
const LENGTH_BYTES = 4

/**
 * Connects, does something and disconnects.
 * @throws CommandFailure when the server cannot be reached
 */
export async function withMongo<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new CommandFailure(`MongoDB cannot be reached: ${(error as Error).message}`)
  }
  return work(client).finally(() => client.close())
}

/**
 * Writes every collection as mongodump does: <database>/<collection>.bson, documents one after the other. A replica set is
 * read as it was at one moment; a single server collection by collection, and outboxes say what is missing between them.
 */
export async function dump(client: MongoClient, folder: string): Promise<Counts> {
  const { setName } = await client.db('admin').command({ hello: 1 })
  const session = setName ? client.startSession({ snapshot: true }) : undefined
  const counts: Counts = {}
  try {
    for (const name of databases())
      counts[name] = await dumpDatabase(client.db(name), path.join(folder, name), session)
  } finally {
    await session?.endSession()
  }
  return counts
}

async function dumpDatabase(
  db: Db,
  folder: string,
  session?: ClientSession,
): Promise<Record<string, number>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const counts: Record<string, number> = {}
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (name.startsWith('system.')) continue
    let documents = 0
    const cursor = db.collection(name).find({}, { raw: true, ...(session && { session }) })
    const count = async function* () {
      for await (const document of cursor) {
        documents += 1
        yield document as unknown as Buffer
      }
    }
    await pipeline(count(), createWriteStream(path.join(folder, `${name}.bson`), { mode: 0o600 }))
    counts[name] = documents
  }
  return counts
}

/** Whether a database holds anything yet. */
export async function isEmpty(client: MongoClient): Promise<boolean> {
  for (const name of databases())
    for (const collection of await client.db(name).listCollections({}, { nameOnly: true }).toArray())
      if (await client.db(name).collection(collection.name).findOne({})) return false
  return true
}

/** Puts back what was dumped in place of what is there; indexes are made by the services when they start. */
export async function load(client: MongoClient, folder: string): Promise<Counts> {
  const counts: Counts = {}
  for (const name of databases()) {
    const db = client.db(name)
    await db.dropDatabase()
    const files = await readdir(path.join(folder, name)).catch(() => [])
    const loaded: Record<string, number> = {}
    for (const file of files.filter((one) => one.endsWith('.bson'))) {
      const collection = path.basename(file, '.bson')
      loaded[collection] = await loadCollection(db, collection, path.join(folder, name, file))
    }
    counts[name] = loaded
  }
  return counts
}

async function loadCollection(db: Db, collection: string, file: string): Promise<number> {
  let count = 0
  let batch: Document[] = []
  const insert = async () => {
    if (batch.length > 0) await db.collection(collection).insertMany(batch)
    count += batch.length
    batch = []
  }
  for await (const document of documentsIn(file)) {
    batch.push(document)
    if (batch.length === INSERTED_AT_ONCE) await insert()
  }
  await insert()
  return count
}

/** Documents begin with their length; numbers keep the types they had. */
async function* documentsIn(file: string): AsyncGenerator<Document> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk as Buffer])
    while (rest.length >= LENGTH_BYTES && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      yield BSON.deserialize(rest.subarray(0, length), { promoteValues: false })
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new CommandFailure(`${path.basename(file)} ends in the middle of a document.`)
}
