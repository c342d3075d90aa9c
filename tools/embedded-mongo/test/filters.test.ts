import { Binary, type Document, ObjectId } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()

/** The ids of those documents (numbered from 0) that the filter accepts. */
async function accepted(documents: Document[], filter: Document): Promise<number[]> {
  const collection = database.db.collection<{ _id: number }>('filters')
  await collection.deleteMany({})
  await collection.insertMany(documents.map((document, _id) => ({ ...document, _id })))
  const matching = await collection.find(filter).sort({ _id: 1 }).toArray()
  return matching.map(({ _id }) => _id)
}

type FilterCase = [rule: string, documents: Document[], filter: Document, ids: number[]]

/** One test per case: which documents a filter accepts. */
function itAccepts(cases: FilterCase[]): void {
  for (const [rule, documents, filter, ids] of cases) {
    it(rule, async () => {
      expect(await accepted(documents, filter)).toEqual(ids)
    })
  }
}

const id = new ObjectId('65f000000000000000000001')
const later = new Date('2026-05-01')
const earlier = new Date('2025-05-01')

describe('equality', () => {
  itAccepts([
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
  ])
})

describe('order', () => {
  itAccepts([
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
  ])
})

describe('sets and negation', () => {
  itAccepts([
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
  ])
})

describe('shape', () => {
  itAccepts([
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
      '$not',
      [{ a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }, { c: 2 }] }, { a: [] }, {}],
      { a: { $not: { $elemMatch: { b: 1, c: 2 } } } },
      [1, 2, 3],
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
  ])
})
