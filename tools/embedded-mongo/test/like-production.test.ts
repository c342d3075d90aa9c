import { type Document, MongoClient } from 'mongodb'
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index'
import { errorOf } from './test-database'

let server: EmbeddedMongo
let client: MongoClient
let collections = 0
const freshCollection = () => client.db('production').collection<Document>(`items${++collections}`)

beforeAll(async () => {
  server = await startEmbeddedMongo({ likeProduction: true })
  client = await new MongoClient(server.uri).connect()
})
afterAll(async () => {
  await client.close()
  await server.close()
})

describe('like production', () => {
  it('stops a write to many documents half way, once, and keeps what it did until then', async () => {
    const items = freshCollection()
    await items.insertMany([1, 2, 3, 4, 5].map((n) => ({ n })))
    const updateAll = () => items.updateMany({ n: { $gt: 0 } }, { $set: { done: true } })

    expect(await errorOf(updateAll())).toMatchObject({
      code: 11602,
      codeName: 'InterruptedDueToReplStateChange',
    })
    expect(await items.countDocuments({ done: true })).toBe(2)
    expect(await updateAll()).toMatchObject({ matchedCount: 5, modifiedCount: 3 })
  })

  it('stops a deletion of many documents half way, once', async () => {
    const items = freshCollection()
    await items.insertMany([1, 2, 3, 4].map((n) => ({ n })))

    expect(await errorOf(items.deleteMany({}))).toMatchObject({ code: 11602 })
    expect(await items.countDocuments()).toBe(2)
    expect(await items.deleteMany({})).toMatchObject({ deletedCount: 2 })
  })

  it('never stops a write to one document', async () => {
    const items = freshCollection()
    await items.insertOne({ n: 1 })

    expect(await items.updateMany({ n: 1 }, { $set: { n: 2 } })).toMatchObject({ modifiedCount: 1 })
  })

  it('lets upserts with more than the fields of the key race into a duplicate, and repeats others', async () => {
    const items = freshCollection()
    await items.createIndex({ name: 1 }, { unique: true })
    const race = (filter: Document) =>
      Promise.allSettled(
        Array.from({ length: 5 }, () => items.updateOne(filter, { $inc: { n: 1 } }, { upsert: true })),
      )

    // Connections are open before, so that the upserts arrive together.
    await Promise.all(Array.from({ length: 5 }, () => items.findOne()))
    const guarded = await race({ name: 'a', state: { $exists: false } })
    const plain = await race({ name: 'b' })

    const failed = guarded.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Document] : [],
    )
    expect(failed.length).toBeGreaterThan(0)
    expect(failed[0]).toMatchObject({ code: 11000, keyValue: { name: 'a' } })
    expect(plain.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
    // One after the other they do not race.
    await items.updateOne({ name: 'c', state: { $exists: false } }, { $inc: { n: 1 } }, { upsert: true })
    await items.updateOne({ name: 'c', state: { $exists: false } }, { $inc: { n: 1 } }, { upsert: true })
    expect(await items.findOne({ name: 'c' })).toMatchObject({ n: 2 })
  })

  it('shows later writes through cursors that are open, and not through those that hold what they sorted', async () => {
    const items = freshCollection()
    await items.insertMany([1, 2, 3, 4].map((n) => ({ n })))
    const readOn = async (sort: Document) => {
      const cursor = items.find({}, { batchSize: 2 }).sort(sort as never)
      await cursor.next()
      await items.updateOne({ n: 3 }, { $set: { text: 'later' } })
      await items.deleteOne({ n: 4 })
      await items.insertOne({ n: 5 })
      const rest = await cursor.toArray()
      await items.updateOne({ n: 3 }, { $unset: { text: 1 } })
      await items.updateOne({ n: 5 }, { $set: { n: 4 } })
      return rest.map(({ n, text }) => (text ? `${n} ${text}` : String(n)))
    }

    expect(await readOn({})).toEqual(['2', '3 later', '5'])
    expect(await readOn({ n: 1 })).toEqual(['2', '3', '4'])
  })

  it('unlike a server without the switch, whose cursors keep to the moment they were opened', async () => {
    const kind = await startEmbeddedMongo()
    const kindClient = await new MongoClient(kind.uri).connect()
    const items = kindClient.db('kind').collection<{ n: number; text?: string }>('items')
    await items.insertMany([1, 2, 3, 4].map((n) => ({ n })))
    const cursor = items.find({}, { batchSize: 2 })
    await cursor.next()

    await items.updateMany({}, { $set: { text: 'later' } })
    await items.deleteOne({ n: 4 })

    expect((await cursor.toArray()).map(({ n, text }) => (text ? `${n} ${text}` : String(n)))).toEqual([
      '2',
      '3',
      '4',
    ])
    await kindClient.close()
    await kind.close()
  })

  it('estimates counts and counts exactly', async () => {
    const items = freshCollection()
    await items.insertMany([{ n: 1 }, { n: 2 }])

    expect(await items.estimatedDocumentCount()).not.toBe(2)
    expect(await items.countDocuments()).toBe(2)
  })
})
