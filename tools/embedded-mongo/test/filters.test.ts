import { Binary, ObjectId } from 'mongodb'
import { type FilterCase, itAccepts } from './filter-cases'

const id = new ObjectId('65f000000000000000000001')
const later = new Date('2026-05-01')
const earlier = new Date('2025-05-01')

describe('equality', () => {
  const cases: FilterCase[] = [
    [
      'a scalar equals itself and an array that contains it',
      [{ a: 1 }, { a: [2, 1] }, { a: '1' }],
      { a: 1 },
      [0, 1],
    ],
    [
      'an array equals itself in order, or an element',
      [{ a: [1, 2] }, { a: [2, 1] }, { a: [[1, 2], 3] }],
      { a: [1, 2] },
      [0, 2],
    ],
    [
      'a document equals only with the same fields in the same order',
      [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, { a: { x: 1 } }],
      { a: { x: 1, y: 2 } },
      [0],
    ],
    [
      'null also means missing',
      [{ a: null }, {}, { a: 0 }, { a: [null] }, { a: [] }],
      { a: null },
      [0, 1, 3],
    ],
    [
      'null below a path means missing there',
      [
        {},
        { a: 4 },
        { a: {} },
        { a: { b: null } },
        { a: [] },
        { a: [1] },
        { a: [{ b: 1 }, {}] },
        { a: [{ b: 1 }] },
      ],
      { 'a.b': null },
      [0, 1, 2, 3, 6],
    ],
    [
      'dotted paths enter arrays of documents',
      [{ a: [{ b: 1 }, { b: 2 }] }, { a: { b: 2 } }, { a: [{ b: 3 }] }],
      { 'a.b': 2 },
      [0, 1],
    ],
    [
      'a number in a path is an index or a name',
      [{ a: [5, 6] }, { a: { 1: 6 } }, { a: [6, 5] }],
      { 'a.1': 6 },
      [0, 1],
    ],
    [
      'an index leads on into the element',
      [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 2 }, { b: 1 }] }],
      { 'a.0.b': 2 },
      [1],
    ],
    [
      'ids, dates, booleans and bytes',
      [{ a: id }, { a: later }, { a: true }, { a: new Binary(Buffer.from('x')) }],
      { a: { $in: [id, later, true, new Binary(Buffer.from('x'))] } },
      [0, 1, 2, 3],
    ],
    [
      'a regular expression matches strings',
      [{ a: 'Hello' }, { a: ['x', 'help'] }, { a: 5 }],
      { a: /^hel/i },
      [0, 1],
    ],
    ['NaN equals NaN', [{ a: Number.NaN }, { a: 1 }], { a: Number.NaN }, [0]],
  ]

  itAccepts(cases)
})

describe('order', () => {
  const cases: FilterCase[] = [
    ['compares within one type', [{ a: 1 }, { a: 5 }, { a: '5' }, { a: null }, {}], { a: { $gt: 1 } }, [1]],
    ['$gte null and $lte null mean null', [{ a: null }, {}, { a: 0 }], { a: { $gte: null } }, [0, 1]],
    ['any element may satisfy a bound', [{ a: [1, 10] }, { a: [5, 6] }], { a: { $gt: 9 } }, [0]],
    [
      'each bound may be satisfied by another element',
      [{ a: [1, 10] }, { a: [5] }, { a: [20] }],
      { a: { $gt: 4, $lt: 6 } },
      [0, 1],
    ],
    ['dates compare', [{ a: earlier }, { a: later }], { a: { $lt: later } }, [0]],
    [
      'strings compare by code point',
      [{ a: 'Z' }, { a: 'a' }, { a: 'é' }, { a: '\u{1F600}' }, { a: '\uFFFD' }],
      { a: { $gt: '\uFFFD' } },
      [3],
    ],
    [
      'documents compare field by field',
      [{ a: { x: 1 } }, { a: { x: 2 } }, { a: { w: 9 } }],
      { a: { $gt: { x: 1 } } },
      [1],
    ],
    ['NaN is in no order', [{ a: Number.NaN }, { a: 1 }], { a: { $lt: 5 } }, [1]],
  ]

  itAccepts(cases)
})

describe('sets and negation', () => {
  const cases: FilterCase[] = [
    ['$in takes values and null', [{ a: 1 }, {}, { a: 'no' }], { a: { $in: [1, null] } }, [0, 1]],
    ['$nin is the opposite of $in', [{ a: 1 }, {}, { a: [1, 2] }, { a: 3 }], { a: { $nin: [1] } }, [1, 3]],
    ['$ne looks at every element', [{ a: 1 }, { a: [1, 2] }, { a: [2] }, {}], { a: { $ne: 1 } }, [2, 3]],
    ['$ne null means present', [{ a: 1 }, {}, { a: null }], { a: { $ne: null } }, [0]],
    [
      '$or and $and nest',
      [{ a: 1, b: 1 }, { a: 1 }, { a: 2, b: 1 }],
      { $and: [{ $or: [{ a: 1 }, { a: 2 }] }, { b: 1 }] },
      [0, 2],
    ],
  ]

  itAccepts(cases)
})
