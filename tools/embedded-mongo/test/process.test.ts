import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { runToExit, startProcess } from './server-process'
import { describeEmbedded } from './test-database'

const toError = (error: unknown): unknown => error

interface Entry {
  _id: string
  n: number
  text?: string
}

describeEmbedded('the process', () => {
  let directory: string

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'embedded-mongo-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  async function withEntries<Result>(
    uri: string,
    run: (client: MongoClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 3000 }).connect()
    return run(client).finally(() => client.close())
  }

  const entriesOf = (client: MongoClient) => client.db('crash').collection<Entry>('entries')

  /** Writes from many places at once until the server is gone; returns what was acknowledged. */
  async function writeUntilGone(client: MongoClient, enough: () => void): Promise<Map<string, number>> {
    const acknowledged = new Map<string, number>()
    const writer = async (writer: number) => {
      for (let n = 0; ; n++) {
        const _id = `${writer}/${n % 20}`
        await entriesOf(client).updateOne({ _id }, { $set: { n } }, { upsert: true })
        acknowledged.set(_id, n)
        if (acknowledged.size > 300) enough()
      }
    }
    await Promise.allSettled(Array.from({ length: 30 }, (_unused, index) => writer(index)))
    return acknowledged
  }

  it('keeps every acknowledged write through kill -9', async () => {
    const server = await startProcess(directory)
    let killing: Promise<unknown> | undefined
    const acknowledged = await withEntries(server.uri, (client) =>
      writeUntilGone(client, () => (killing ??= server.stop('SIGKILL'))),
    )
    await killing

    const restarted = await startProcess(directory)
    const stored = await withEntries(restarted.uri, (client) => entriesOf(client).find().toArray())
    await restarted.stop('SIGTERM')

    const values = new Map(stored.map(({ _id, n }) => [_id, n]))
    const lost = [...acknowledged].filter(([_id, n]) => (values.get(_id) ?? -1) < n)
    expect(acknowledged.size).toBeGreaterThan(300)
    expect(lost).toEqual([])
  })

  it('stops cleanly on SIGTERM, gives the directory free and starts again', async () => {
    const first = await startProcess(directory)
    await withEntries(first.uri, (client) => entriesOf(client).insertOne({ _id: 'a', n: 1 }))

    expect(await first.stop('SIGTERM')).toBe(0)
    expect(existsSync(join(directory, 'lock'))).toBe(false)
    const second = await startProcess(directory)
    expect(await withEntries(second.uri, (client) => entriesOf(client).findOne())).toEqual({ _id: 'a', n: 1 })
    await second.stop('SIGINT')
  })

  it('refuses a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }

    const { code, stderr } = await runToExit({
      EMBEDDED_MONGO_DIR: directory,
      EMBEDDED_MONGO_PORT: String(port),
    })

    other.close()
    expect(code).toBe(1)
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken`)
    expect(existsSync(join(directory, 'lock'))).toBe(false)
  })

  it('refuses to run in production', async () => {
    const { code, stderr } = await runToExit({ NODE_ENV: 'production' })

    expect(code).toBe(1)
    expect(stderr).toContain('development, tests and demos only')
  })

  it('answers an error and stores nothing when the disk is full, and goes on', async () => {
    const server = await startProcess(directory, { fileKilobytes: 200 })
    const outcome = await withEntries(server.uri, async (client) => {
      const stored: string[] = []
      let failure: { code?: number; message?: string } = {}
      for (let n = 0; n < 10 && !failure.message; n++) {
        await entriesOf(client)
          .insertOne({ _id: `${n}`, n, text: 'x'.repeat(40_000) })
          .then(({ insertedId }) => stored.push(insertedId))
          .catch((error: Error) => (failure = error))
      }
      await entriesOf(client).insertOne({ _id: 'small', n: 0 })
      return { stored, failure, ids: await entriesOf(client).distinct('_id') }
    })
    await server.stop('SIGKILL')

    const restarted = await startProcess(directory)
    const ids = await withEntries(restarted.uri, (client) => entriesOf(client).distinct('_id'))
    await restarted.stop('SIGTERM')

    expect(outcome.failure).toMatchObject({
      code: 14031,
      message: expect.stringContaining('nothing was stored'),
    })
    expect(outcome.ids).toEqual([...outcome.stored, 'small'])
    expect(ids).toEqual(outcome.ids)
  })

  it('refuses writes when its memory is used up, still deletes, and takes writes again', async () => {
    const server = await startProcess(directory, { heapMegabytes: 300 })
    const outcome = await withEntries(server.uri, async (client) => {
      const store = (n: number) =>
        entriesOf(client).insertOne({ _id: `${n}`, n, text: randomBytes(2 ** 20).toString('hex') })
      let stored = 0
      const failure = await (async () => {
        for (; stored < 300; stored += 1) await store(stored)
      })().catch(toError)
      const kept = await entriesOf(client).countDocuments()
      await entriesOf(client).deleteMany({})
      // It measures again after a while.
      for (let error: unknown = 'not yet'; error;) error = await store(0).then(() => undefined, toError)
      return { failure, stored, kept }
    })
    await server.stop('SIGTERM')

    expect(outcome.failure).toMatchObject({
      code: 146,
      message: expect.stringContaining('Nothing was stored'),
    })
    expect(outcome.stored).toBeGreaterThan(5)
    expect(outcome.kept).toBe(outcome.stored)
  })
})
