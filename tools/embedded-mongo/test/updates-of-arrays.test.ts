import { itUpdates, type UpdateCase, updated } from './update-cases'

describe('arrays', () => {
  const cases: UpdateCase[] = [
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
  ]

  itUpdates(cases)

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
