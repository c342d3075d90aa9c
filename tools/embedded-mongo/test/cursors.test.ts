import { Long } from 'mongodb'
import { errorOf, openTestDatabase } from './test-database'

const database = openTestDatabase()
const numbers = () => database.db.collection<{ _id: number }>('numbers')
const ids = Array.from({ length: 250 }, (_unused, index) => index)

beforeAll(() => numbers().insertMany(ids.map((_id) => ({ _id }))))

describe('cursors', () => {
  it('deliver everything over several batches', async () => {
    const documents = await numbers().find().sort({ _id: 1 }).batchSize(17).toArray()

    expect(documents.map(({ _id }) => _id)).toEqual(ids)
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

  it('are gone after killCursors', async () => {
    const { cursor } = await database.db.command({ find: 'numbers', batchSize: 2 })
    const id = Long.fromValue(cursor.id)

    const killed = await database.db.command({ killCursors: 'numbers', cursors: [id] })
    const error = await errorOf(database.db.command({ getMore: id, collection: 'numbers' }))

    expect(killed['cursorsKilled'].map(Number)).toEqual([Number(id)])
    expect(error).toMatchObject({ code: 43, codeName: 'CursorNotFound' })
  })
})

describe('connections', () => {
  it('serve many commands at once', async () => {
    const answers = await Promise.all(ids.map((_id) => numbers().findOne({ _id })))

    expect(answers.map((answer) => answer?._id)).toEqual(ids)
  })

  it('increment atomically under concurrency', async () => {
    const counter = database.db.collection<{ _id: string; n: number }>('counters')

    await Promise.all(ids.map(() => counter.updateOne({ _id: 'c' }, { $inc: { n: 1 } }, { upsert: true })))

    expect(await counter.findOne()).toEqual({ _id: 'c', n: ids.length })
  })
})

// https://www.mongodb.com/docs/manual/reference/limits/#mongodb-limit-BSON-Document-Size
describe('20 MB', () => {
  const large = () => database.db.collection<{ _id: number; text: string }>('large')
  beforeAll(() => large().insertMany(ids.slice(0, 20).map((_id) => ({ _id, text: 'x'.repeat(1024 * 1024) }))))

  it('are delivered in batches below 16 MB', async () => {
    const { cursor } = await database.db.command({ find: 'large' })

    expect(cursor.firstBatch.length).toBeLessThan(16)
    expect(await large().find().toArray()).toHaveLength(20)
  })

  it('are refused as a single result', async () => {
    const gathered = large().aggregate([{ $group: { _id: null, all: { $push: '$text' } } }])

    expect(await errorOf(gathered.toArray())).toMatchObject({ code: 10334 })
  })
})
