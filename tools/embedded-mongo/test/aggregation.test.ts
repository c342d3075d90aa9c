import { type Document, ObjectId } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()
const reviews = () => database.db.collection('reviews')
const run = (pipeline: Document[]) => reviews().aggregate(pipeline).toArray()

const first = new ObjectId('65f000000000000000000001')
const second = new ObjectId('65f000000000000000000002')
const january = new Date('2026-01-15T10:20:30.405Z')

beforeAll(async () => {
  await reviews().insertMany([
    {
      _id: 1 as never,
      apt: first,
      rating: 5,
      price: 2,
      tags: ['quiet', 'sunny'],
      at: january,
      user: { name: 'Ann' },
    },
    { _id: 2 as never, apt: first, rating: 2, price: 0, tags: ['sunny'], at: january, user: { name: 'bob' } },
    { _id: 3 as never, apt: second, rating: 4, tags: [], at: new Date(0) },
    { _id: 4 as never, rating: null },
  ])
  await database.db
    .collection<{ _id: ObjectId }>('apartments')
    .insertMany([
      { _id: first, name: 'One', areas: ['A', 'B'] } as never,
      { _id: second, name: 'Two' } as never,
    ])
})

describe('$group', () => {
  it('groups by ObjectId, keeping different ones apart and null for missing', async () => {
    const groups = await run([
      {
        $group: {
          _id: '$apt',
          n: { $sum: 1 },
          sum: { $sum: '$rating' },
          avg: { $avg: '$rating' },
          max: { $max: '$rating' },
        },
      },
      { $sort: { n: -1, _id: 1 } },
    ])

    expect(groups).toEqual([
      { _id: first, n: 2, sum: 7, avg: 3.5, max: 5 },
      { _id: null, n: 1, sum: 0, avg: null, max: null },
      { _id: second, n: 1, sum: 4, avg: 4, max: 4 },
    ])
  })

  it('groups by dates and by several fields', async () => {
    const byDate = await run([
      { $match: { at: { $exists: true } } },
      { $group: { _id: '$at', n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ])
    const byFields = await run([
      { $group: { _id: { apt: '$apt', high: { $gt: ['$rating', 3] } } } },
      { $group: { _id: null, groups: { $sum: 1 } } },
    ])

    expect(byDate).toEqual([
      { _id: new Date(0), n: 1 },
      { _id: january, n: 2 },
    ])
    expect(byFields).toEqual([{ _id: null, groups: 4 }])
  })

  it('collects values in order', async () => {
    const [group] = await run([
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: null,
          prices: { $push: '$price' },
          priced: { $sum: { $cond: [{ $gt: ['$price', 0] }, 1, 0] } },
        },
      },
    ])

    expect(group).toMatchObject({ prices: [2, 0], priced: 1 })
  })

  it('answers nothing for no documents', async () => {
    expect(await run([{ $match: { rating: 99 } }, { $group: { _id: null, n: { $sum: 1 } } }])).toEqual([])
  })
})

describe('other stages', () => {
  it('projects, adds and removes fields', async () => {
    const [document] = await run([
      { $match: { _id: 1 } },
      { $addFields: { sum: { $add: ['$rating', '$price', 1] } } },
      { $set: { tags: { $size: '$tags' }, gone: '$nothing' } },
      { $unset: ['at', 'apt'] },
      { $project: { _id: 0, user: 1, sum: 1, tags: 1, label: { $ifNull: ['$nothing', 'none'] } } },
    ])

    expect(document).toEqual({ user: { name: 'Ann' }, sum: 8, tags: 2, label: 'none' })
  })

  it('joins by equality, also from arrays and to missing fields', async () => {
    const joined = await run([
      { $lookup: { from: 'apartments', localField: 'apt', foreignField: '_id', as: 'found' } },
      { $sort: { _id: 1 } },
      { $project: { names: '$found.name' } },
    ])
    const backwards = await database.db
      .collection('apartments')
      .aggregate([
        { $lookup: { from: 'reviews', localField: '_id', foreignField: 'apt', as: 'reviews' } },
        { $project: { _id: 0, name: 1, n: { $size: '$reviews' } } },
        { $sort: { name: 1 } },
      ])
      .toArray()

    expect(joined.map(({ names }) => names)).toEqual([['One'], ['One'], ['Two'], []])
    expect(backwards).toEqual([
      { name: 'One', n: 2 },
      { name: 'Two', n: 1 },
    ])
  })
})
