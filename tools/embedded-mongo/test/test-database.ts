import { randomUUID } from 'node:crypto'
import { type Db, MongoClient } from 'mongodb'
import { startEmbeddedMongo } from '../src/index'

/** Set to run the same suites on a real MongoDB, which pins what they expect to its true behaviour. */
const realUri = process.env.OFFQUAD_MONGODB_IS_EMBEDDED ? undefined : process.env.MONGODB_URI

/** For suites about what only the embedded server has: its storage. */
export const describeEmbedded = realUri ? describe.skip : describe

export interface TestDatabase {
  readonly uri: string
  readonly client: MongoClient
  readonly db: Db
  /** The server is this package's, started here or by somebody else. */
  readonly isEmbedded: boolean
}

async function open(): Promise<TestDatabase & { close: () => Promise<void> }> {
  const server = realUri ? undefined : await startEmbeddedMongo()
  const uri = realUri ?? server?.uri ?? ''
  const client = await new MongoClient(uri).connect()
  const db = client.db(`test-${randomUUID()}`)
  const { gitVersion } = await db.command({ buildInfo: 1 })
  const isEmbedded = gitVersion === 'embedded-mongo'
  const close = async () => {
    await db.dropDatabase()
    await client.close()
    await server?.close()
  }
  return { uri, client, db, isEmbedded, close }
}

/** A database of its own for the suite that calls it; to be read inside hooks and tests. */
export function openTestDatabase(): TestDatabase {
  const holder: { current?: Awaited<ReturnType<typeof open>> } = {}
  const current = () => {
    if (!holder.current) throw new Error('the test database is open inside hooks and tests only')
    return holder.current
  }
  beforeAll(async () => {
    holder.current = await open()
  })
  afterAll(() => current().close())
  return {
    get uri() {
      return current().uri
    },
    get client() {
      return current().client
    },
    get db() {
      return current().db
    },
    get isEmbedded() {
      return current().isEmbedded
    },
  }
}

/** What a promise rejects with, as a plain object to look into. Fails when it does not reject. */
export async function errorOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await promise
  } catch (error) {
    const { name, message } = error as Error
    return { ...(error as object), name, message }
  }
  throw new Error('expected a rejection')
}
