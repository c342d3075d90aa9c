import { Long, MongoClient } from 'mongodb'
import { errorOf, openTestDatabase } from './test-database'

const database = openTestDatabase()
const numbers = () => database.db.collection<{ _id: number; text?: string }>('numbers')
const ids = Array.from({ length: 250 }, (_unused, index) => index)

beforeEach(async () => {
  await numbers().deleteMany({})
  await numbers().insertMany(ids.map((_id) => ({ _id })))
})

describe('cursors', () => {
  it('deliver everything over several batches', async () => {
    const found = await numbers().find().sort({ _id: 1 }).batchSize(17).toArray()

    expect(found.map(({ _id }) => _id)).toEqual(ids)
  })

  it('deliver 101 documents first when no batch size is given', async () => {
    const { cursor } = await database.db.command({ find: 'numbers', filter: {} })

    expect(cursor.firstBatch).toHaveLength(101)
    expect(Number(cursor.id)).not.toBe(0)
  })

  it('may start with an empty batch', async () => {
    const first = await database.db.command({ find: 'numbers', batchSize: 0 })
    const next = await database.db.command({
      getMore: Long.fromValue(first['cursor'].id),
      collection: 'numbers',
      batchSize: 3,
    })

    expect(first['cursor'].firstBatch).toEqual([])
    expect(next['cursor'].nextBatch).toHaveLength(3)
  })

  it('end after a single batch or the limit', async () => {
    const single = await database.db.command({ find: 'numbers', batchSize: 5, singleBatch: true })
    const limited = await numbers().find().limit(120).batchSize(50).toArray()

    expect(Number(single['cursor'].id)).toBe(0)
    expect(limited).toHaveLength(120)
  })

  it('keep a batch below 16 MB', async () => {
    const text = 'x'.repeat(1024 * 1024)
    await numbers().updateMany({ _id: { $lt: 20 } }, { $set: { text } })

    const { cursor } = await database.db.command({ find: 'numbers', filter: { _id: { $lt: 20 } } })
    const all = await numbers()
      .find({ _id: { $lt: 20 } })
      .toArray()

    expect(cursor.firstBatch.length).toBeLessThan(16)
    expect(all).toHaveLength(20)
  })

  it('are gone after killCursors', async () => {
    const { cursor } = await database.db.command({ find: 'numbers', batchSize: 2 })
    const id = Long.fromValue(cursor.id)

    const killed = await database.db.command({ killCursors: 'numbers', cursors: [id] })
    const error = await errorOf(database.db.command({ getMore: id, collection: 'numbers' }))

    expect(killed['cursorsKilled'].map(Number)).toEqual([Number(id)])
    expect(error).toMatchObject({ code: 43, codeName: 'CursorNotFound' })
  })

  it('can be left in the middle', async () => {
    const seen: number[] = []
    for await (const { _id } of numbers().find().sort({ _id: 1 }).batchSize(10)) {
      seen.push(_id)
      if (seen.length === 25) break
    }

    expect(seen).toEqual(ids.slice(0, 25))
  })
})

describe('connections', () => {
  it('serve many commands at once', async () => {
    const answers = await Promise.all(ids.map((_id) => numbers().findOne({ _id })))

    expect(answers.map((answer) => answer?._id)).toEqual(ids)
  })

  it('let several clients work side by side', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => new MongoClient(database.uri).connect()))

    const results = await Promise.all(
      clients.map((client, index) =>
        client
          .db(database.db.databaseName)
          .collection<{ _id: number }>('numbers')
          .insertOne({ _id: 1000 + index }),
      ),
    )
    await Promise.all(clients.map((client) => client.close()))

    expect(results.map(({ insertedId }) => insertedId)).toEqual([1000, 1001, 1002])
  })

  it('accept explicit sessions', async () => {
    const found = await database.client.withSession((session) => numbers().findOne({ _id: 3 }, { session }))

    expect(found).toEqual({ _id: 3 })
  })

  it('increment atomically under concurrency', async () => {
    const counter = database.db.collection<{ _id: string; n: number }>('counters')

    await Promise.all(ids.map(() => counter.updateOne({ _id: 'c' }, { $inc: { n: 1 } }, { upsert: true })))

    expect(await counter.findOne()).toEqual({ _id: 'c', n: ids.length })
  })
})

// https://www.mongodb.com/docs/manual/reference/limits/#mongodb-limit-BSON-Document-Size
describe('a single result', () => {
  it('is refused above 16 MB', async () => {
    const text = 'x'.repeat(1024 * 1024)
    await numbers().updateMany({ _id: { $lt: 20 } }, { $set: { text } })
    const gathered = numbers().aggregate([{ $group: { _id: null, all: { $push: '$text' } } }])

    expect(await errorOf(gathered.toArray())).toMatchObject({ code: 10334 })
  })
})
