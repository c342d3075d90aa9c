import { randomUUID } from 'node:crypto'
import { type Db, MongoClient } from 'mongodb'
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index'

/** Set to run the same suites on a real MongoDB, which pins what they expect to its true behaviour. */
const realUri = process.env.OFFQUAD_MONGODB_IS_EMBEDDED ? undefined : process.env.MONGODB_URI

/** For suites about what only the embedded server has: its storage. */
export const describeEmbedded = realUri ? describe.skip : describe

export interface TestDatabase {
  readonly uri: string
  readonly client: MongoClient
  readonly db: Db
}

/** A database of its own for the suite that calls it; to be read inside hooks and tests. */
export function openTestDatabase(): TestDatabase {
  const database = {} as { -readonly [Name in keyof TestDatabase]: TestDatabase[Name] }
  let server: EmbeddedMongo | undefined
  beforeAll(async () => {
    server = realUri ? undefined : await startEmbeddedMongo()
    database.uri = realUri ?? server?.uri ?? ''
    database.client = await new MongoClient(database.uri).connect()
    database.db = database.client.db(`test-${randomUUID()}`)
  })
  afterAll(async () => {
    await database.db.dropDatabase()
    await database.client.close()
    await server?.close()
  })
  return database
}

/** The error that a promise rejects with, as a plain object. Fails when it does not reject. */
export async function errorOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await promise
  } catch (error) {
    const { name, message } = error as Error
    return { ...(error as object), name, message }
  }
  throw new Error('expected a rejection')
}
