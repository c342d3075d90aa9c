import { type Connection } from 'mongoose'
import { type CommandFault, type MongoProxy, startMongoProxy } from './mongo-proxy'
import { testSettings } from './settings'

/** A request that writes, as a client sends and repeats it. */
export interface FaultyWrite {
  /** Prepares the database for the request; called before each run. */
  prepare: () => Promise<unknown>
  send: () => Promise<{ status: number; retryAfter: string | null }>
  /** Runs the jobs of the service's workers. */
  sweep: () => Promise<unknown>
  /** Reads what is stored afterwards. */
  read: () => Promise<unknown>
}

interface FaultyRun {
  /** "not-primary at 3, update". */
  fault: string
  /** The status of each attempt; the request is repeated while the database is unavailable. */
  statuses: number[]
  /** Every 503 had a Retry-After header. */
  hadRetryAfter: boolean
  stored: unknown
}

const MAX_ATTEMPTS = 3

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify'])

/** A call that writes, as listed by a suite. */
interface ListedWrite {
  call: Call
  /** Distinguishes several writes of one call. */
  as?: string
}

interface Call {
  method: string
  path: string
}

interface ServiceWrites<T extends ListedWrite> {
  /** All calls of the service. */
  endpoints: readonly Call[]
  /** Calls that write, each at least once. */
  writes: readonly T[]
  /** Starts the service with its database behind this URI. */
  start: (mongoUri: string) => Promise<{ close: () => Promise<void> }>
  /** Prepares one of the writes; called inside tests. */
  toFaultyWrite: (write: T) => FaultyWrite
}

/**
 * The tests that every write of a service is answered as done or with 503 while the primary steps down or dies, and stored
 * once, and that no call which writes is missing among them.
 */
export function describeWritesDuringFailover<T extends ListedWrite>({
  endpoints,
  writes,
  start,
  toFaultyWrite,
}: ServiceWrites<T>): void {
  let proxy: MongoProxy
  let service: { close: () => Promise<void> }
  beforeAll(async () => {
    proxy = await startMongoProxy(testSettings().MONGODB_URI)
    service = await start(proxy.uri)
  })
  afterAll(async () => {
    await service.close()
    await proxy.close()
  })

  describe('a write during which the primary steps down or dies', () => {
    it('is any of the calls that write', () => {
      const calls = endpoints.filter(({ method }) => method !== 'GET').map(nameOf)

      expect(new Set(writes.map(({ call }) => nameOf(call)))).toEqual(new Set(calls))
    })

    it.each(
      writes.map((write) => [[nameOf(write.call), write.as].filter(Boolean).join(', '), write] as const),
    )('is answered as done or with 503, and stored once: %s', async (_name, write) => {
      const { status, stored, runs } = await failEachCommand(proxy, toFaultyWrite(write))

      expect(status).toBeLessThan(300)
      for (const run of runs) expect(run).toEqual({ ...run, hadRetryAfter: true, stored })
      expect(runs.map(({ statuses }) => statuses.at(-1))).toEqual(runs.map(() => status))
    })
  })
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`

/**
 * Sends a request without a fault, then once for each of its database commands with a fault in that command: each is cut off,
 * and each that writes is also rejected.
 * @returns what is stored without a fault, and the outcome of each run
 */
async function failEachCommand(
  proxy: MongoProxy,
  { prepare, send, sweep, read }: FaultyWrite,
): Promise<{ status: number; stored: unknown; runs: FaultyRun[] }> {
  await prepare()
  const { status } = await send()
  await sweep()
  const stored = await read()
  const runs: FaultyRun[] = []

  /** The command that failed; undefined if the request sends fewer commands. */
  async function run(n: number, fault: CommandFault): Promise<string | undefined> {
    await prepare()
    proxy.failCommand(n, fault)
    const attempts = [await send()]
    const command = proxy.stopFailing()
    if (command === undefined) return undefined
    while (attempts.at(-1)?.status === 503 && attempts.length < MAX_ATTEMPTS) attempts.push(await send())
    await sweep()
    runs.push({
      fault: `${fault} at ${n}, ${command}`,
      statuses: attempts.map((attempt) => attempt.status),
      hadRetryAfter: attempts.every((attempt) => attempt.status !== 503 || attempt.retryAfter !== null),
      stored: await read(),
    })
    return command
  }

  for (
    let n = 1, command = await run(n, 'cut-off');
    command !== undefined;
    command = await run(++n, 'cut-off')
  )
    if (WRITES.has(command)) await run(n, 'not-primary')
  return { status, stored, runs }
}

// UUIDs, 16 bytes as hexadecimal digits, and 32 bytes as base64url.
const GENERATED = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[\w-]{43}/g

/**
 * Everything in a database by collection, with generated ids and times replaced, so that two runs of the same request are
 * equal.
 * @param leaveOut names of collections and fields, such as counters that may skip numbers
 */
export async function readComparable(
  { db }: Connection,
  leaveOut: readonly string[] = [],
): Promise<Record<string, unknown[]>> {
  if (!db) throw new Error('not connected')
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort()
  const contents = names
    .filter((name) => !leaveOut.includes(name))
    .map(async (name) => {
      const documents = await db.collection(name).find({}, { promoteValues: true }).toArray()
      return [name, documents.map((document) => comparable(document, leaveOut)).sort(byText)] as const
    })
  return Object.fromEntries((await Promise.all(contents)).filter(([, documents]) => documents.length > 0))
}

function comparable(value: unknown, leaveOut: readonly string[]): unknown {
  if (value instanceof Date) return 'a time'
  if (typeof value === 'string') return value.replace(GENERATED, 'an id')
  if (Array.isArray(value)) return value.map((item) => comparable(item, leaveOut))
  if (typeof value !== 'object' || value === null) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value.constructor.name
  const members = Object.entries(value).filter(([name]) => !leaveOut.includes(name))
  return Object.fromEntries(members.map(([name, member]) => [name, comparable(member, leaveOut)]))
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
