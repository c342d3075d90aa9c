import { type Document, ObjectId } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()
const reviews = () => database.db.collection<Document & { _id: number }>('reviews')
const run = (pipeline: Document[]) => reviews().aggregate(pipeline).toArray()

const first = new ObjectId('65f000000000000000000001')
const second = new ObjectId('65f000000000000000000002')
const january = new Date('2026-01-15T10:20:30.405Z')

beforeAll(async () => {
  await reviews().insertMany([
    {
      _id: 1,
      apt: first,
      rating: 5,
      price: 2,
      tags: ['quiet', 'sunny'],
      at: january,
      list: [{ v: 1 }, { v: 2 }, {}],
    },
    { _id: 2, apt: first, rating: 2, price: 0, tags: ['sunny'], at: january },
    { _id: 3, apt: second, rating: 4, tags: [], at: new Date(0) },
    { _id: 4, rating: null },
  ])
  const apartments = database.db.collection<{ _id: ObjectId; name: string }>('apartments')
  await apartments.insertMany([
    { _id: first, name: 'One' },
    { _id: second, name: 'Two' },
  ])
})

describe('$group', () => {
  it('groups by ObjectId, keeping different ones apart and null for missing', async () => {
    const values = { sum: { $sum: '$rating' }, avg: { $avg: '$rating' }, max: { $max: '$rating' } }
    const groups = await run([
      { $group: { _id: '$apt', n: { $sum: 1 }, ...values } },
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
      { $group: { _id: { apt: '$apt', price: '$price' } } },
      { $group: { _id: null, groups: { $sum: 1 } } },
    ])

    expect(byDate).toEqual([
      { _id: new Date(0), n: 1 },
      { _id: january, n: 2 },
    ])
    expect(byFields).toEqual([{ _id: null, groups: 4 }])
  })

  it('collects values in order', async () => {
    const [group] = await run([{ $sort: { _id: 1 } }, { $group: { _id: null, prices: { $push: '$price' } } }])

    expect(group).toMatchObject({ prices: [2, 0] })
  })

  it('answers nothing for no documents', async () => {
    expect(await run([{ $match: { rating: 99 } }, { $group: { _id: null, n: { $sum: 1 } } }])).toEqual([])
  })
})

describe('other stages', () => {
  it('adds and removes fields', async () => {
    const [document] = await run([
      { $match: { _id: 1 } },
      { $addFields: { sum: { $add: ['$rating', '$price', 1] } } },
      { $set: { tags: { $size: '$tags' }, gone: '$nothing' } },
      { $unset: ['at', 'apt', 'list'] },
    ])

    expect(document).toEqual({ _id: 1, rating: 5, price: 2, sum: 8, tags: 2 })
  })

  it('joins by equality, also from arrays and to missing fields', async () => {
    const joined = await run([
      { $lookup: { from: 'apartments', localField: 'apt', foreignField: '_id', as: 'found' } },
      { $sort: { _id: 1 } },
      { $set: { names: '$found.name' } },
    ])
    const backwards = await database.db
      .collection('apartments')
      .aggregate([
        { $lookup: { from: 'reviews', localField: '_id', foreignField: 'apt', as: 'reviews' } },
        { $set: { n: { $size: '$reviews' } } },
        { $unset: ['_id', 'reviews'] },
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

describe('expressions', () => {
  it.each<[string, unknown, unknown]>([
    ['$add', { $add: ['$rating', 1, 2] }, 8],
    ['null spreads', { $add: ['$rating', '$nothing'] }, null],
    ['$max leaves nulls out', { $max: [3, null, '$nothing', '$price'] }, 3],
    ['$ifNull', { $ifNull: ['$nothing', null, 'fallback'] }, 'fallback'],
    ['$size', { $size: '$tags' }, 2],
    ['paths through arrays of documents', '$list.v', [1, 2]],
    ['objects', { a: '$rating', b: '$nothing' }, { a: 5 }],
  ])('%s', async (_rule, expression, expected) => {
    const [document] = await run([{ $match: { _id: 1 } }, { $set: { value: expression } }])

    expect(document?.value).toEqual(expected)
  })

  it('sum without rounding errors', async () => {
    const sums = database.db.collection('sums')
    await sums.insertMany([0.1, 0.2, 0.3, -0.6].map((n) => ({ n })))

    const [sum] = await sums.aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }]).toArray()

    expect(sum?.sum).toBe(2.7755575615628914e-17)
  })
})
