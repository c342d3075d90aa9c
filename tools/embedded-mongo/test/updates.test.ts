import type { Document } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()
const collection = () => database.db.collection<Document & { _id: number }>('updates')

interface Options {
  filter?: Document
  arrayFilters?: Document[]
}

/** One document after an update, without its _id. */
async function updated(
  before: Document,
  update: Document | Document[],
  options: Options = {},
): Promise<Document> {
  await collection().deleteMany({})
  await collection().insertOne({ ...before, _id: 1 })
  const { filter = {}, arrayFilters } = options
  await collection().updateOne({ _id: 1, ...filter }, update, arrayFilters ? { arrayFilters } : {})
  return (await collection().findOne({ _id: 1 }, { projection: { _id: 0 } })) ?? {}
}

type UpdateCase = [rule: string, before: Document, update: Document, after: Document]

/** One test per case: what an update makes of a document. */
function itUpdates(cases: UpdateCase[]): void {
  for (const [rule, before, update, after] of cases) {
    it(rule, async () => {
      expect(await updated(before, update)).toEqual(after)
    })
  }
}

describe('fields', () => {
  itUpdates([
    ['$set makes missing parents', { a: 1 }, { $set: { 'b.c.d': 2 } }, { a: 1, b: { c: { d: 2 } } }],
    ['$set replaces a whole document', { a: { x: 1, y: 2 } }, { $set: { a: { z: 3 } } }, { a: { z: 3 } }],
    [
      '$unset removes',
      { a: 1, b: { c: 1, d: 2 } },
      { $unset: { a: '', 'b.c': '', nothing: '' } },
      { b: { d: 2 } },
    ],
    ['$unset leaves null in an array', { a: [1, 2, 3] }, { $unset: { 'a.1': '' } }, { a: [1, null, 3] }],
    [
      '$inc adds, also to what is missing',
      { a: 1, f: 0.5 },
      { $inc: { a: 2, b: 5, f: -1 } },
      { a: 3, b: 5, f: -0.5 },
    ],
    [
      '$setOnInsert does nothing to what exists',
      { a: 1 },
      { $setOnInsert: { a: 9 }, $set: { b: 2 } },
      { a: 1, b: 2 },
    ],
  ])

  it('adds new fields in the order of their names', async () => {
    const after = await updated({ m: 0 }, { $set: { z: 1, b: 1 }, $inc: { k: 1 } })

    expect(Object.keys(after)).toEqual(['m', 'b', 'k', 'z'])
  })
})

describe('arrays', () => {
  itUpdates([
    ['$push appends', { a: [1] }, { $push: { a: 2, b: 1 } }, { a: [1, 2], b: [1] }],
    ['$push of an array adds it as one element', { a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
    ['$push $each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
    [
      '$addToSet adds only what is new',
      { a: [1, { x: 1 }] },
      { $addToSet: { a: { $each: [1, { x: 1 }, 2, 2] } } },
      { a: [1, { x: 1 }, 2] },
    ],
    [
      '$addToSet holds the order of fields significant',
      { a: [{ x: 1, y: 2 }] },
      { $addToSet: { a: { y: 2, x: 1 } } },
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
    ],
    ['$pull removes equal values', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
    ['$pull by condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [
      '$pull by fields of documents',
      { a: [{ k: 1, v: 1 }, { k: 2 }, 1] },
      { $pull: { a: { k: 1 } } },
      { a: [{ k: 2 }, 1] },
    ],
    ['$pull with $in', { a: ['x', 'y', 'z'] }, { $pull: { a: { $in: ['x', 'z'] } } }, { a: ['y'] }],
    ['$pull of a missing field does nothing', {}, { $pull: { a: 1 } }, {}],
  ])

  it('reaches every element with $[] and chosen ones with arrayFilters', async () => {
    expect(await updated({ a: [1, 2] }, { $inc: { 'a.$[]': 10 } })).toEqual({ a: [11, 12] })
    expect(
      await updated({ a: [1, 5, 9] }, { $set: { 'a.$[big]': 0 } }, { arrayFilters: [{ big: { $gt: 4 } }] }),
    ).toEqual({ a: [1, 0, 0] })
    const before = {
      a: [
        { k: 1, list: [1, 2] },
        { k: 2, list: [3] },
      ],
    }
    const update = { $push: { 'a.$[e].list': 9 } }
    expect(await updated(before, update, { arrayFilters: [{ 'e.k': 1 }] })).toEqual({
      a: [
        { k: 1, list: [1, 2, 9] },
        { k: 2, list: [3] },
      ],
    })
  })
})

describe('pipeline updates', () => {
  it('computes fields from the document', async () => {
    const stages = [
      { $set: { total: { $add: ['$a', '$b'] }, kept: { $ifNull: ['$missing', 'none'] } } },
      { $set: { most: { $max: ['$total', 2] } } },
      { $unset: 'a' },
    ]

    expect(await updated({ a: 1, b: 2 }, stages)).toEqual({ b: 2, total: 3, kept: 'none', most: 3 })
  })
})

describe('upsert', () => {
  const cases: [string, Document, Document, Document][] = [
    [
      'starts from the equalities of the filter',
      { a: 1, 'b.c': 2, d: { $eq: 3 }, e: { $gt: 4 } },
      { $set: { f: 5 } },
      { a: 1, b: { c: 2 }, d: 3, f: 5 },
    ],
    ['also from those inside $and', { $and: [{ a: 1 }, { b: 2 }] }, { $inc: { n: 1 } }, { a: 1, b: 2, n: 1 }],
    ['applies $setOnInsert', { a: 1 }, { $setOnInsert: { b: 2 }, $set: { c: 3 } }, { a: 1, b: 2, c: 3 }],
    ['makes arrays', { a: 1 }, { $push: { l: 1 }, $addToSet: { s: 'x' } }, { a: 1, l: [1], s: ['x'] }],
  ]

  for (const [rule, filter, update, expected] of cases) {
    it(rule, async () => {
      await collection().deleteMany({})
      const { upsertedId, upsertedCount } = await collection().updateOne({ _id: 5, ...filter }, update, {
        upsert: true,
      })

      expect([upsertedCount, upsertedId]).toEqual([1, 5])
      expect(await collection().findOne({ _id: 5 })).toEqual({ _id: 5, ...expected })
    })
  }

  it('replaces with the filter only for _id', async () => {
    await collection().deleteMany({})
    await collection().replaceOne({ _id: 6, a: 1 }, { b: 2 }, { upsert: true })

    expect(await collection().findOne()).toEqual({ _id: 6, b: 2 })
  })
})
