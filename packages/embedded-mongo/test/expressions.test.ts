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
    at: january,
    user: { name: 'Ann' },
  }
  await reviews().insertOne({ _id: 1, ...review })
})

describe('expressions', () => {
  it.each<[string, unknown, unknown]>([
    ['arithmetic', { $subtract: [{ $multiply: ['$rating', 3] }, { $mod: [7, 4] }] }, 12],
    ['null spreads', { $add: ['$rating', '$nothing'] }, null],
    ['$divide and $round half to even', { $round: [{ $divide: [5, 2] }] }, 2],
    ['$round to a place', { $round: [3.14159, 2] }, 3.14],
    [
      '$floor, $ceil, $trunc, $abs',
      [{ $floor: -1.5 }, { $ceil: -1.5 }, { $trunc: -1.5 }, { $abs: -1.5 }],
      [-2, -1, -1, 1.5],
    ],
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
    ['$let', { $let: { vars: { x: '$rating' }, in: { $add: ['$$x', '$$x'] } } }, 10],
    ['$filter', { $filter: { input: '$tags', as: 't', cond: { $ne: ['$$t', 'quiet'] } } }, ['sunny']],
    ['$map', { $map: { input: '$tags', in: { $toUpper: '$$this' } } }, ['QUIET', 'SUNNY']],
    ['$reduce', { $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
    ['$in and $size', [{ $in: ['sunny', '$tags'] }, { $size: '$tags' }], [true, 2]],
    [
      '$arrayElemAt, $first, $last, $slice',
      [{ $arrayElemAt: ['$tags', -1] }, { $first: '$tags' }, { $last: '$tags' }, { $slice: ['$tags', 1] }],
      ['sunny', 'quiet', 'sunny', ['quiet']],
    ],
    ['$concatArrays', { $concatArrays: ['$tags', [1]] }, ['quiet', 'sunny', 1]],
    [
      'strings',
      [
        { $toLower: '$user.name' },
        { $strLenCP: 'añ🏠' },
        { $substrCP: ['añ🏠b', 1, 2] },
        { $split: ['a-b', '-'] },
      ],
      ['ann', 3, 'ñ🏠', ['a', 'b']],
    ],
    ['$regexMatch', { $regexMatch: { input: '$user.name', regex: '^a', options: 'i' } }, true],
    ['$mergeObjects', { $mergeObjects: ['$user', { x: 1 }] }, { name: 'Ann', x: 1 }],
    ['$objectToArray', { $objectToArray: '$user' }, [{ k: 'name', v: 'Ann' }]],
    [
      'dates',
      [
        { $year: '$at' },
        { $month: '$at' },
        { $dayOfMonth: '$at' },
        { $dateToString: { date: '$at', format: '%Y-%m-%d' } },
      ],
      [2026, 1, 15, '2026-01-15'],
    ],
    [
      'dates and numbers',
      [{ $subtract: ['$at', new Date(january.getTime() - 5)] }, { $add: ['$at', 1000] }],
      [5, new Date(january.getTime() + 1000)],
    ],
    ['$literal', { $literal: '$rating' }, '$rating'],
    [
      '$type',
      [{ $type: '$apt' }, { $type: '$nothing' }, { $isArray: '$tags' }],
      ['objectId', 'missing', true],
    ],
    [
      'paths through arrays of documents',
      { $let: { vars: { l: [{ v: 1 }, { v: 2 }, {}] }, in: '$$l.v' } },
      [1, 2],
    ],
    ['$$ROOT', '$$ROOT.rating', 5],
  ])('%s', async (_rule, expression, expected) => {
    expect(
      await reviews()
        .aggregate([{ $project: { _id: 0, value: expression } }])
        .toArray(),
    ).toEqual([{ value: expected }])
  })
})
