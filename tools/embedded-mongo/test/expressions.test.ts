import { ObjectId } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()
const reviews = () => database.db.collection<{ _id: number }>('reviews')

const first = new ObjectId('65f000000000000000000001')
const january = new Date('2026-01-15T10:20:30.405Z')

beforeAll(async () => {
  const review = {
    apt: first,
    rating: 5,
    price: 2,
    tags: ['quiet', 'sunny'],
    list: [{ v: 1 }, { v: 2 }, {}],
    at: january,
    user: { name: 'Ann' },
  }
  await reviews().insertOne({ _id: 1, ...review })
})

describe('expressions', () => {
  it.each<[string, unknown, unknown]>([
    ['arithmetic', { $subtract: [{ $multiply: ['$rating', 3] }, { $add: [1, 2] }] }, 12],
    ['null spreads', { $add: ['$rating', '$nothing'] }, null],
    ['$divide', { $divide: [5, 2] }, 2.5],
    ['sums without rounding errors', { $sum: [0.1, 0.2, 0.3, -0.6] }, 2.7755575615628914e-17],
    [
      'comparison across types',
      [{ $gt: ['text', 5] }, { $cmp: [1, 2] }, { $eq: ['$nothing', null] }],
      [true, -1, false],
    ],
    ['ObjectIds are equal by value', { $eq: ['$apt', first] }, true],
    ['$min and $max of a list', [{ $min: [3, 1, 2] }, { $max: '$tags' }], [1, 'sunny']],
    ['truth', [{ $and: [1, 'x'] }, { $or: [0, null] }, { $not: ['$nothing'] }], [true, false, true]],
    ['$cond', { $cond: { if: { $gte: ['$rating', 3] }, then: 'good', else: 'bad' } }, 'good'],
    [
      '$switch',
      { $switch: { branches: [{ case: { $eq: ['$price', 2] }, then: 'two' }], default: 'other' } },
      'two',
    ],
    ['$ifNull', { $ifNull: ['$nothing', null, 'fallback'] }, 'fallback'],
    ['$size', { $size: '$tags' }, 2],
    [
      'dates and numbers',
      [{ $subtract: ['$at', new Date(january.getTime() - 5)] }, { $add: ['$at', 1000] }],
      [5, new Date(january.getTime() + 1000)],
    ],
    ['$literal', { $literal: '$rating' }, '$rating'],
    ['paths through arrays of documents', '$list.v', [1, 2]],
    ['$$ROOT', '$$ROOT.rating', 5],
  ])('%s', async (_rule, expression, expected) => {
    expect(
      await reviews()
        .aggregate([{ $project: { _id: 0, value: expression } }])
        .toArray(),
    ).toEqual([{ value: expected }])
  })
})
