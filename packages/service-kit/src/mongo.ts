import { type Connection, createConnection, mongo, type Model } from 'mongoose'
import { Gauge } from 'prom-client'
import { watchStore } from './metrics/serve'

/**
 * Connects to a service's database. Queries without a server fail after 5 s.
 * @throws MongooseServerSelectionError when no server responds within 5 s
 */
export async function connectMongo(uri: string, database: string): Promise<Connection> {
  const connection = await createConnection(uri, {
    dbName: database,
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 10_000,
    maxPoolSize: 20,
    bufferCommands: false,
    autoIndex: false,
  }).asPromise()
  observeMongo(connection)
  return connection
}

const inUse = new Gauge({ name: 'mongo_connections_in_use', help: 'Connections with a running operation' })

/** Measures a process's connections to MongoDB. */
function observeMongo(connection: Connection): void {
  connection
    .getClient()
    .on('connectionCheckedOut', () => inUse.inc())
    .on('connectionCheckedIn', () => inUse.dec())
  watchStore('mongodb', () => pingMongo(connection))
}

/** Creates the indexes of all models of the connection, so that uniqueness is enforced before the service starts. */
export async function ensureIndexes(connection: Connection): Promise<void> {
  await Promise.all(Object.values(connection.models).map((model) => model.createIndexes()))
}

/** Rejects when the database does not respond. For readiness checks. */
export async function pingMongo(connection: Connection): Promise<void> {
  if (!connection.db) throw new Error('not connected')
  await connection.db.admin().ping()
}

// See mongodb.com/docs/manual/reference/error-codes: DuplicateKey.
const DUPLICATE_KEY = 11000

/** Whether a write, or every failed write of a bulk, violated a unique index. */
const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError &&
  error.code === DUPLICATE_KEY &&
  (!(error instanceof mongo.MongoBulkWriteError) ||
    [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY))

/** The result of a write; if it violated a unique index, that of `otherwise`. */
export async function onDuplicateKey<Result, Otherwise>(
  write: PromiseLike<Result>,
  otherwise: () => Otherwise,
): Promise<Result | Awaited<Otherwise>> {
  try {
    return await write
  } catch (error) {
    if (isDuplicateKey(error)) return await otherwise()
    throw error
  }
}

/**
 * Stores documents with a version, unless the stored version is the same or newer. Calls may be reordered and repeated.
 * @param documents fields to set, by id
 */
export async function upsertNewer<Stored extends { _id: string; version: number }>(
  model: Model<Stored>,
  documents: readonly (Partial<Stored> & Pick<Stored, '_id' | 'version'>)[],
): Promise<void> {
  if (documents.length === 0) return
  const save = (upsert: boolean) =>
    model.bulkWrite(
      documents.map(({ _id, ...content }) => ({
        updateOne: {
          filter: { _id, version: { $lt: content.version } },
          update: { $set: content },
          upsert,
        },
      })) as Parameters<typeof model.bulkWrite>[0],
      { ordered: false },
    )
  // Some exist already: newer ones, or older ones that were inserted concurrently, which a second attempt updates.
  await onDuplicateKey(save(true), () => save(false))
}
