import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Document, Long, MongoClient, UUID } from 'mongodb'
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index'
import { message, readReplies } from './raw-messages'
import { errorOf } from './test-database'

describe('a replica set of one', () => {
  let directory: string
  let server: EmbeddedMongo
  let client: MongoClient
  const items = () => client.db('set').collection<{ _id: number; n?: number }>('items')

  async function open(): Promise<void> {
    server = await startEmbeddedMongo({ directory, replicaSet: { name: 'offquad' } })
    client = await new MongoClient(server.uri, { monitorCommands: true }).connect()
  }
  async function close(): Promise<void> {
    await client.close()
    await server.close()
  }
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-set-'))
    await open()
  })
  afterEach(async () => {
    await close()
    await rm(directory, { recursive: true })
  })

  it('is discovered by a driver that knows only an address', async () => {
    expect(await client.db('admin').command({ hello: 1 })).toMatchObject({
      setName: 'offquad',
      isWritablePrimary: true,
      hosts: [`127.0.0.1:${server.port}`],
    })
    const wrong = new MongoClient(`${server.uri}/?replicaSet=other`, { serverSelectionTimeoutMS: 200 })
    expect((await errorOf(wrong.connect()))['name']).toBe('MongoServerSelectionError')
    await wrong.close()
  })

  it('sends drivers to the host it is told to advertise', async () => {
    const relay = createServer((socket) => {
      const onward = connect(behind.port, '127.0.0.1')
      socket.on('error', () => onward.destroy()).pipe(onward)
      onward.on('error', () => socket.destroy()).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const address = `127.0.0.1:${(relay.address() as AddressInfo).port}`
    const behind = await startEmbeddedMongo({ replicaSet: { name: 'offquad', host: address } })
    const other = await new MongoClient(`mongodb://${address}/?replicaSet=offquad`).connect()

    expect(await other.db('set').collection('items').insertOne({})).toMatchObject({ acknowledged: true })
    expect((await other.db('admin').command({ hello: 1 })).me).toBe(address)

    await other.close()
    await behind.close()
    relay.close()
  })

  // https://www.mongodb.com/docs/manual/core/retryable-writes/
  describe('with retryable writes', () => {
    const lsid = { id: new UUID() }

    /** Sends a command as a driver does, which repeats it with the same number when it gets no reply. */
    async function send(command: Document): Promise<Document> {
      const socket = connect(server.port, '127.0.0.1')
      socket.write(message({ ...command, lsid, $db: 'set' }))
      const [reply] = await readReplies(socket, 1)
      socket.destroy()
      return reply?.body ?? {}
    }
    const sendTwice = async (command: Document) => [await send(command), await send(command)]
    const increase = (txnNumber: number) => ({
      update: 'items',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }],
      txnNumber: Long.fromNumber(txnNumber),
    })
    const findItem = () => items().findOne({ _id: 1 })

    it('is sent numbers by the driver', async () => {
      const sent = once(client, 'commandStarted')
      await items().insertOne({ _id: 1 })

      expect((await sent)[0].command).toMatchObject({ txnNumber: expect.anything() })
    })

    it('applies a repeated write once and answers with its first outcome', async () => {
      await items().insertOne({ _id: 1, n: 0 })
      expect(await sendTwice(increase(1))).toMatchObject([
        { n: 1, nModified: 1 },
        { n: 1, nModified: 1 },
      ])
      expect(await findItem()).toEqual({ _id: 1, n: 1 })

      const modify = { findAndModify: 'items', query: { _id: 1 }, update: { $inc: { n: 1 } } }
      expect(await sendTwice({ ...modify, txnNumber: Long.fromNumber(2) })).toMatchObject([
        { value: { n: 1 } },
        { value: { n: 1 } },
      ])
      expect(await findItem()).toEqual({ _id: 1, n: 2 })

      const insert = { insert: 'items', documents: [{ _id: 2 }, { _id: 3 }], txnNumber: Long.fromNumber(3) }
      expect(await sendTwice(insert)).toEqual([
        { n: 2, ok: 1 },
        { n: 2, ok: 1 },
      ])

      const remove = { delete: 'items', deletes: [{ q: {}, limit: 1 }], txnNumber: Long.fromNumber(4) }
      expect(await sendTwice(remove)).toEqual([
        { n: 1, ok: 1 },
        { n: 1, ok: 1 },
      ])
      expect(await items().countDocuments({})).toBe(2)
    })

    it('recognizes a repetition after a restart', async () => {
      await items().insertOne({ _id: 1, n: 0 })
      await send(increase(1))
      await close()
      await open()

      expect(await send(increase(1))).toMatchObject({ n: 1 })

      expect(await findItem()).toEqual({ _id: 1, n: 1 })
    })

    it('refuses a number that is older than the last of its session', async () => {
      await items().insertOne({ _id: 1, n: 0 })
      await send(increase(2))

      expect(await send(increase(1))).toMatchObject({ code: 225, codeName: 'TransactionTooOld' })
      expect(await findItem()).toEqual({ _id: 1, n: 1 })
    })

    it('runs a write again that failed', async () => {
      await items().createIndex({ n: 1 }, { unique: true })
      await items().insertMany([
        { _id: 1, n: 0 },
        { _id: 2, n: 1 },
      ])
      const modify = { findAndModify: 'items', query: { _id: 1 }, update: { $inc: { n: 1 } } }
      const numbered = { ...modify, txnNumber: Long.fromNumber(1) }
      expect(await send(numbered)).toMatchObject({ code: 11000 })
      await items().deleteOne({ _id: 2 })

      expect(await send(numbered)).toMatchObject({ value: { _id: 1, n: 0 } })
    })
  })

  it('refuses transactions, snapshot reads and change streams by name', async () => {
    const session = client.startSession()
    session.startTransaction()
    expect((await errorOf(items().insertOne({ _id: 1 }, { session })))['message']).toContain('transactions')
    await session.abortTransaction().catch(() => undefined)
    await session.endSession()

    const snapshot = client.startSession({ snapshot: true })
    expect((await errorOf(items().findOne({}, { session: snapshot })))['message']).toContain('snapshot')
    await snapshot.endSession()

    const stream = items().watch()
    expect((await errorOf(stream.next()))['message']).toContain('$changeStream')
    await stream.close()
  })
})
