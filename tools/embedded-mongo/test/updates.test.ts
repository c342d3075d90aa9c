import type { Document } from 'mongodb'
import { collection, itUpdates, type UpdateCase, updated } from './update-cases'

describe('fields', () => {
  const cases: UpdateCase[] = [
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
  ]

  itUpdates(cases)

  it('adds new fields in the order of their names', async () => {
    const after = await updated({ m: 0 }, { $set: { z: 1, b: 1 }, $inc: { k: 1 } })

    expect(Object.keys(after)).toEqual(['m', 'b', 'k', 'z'])
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
