import { type FilterCase, itAccepts } from './filter-cases'

describe('shape', () => {
  const cases: FilterCase[] = [
    ['$exists', [{ a: null }, {}, { a: 1 }], { a: { $exists: true } }, [0, 2]],
    ['$exists false inside arrays', [{ a: [] }, { a: [1] }], { 'a.0': { $exists: false } }, [0]],
    ['$size counts elements', [{ a: [1, 2] }, { a: [] }, { a: 2 }], { a: { $size: 2 } }, [0]],
    [
      '$elemMatch needs one element for all conditions',
      [{ a: [1, 10] }, { a: [5] }, { a: 5 }],
      { a: { $elemMatch: { $gt: 4, $lt: 6 } } },
      [1],
    ],
    [
      '$elemMatch on documents',
      [{ a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }, { c: 2 }] }],
      { a: { $elemMatch: { b: 1, c: 2 } } },
      [0],
    ],
    [
      '$elemMatch with $or inside',
      [{ a: [{ b: 1 }] }, { a: [{ c: 2 }] }, { a: [{ d: 3 }] }],
      { a: { $elemMatch: { $or: [{ b: 1 }, { c: 2 }] } } },
      [0, 1],
    ],
    [
      '$regex with $options',
      [{ a: 'Line\nsecond' }, { a: 'other' }],
      { a: { $regex: '^SECOND', $options: 'im' } },
      [0],
    ],
    [
      '$expr compares two fields',
      [
        { a: 1, b: 2 },
        { a: 2, b: 1 },
      ],
      { $expr: { $gt: ['$a', '$b'] } },
      [1],
    ],
  ]

  itAccepts(cases)
})
