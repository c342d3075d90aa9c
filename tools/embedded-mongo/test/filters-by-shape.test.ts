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
      [{ a: 'the Second line' }, { a: 'other' }],
      { a: { $regex: 'SECOND', $options: 'i' } },
      [0],
    ],
    ['$regex from the start', [{ a: '/a' }, { a: 'b/a' }, { a: '//a' }], { a: { $regex: '^/[^/]' } }, [0]],
    [
      'a period matches what is no newline, and may be escaped',
      [{ a: 'a.b' }, { a: 'a\nb' }, { a: 'a\rb' }],
      { $or: [{ a: { $regex: 'a.b' } }, { a: { $regex: 'a\\-b' } }] },
      [0, 2],
    ],
  ]

  itAccepts(cases)
})
