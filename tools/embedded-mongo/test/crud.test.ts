import { Long, ObjectId } from 'mongodb'
import { errorOf, openTestDatabase } from './test-database'

interface Item {
  _id: number
  name?: string
  stock?: number
}

const database = openTestDatabase()
const items = () => database.db.collection<Item>('items')

beforeEach(async () => {
  await items().deleteMany({})
})

describe('insert', () => {
  it('makes an ObjectId when there is no _id', async () => {
    const { insertedId } = await database.db.collection('loose').insertOne({ name: 'a' })

    const stored = await database.db.collection('loose').findOne({ name: 'a' })

    expect(insertedId).toBeInstanceOf(ObjectId)
    expect(stored?._id.equals(insertedId)).toBe(true)
  })

  it('keeps every BSON type the services use', async () => {
    const document = {
      text: 'ünïcödé 🏠',
      whole: 5,
      fraction: 5.25,
      large: 2 ** 40,
      negativeZero: 0,
      date: new Date('2026-01-02T03:04:05.678Z'),
      id: new ObjectId(),
      none: null,
      yes: true,
      list: [1, [2, { a: 3 }]],
      nested: { deeper: { deepest: 'x' } },
      pattern: /^ab+c$/i,
    }

    await database.db.collection('types').insertOne({ ...document })

    expect(await database.db.collection('types').findOne({}, { projection: { _id: 0 } })).toEqual(document)
  })

  it('takes names of fields that every object of JavaScript has', async () => {
    const document = { constructor: 1, toString: 2 }
    await database.db.collection('odd').insertOne({ ...document })

    const stored = await database.db
      .collection('odd')
      .findOne({ constructor: 1, valueOf: { $exists: false } })

    expect(stored).toMatchObject(document)
  })

  it('stops an ordered batch at the first duplicate and says where', async () => {
    const error = await errorOf(items().insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }]))

    expect(error).toMatchObject({ code: 11000, result: { insertedCount: 1 } })
    expect(error['writeErrors']).toMatchObject([{ index: 1, code: 11000 }])
    expect(await items().countDocuments()).toBe(1)
  })

  it('goes on after a duplicate when unordered', async () => {
    const batch = [{ _id: 1 }, { _id: 1 }, { _id: 2 }, { _id: 2 }, { _id: 3 }]

    const error = await errorOf(items().insertMany(batch, { ordered: false }))

    expect(error).toMatchObject({ result: { insertedCount: 3 } })
    expect(error['writeErrors']).toMatchObject([{ index: 1 }, { index: 3 }])
  })

  it('names the key that is taken', async () => {
    await items().insertOne({ _id: 7 })

    const error = await errorOf(items().insertOne({ _id: 7 }))

    expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 7 } })
    expect(error['message']).toContain('index: _id_ dup key: {')
  })
})

describe('update and delete', () => {
  beforeEach(async () => {
    await items().insertMany([
      { _id: 1, name: 'a', stock: 1 },
      { _id: 2, name: 'a', stock: 2 },
      { _id: 3, name: 'b', stock: 3 },
    ])
  })

  it('counts a document that already looks so as matched and not modified', async () => {
    const result = await items().updateMany({ name: 'a' }, { $set: { stock: 1 } })

    expect(result).toMatchObject({ matchedCount: 2, modifiedCount: 1, upsertedCount: 0 })
  })

  it('runs a mixed bulk write and reports each part', async () => {
    const result = await items().bulkWrite([
      { insertOne: { document: { _id: 4 } } },
      { updateOne: { filter: { _id: 1 }, update: { $inc: { stock: 10 } } } },
      { updateOne: { filter: { _id: 99 }, update: { $set: { name: 'new' } }, upsert: true } },
      { deleteOne: { filter: { _id: 2 } } },
      { replaceOne: { filter: { _id: 3 }, replacement: { name: 'z' } } },
    ])

    expect(result).toMatchObject({
      insertedCount: 1,
      matchedCount: 2,
      modifiedCount: 2,
      upsertedCount: 1,
      deletedCount: 1,
      upsertedIds: { 2: 99 },
    })
    expect(await items().find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, name: 'a', stock: 11 },
      { _id: 3, name: 'z' },
      { _id: 4 },
      { _id: 99, name: 'new' },
    ])
  })
})

describe('findAndModify', () => {
  beforeEach(async () => {
    await items().insertMany([
      { _id: 1, name: 'a', stock: 5 },
      { _id: 2, name: 'a', stock: 3 },
    ])
  })

  it('answers the document before or after the change', async () => {
    const before = await items().findOneAndUpdate({ _id: 1 }, { $inc: { stock: 1 } })
    const after = await items().findOneAndUpdate(
      { _id: 1 },
      { $inc: { stock: 1 } },
      { returnDocument: 'after' },
    )

    expect([before?.stock, after?.stock]).toEqual([5, 7])
  })

  it('takes the first in sort order and projects the answer', async () => {
    const taken = await items().findOneAndUpdate(
      { name: 'a' },
      { $set: { name: 'b' } },
      { sort: { stock: 1 }, projection: { stock: 1 } },
    )

    expect(taken).toEqual({ _id: 2, stock: 3 })
    expect(await items().countDocuments({ name: 'b' })).toBe(1)
  })

  it('reports an upsert', async () => {
    const result = await items().findOneAndUpdate(
      { _id: 8 },
      { $set: { name: 'n' } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true },
    )

    expect(result.value).toEqual({ _id: 8, name: 'n' })
    expect(result.lastErrorObject).toMatchObject({ n: 1, updatedExisting: false, upserted: 8 })
  })

  it('answers null when nothing matches', async () => {
    expect(await items().findOneAndReplace({ _id: 77 }, { name: 'x' })).toBeNull()
  })
})

describe('reading', () => {
  beforeEach(async () => {
    await items().insertMany([3, 1, 2].map((_id) => ({ _id, name: `n${_id % 2}`, stock: _id * 10 })))
  })

  it('counts and lists distinct values', async () => {
    expect(await items().countDocuments({ stock: { $gt: 10 } })).toBe(2)
    expect(await items().estimatedDocumentCount()).toBe(3)
    expect((await items().distinct('name')).sort()).toEqual(['n0', 'n1'])
  })

  it('holds equal numbers of different types equal', async () => {
    expect(await database.db.collection('items').findOne({ _id: Long.fromNumber(2) as never })).toMatchObject(
      { stock: 20 },
    )
  })

  it('acknowledges nothing for writes with w: 0 and still does them in order', async () => {
    await items().insertOne({ _id: 50 }, { writeConcern: { w: 0 } })
    await items().updateOne({ _id: 50 }, { $set: { name: 'later' } })

    expect(await items().findOne({ _id: 50 })).toEqual({ _id: 50, name: 'later' })
  })
})

describe('collections and databases', () => {
  it('lists what exists and forgets what is dropped', async () => {
    await database.db.createCollection('fresh')
    const names = async () =>
      (await database.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)

    expect(await names()).toContain('fresh')
    await database.db.dropCollection('fresh')
    expect(await names()).not.toContain('fresh')
  })
})
