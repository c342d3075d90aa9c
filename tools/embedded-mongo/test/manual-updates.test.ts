import { type Document, Double, Long } from 'mongodb'
import { describePage, fails, gives, onlyDocument, type Probe } from './manual'

interface Options {
  filter?: Document
  arrayFilters?: Document[]
  upsert?: boolean
  many?: boolean
}

/** What an update makes of the only document, without its `_id`. */
function updating(
  rule: string,
  before: Document | undefined,
  update: Document | Document[],
  answer: Probe['answer'],
  { filter = {}, many = false, ...options }: Options = {},
): Probe {
  return {
    rule,
    given: before ? [before] : [],
    run: async (subject) => {
      if (many) await subject.items.updateMany(filter, update, options)
      else await subject.items.updateOne(filter, update, options)
      return onlyDocument(subject)
    },
    answer,
  }
}

const date = new Date('2026-05-01')
const kinds: Record<string, unknown> = {
  missing: undefined,
  null: null,
  'an int': 5,
  'a double': 5.5,
  'a string': 'text',
  'a document': { x: 1 },
  'an array': [1, 2],
  'an empty array': [],
  'a date': date,
  true: true,
}

/** What an operator makes of a field of each kind: the new value, or the code of the error. */
type Outcomes = Record<string, { now: unknown } | { code: number }>

const now = (value: unknown) => ({ now: value })
const code = (number: number) => ({ code: number })
const all = (outcome: { now: unknown } | { code: number }): Outcomes =>
  Object.fromEntries(Object.keys(kinds).map((kind) => [kind, outcome]))
const unchanged: Outcomes = Object.fromEntries(
  Object.entries(kinds).map(([kind, value]) => [kind, now(value)]),
)

function overKinds(operator: string, operand: unknown, outcomes: Outcomes): Probe[] {
  return Object.entries(kinds).map(([kind, value]) => {
    const outcome = outcomes[kind] ?? code(0)
    const before = value === undefined ? {} : { a: value }
    const after = 'now' in outcome && outcome.now !== undefined ? { a: outcome.now } : {}
    const answer = 'code' in outcome ? fails(outcome.code) : gives(after)
    return updating(`${operator} of ${kind}`, before, { [operator]: { a: operand } }, answer)
  })
}

describePage('reference/operator/update/set', [
  ...overKinds('$set', 7, all(now(7))),
  updating('makes documents on the way', {}, { $set: { 'a.b.c': 1 } }, gives({ a: { b: { c: 1 } } })),
  updating(
    'makes documents for positions, too, where there is no array',
    {},
    { $set: { 'a.0': 1 } },
    gives({ a: { 0: 1 } }),
  ),
  updating('fills an array up with null', { a: [] }, { $set: { 'a.2': 1 } }, gives({ a: [null, null, 1] })),
  updating('does not go through a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, fails(28)),
  updating('does not go through null', { a: null }, { $set: { 'a.b': 1 } }, fails(28)),
  updating('does not go through an array by a name', { a: [1] }, { $set: { 'a.b': 1 } }, fails(28)),
  updating('refuses an empty name', {}, { $set: { '': 1 } }, fails(56)),
  updating('refuses an empty name at the end', {}, { $set: { 'a.': 1 } }, fails(56)),
  updating('refuses an empty name in between', {}, { $set: { 'a..b': 1 } }, fails(56)),
  updating('refuses a name with a dollar', {}, { $set: { $a: 1 } }, fails(52)),
  updating('refuses a name with a dollar below', {}, { $set: { 'a.$b': 1 } }, fails(52)),
  updating('takes an empty document for no change', { a: 1 }, { $set: {} }, gives({ a: 1 })),
  updating('needs a document', {}, { $set: 1 }, fails(9)),
  updating('cannot change _id', {}, { $set: { _id: 9 } }, fails(66)),
  updating('may set _id to what it is', {}, { $set: { _id: 0, a: 1 } }, gives({ a: 1 })),
  updating('an unknown operator is refused', {}, { $nope: { a: 1 } }, fails(9)),
  {
    rule: 'counts a change of the type of a number only',
    given: [{ a: 1 }],
    run: async ({ items }) => (await items.updateOne({}, { $set: { a: new Double(1) } })).modifiedCount,
    answer: gives(1),
  },
  {
    rule: 'does not count what was so before',
    given: [{ a: { x: 1, y: 2 } }],
    run: async ({ items }) => (await items.updateOne({}, { $set: { a: { x: 1, y: 2 } } })).modifiedCount,
    answer: gives(0),
  },
  {
    rule: 'counts another order of fields',
    given: [{ a: { x: 1, y: 2 } }],
    run: async ({ items }) => (await items.updateOne({}, { $set: { a: { y: 2, x: 1 } } })).modifiedCount,
    answer: gives(1),
  },
])

describePage('reference/operator/update/unset', [
  ...overKinds('$unset', '', all(now(undefined))),
  updating('leaves null in an array', { a: [1, 2] }, { $unset: { 'a.0': '' } }, gives({ a: [null, 2] })),
  updating('does nothing below a scalar', { a: 1 }, { $unset: { 'a.b': '' } }, gives({ a: 1 })),
  updating(
    'does nothing beyond the end of an array',
    { a: [1] },
    { $unset: { 'a.5': '' } },
    gives({ a: [1] }),
  ),
  updating('cannot remove _id', {}, { $unset: { _id: '' } }, fails(66)),
])

describePage('reference/operator/update/inc', [
  ...overKinds('$inc', 2, {
    ...all(code(14)),
    missing: now(2),
    'an int': now(7),
    'a double': now(7.5),
  }),
  updating('needs a number', { a: 1 }, { $inc: { a: 'x' } }, fails(14)),
  updating('does not take null for zero', { a: 1 }, { $inc: { a: null } }, fails(14)),
  {
    rule: 'makes a long of two ints that overflow',
    given: [{ a: 2 ** 31 - 1 }],
    run: async ({ items }) => {
      await items.updateOne({}, { $inc: { a: 1 } })
      return items.findOne({}, { promoteLongs: false, projection: { _id: 0 } })
    },
    answer: gives({ a: Long.fromNumber(2 ** 31) }),
  },
  updating('refuses to overflow a long', { a: Long.MAX_VALUE }, { $inc: { a: 1 } }, fails(2)),
  {
    rule: 'adds to longs beyond 2^53 exactly',
    given: [{ a: Long.fromString('9007199254740993') }],
    run: async ({ items }) => {
      await items.updateOne({}, { $inc: { a: 1 } })
      const stored = await items.findOne({}, { promoteLongs: false })
      return String(stored?.['a'])
    },
    answer: gives('9007199254740994'),
  },
  {
    rule: 'keeps a double a double',
    given: [{ a: new Double(1) }],
    run: async ({ items }) => {
      await items.updateOne({}, { $inc: { a: 1 } })
      return items.findOne({}, { promoteValues: false, projection: { _id: 0 } })
    },
    answer: gives({ a: new Double(2) }),
  },
  updating('makes what is missing on the way', {}, { $inc: { 'a.b': 1 } }, gives({ a: { b: 1 } })),
])

describePage('reference/operator/update/max', [
  ...overKinds('$max', 5.2, {
    ...unchanged,
    missing: now(5.2),
    null: now(5.2),
    'an int': now(5.2),
  }),
  updating('compares strings', { a: 'a' }, { $max: { a: 'b' } }, gives({ a: 'b' })),
])

describePage('reference/operator/update/setOnInsert', [
  ...overKinds('$setOnInsert', 7, unchanged),
  updating('sets fields of a new document', undefined, { $setOnInsert: { a: 1 } }, gives({ b: 2, a: 1 }), {
    filter: { b: 2 },
    upsert: true,
  }),
  updating('goes through $[] of an array only', { a: 1 }, { $setOnInsert: { 'a.$[]': 1 } }, fails(2)),
  updating('needs the array of $[]', {}, { $setOnInsert: { 'a.$[]': 1 } }, fails(2)),
])

describePage('reference/operator/update/push', [
  ...overKinds('$push', 9, {
    ...all(code(2)),
    missing: now([9]),
    'an array': now([1, 2, 9]),
    'an empty array': now([9]),
  }),
  updating('adds an array as one element', { a: [1] }, { $push: { a: [2] } }, gives({ a: [1, [2]] })),
  updating('$each adds several', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, gives({ a: [1, 2, 3] })),
  updating('$each of nothing makes an array', {}, { $push: { a: { $each: [] } } }, gives({ a: [] })),
  updating('$each needs an array', {}, { $push: { a: { $each: 1 } } }, fails(2)),
  updating(
    '$position inserts',
    { a: [1, 4] },
    { $push: { a: { $each: [2, 3], $position: 1 } } },
    gives({ a: [1, 2, 3, 4] }),
  ),
  updating(
    '$position counts from the end',
    { a: [1, 2] },
    { $push: { a: { $each: [9], $position: -1 } } },
    gives({ a: [1, 9, 2] }),
  ),
  updating(
    '$position beyond the end appends',
    { a: [1] },
    { $push: { a: { $each: [9], $position: 99 } } },
    gives({ a: [1, 9] }),
  ),
  updating('$position is whole', {}, { $push: { a: { $each: [9], $position: 1.5 } } }, fails(2)),
  updating(
    '$slice keeps the first',
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: 2 } } },
    gives({ a: [1, 2] }),
  ),
  updating(
    '$slice keeps the last',
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: -2 } } },
    gives({ a: [2, 3] }),
  ),
  updating(
    '$slice of zero empties',
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: 0 } } },
    gives({ a: [] }),
  ),
  updating('$slice is whole', {}, { $push: { a: { $each: [9], $slice: 1.5 } } }, fails(2)),
  updating(
    '$sort orders elements',
    { a: [3, 1] },
    { $push: { a: { $each: [2], $sort: -1 } } },
    gives({ a: [3, 2, 1] }),
  ),
  updating(
    '$sort orders by fields',
    { a: [{ x: 2 }] },
    { $push: { a: { $each: [{ x: 1 }], $sort: { x: 1 } } } },
    gives({ a: [{ x: 1 }, { x: 2 }] }),
  ),
  updating('$sort is 1 or -1', {}, { $push: { a: { $each: [1], $sort: 2 } } }, fails(2)),
  updating('$sort of a field is 1 or -1', {}, { $push: { a: { $each: [1], $sort: { x: 2 } } } }, fails(2)),
  updating('$sort needs fields', {}, { $push: { a: { $each: [1], $sort: {} } } }, fails(2)),
  updating('$sort is no string', {}, { $push: { a: { $each: [1], $sort: 'x' } } }, fails(2)),
  updating('an unknown modifier is refused', {}, { $push: { a: { $each: [1], $nope: 1 } } }, fails(2)),
])

describePage('reference/operator/update/addToSet', [
  ...overKinds('$addToSet', 2, {
    ...all(code(2)),
    missing: now([2]),
    'an array': now([1, 2]),
    'an empty array': now([2]),
  }),
  updating(
    '$each adds what is new',
    { a: [1] },
    { $addToSet: { a: { $each: [1, 2, 2] } } },
    gives({ a: [1, 2] }),
  ),
  updating('$each needs an array', {}, { $addToSet: { a: { $each: 1 } } }, fails(14)),
  updating('$each stands alone', {}, { $addToSet: { a: { $each: [1], $slice: 1 } } }, fails(2)),
  updating('equal numbers are one', { a: [1] }, { $addToSet: { a: new Double(1) } }, gives({ a: [1] })),
  updating('an array is one element', { a: [1] }, { $addToSet: { a: [1] } }, gives({ a: [1, [1]] })),
  updating(
    'the order of fields counts',
    { a: [{ x: 1, y: 2 }] },
    { $addToSet: { a: { y: 2, x: 1 } } },
    gives({
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    }),
  ),
])

describePage('reference/operator/update/pull', [
  ...overKinds('$pull', 2, {
    ...all(code(2)),
    missing: now(undefined),
    'an array': now([1]),
    'an empty array': now([]),
  }),
  updating('takes a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, gives({ a: [1] })),
  updating(
    'takes fields of documents',
    { a: [{ k: 1, v: 1 }, { k: 2 }, 1] },
    { $pull: { a: { k: 1 } } },
    gives({ a: [{ k: 2 }, 1] }),
  ),
  updating(
    'takes conditions on fields',
    { a: [{ k: 1 }, { k: 9 }] },
    { $pull: { a: { k: { $gt: 5 } } } },
    gives({ a: [{ k: 1 }] }),
  ),
  updating('takes $in', { a: ['x', 'y', 'z'] }, { $pull: { a: { $in: ['x', 'z'] } } }, gives({ a: ['y'] })),
  updating('takes an expression', { a: ['ab', 'b'] }, { $pull: { a: /^a/ } }, gives({ a: ['b'] })),
  updating(
    'removes an array that is equal as a whole',
    { a: [[1, 2], [2, 1], 1] },
    { $pull: { a: [1, 2] } },
    gives({ a: [[2, 1], 1] }),
  ),
  updating(
    'a condition enters an element that is an array',
    { a: [[1, 9], [2]] },
    { $pull: { a: { $gt: 5 } } },
    gives({ a: [[2]] }),
  ),
  updating('refuses an unknown operator', { a: [1] }, { $pull: { a: { $nope: 1 } } }, fails(2)),
])

describePage('reference/operator/update', [
  ...[
    ['$bit', { a: { and: 1 } }, { a: 1 }],
    ['$currentDate', { b: { $type: 'date' } }, undefined],
    ['$min', { a: 3 }, { a: 3 }],
    ['$mul', { a: 2 }, { a: 10 }],
    ['$pop', { list: 1 }, { a: 5 }],
    ['$pullAll', { list: [1] }, { a: 5 }],
    ['$rename', { a: 'b' }, { b: 5 }],
  ].flatMap(([operator, operand, after]): Probe[] =>
    after === undefined
      ? []
      : [
          {
            ...updating(
              `${String(operator)} is known`,
              { a: 5 },
              { [String(operator)]: operand },
              gives(after),
            ),
            refusedAs: String(operator),
          },
        ],
  ),
  updating('two operators cannot change one field', {}, { $set: { a: 1 }, $inc: { a: 1 } }, fails(40)),
  updating('a field and one below it cannot change', {}, { $set: { a: 1, 'a.b': 1 } }, fails(40)),
  updating('a field below and the field cannot change', {}, { $set: { 'a.b': 1, a: 1 } }, fails(40)),
  updating(
    'a position and an array filter cannot change one array',
    { a: [1] },
    { $set: { 'a.0': 1, 'a.$[i]': 2 } },
    fails(40),
    { arrayFilters: [{ i: 1 }] },
  ),
  updating(
    '$ and a position that are the same conflict',
    { a: [1] },
    { $set: { 'a.$': 1, 'a.0': 2 } },
    fails(40),
    { filter: { a: 1 } },
  ),
  updating(
    'two array filters that choose one element conflict',
    { a: [1] },
    { $set: { 'a.$[i]': 1, 'a.$[j]': 2 } },
    fails(40),
    { arrayFilters: [{ i: 1 }, { j: 1 }] },
  ),
  updating(
    'two array filters that choose different elements do not conflict',
    { a: [1, 2] },
    { $set: { 'a.$[i]': 8, 'a.$[j]': 9 } },
    gives({ a: [8, 9] }),
    { arrayFilters: [{ i: 1 }, { j: 2 }] },
  ),
  updating(
    'new fields come in the order of their names',
    { m: 0 },
    { $set: { z: 1, b: 1 }, $inc: { k: 1 } },
    gives({ m: 0, b: 1, k: 1, z: 1 }),
  ),
])

describePage('reference/operator/update/positional', [
  updating('$ is the element that matched', { a: [4, 7] }, { $set: { 'a.$': 0 } }, gives({ a: [4, 0] }), {
    filter: { a: { $gt: 5 } },
  }),
  updating('$ needs an array in the filter', { a: [4] }, { $set: { 'a.$': 0 } }, fails(2)),
  updating('$ comes once', { a: [{ b: [1] }] }, { $set: { 'a.$.b.$': 0 } }, fails(2), {
    filter: { 'a.b': 1 },
  }),
  updating('$ is not first', { a: [4] }, { $set: { '$.a': 0 } }, fails(2)),
  updating('$ of an upsert that inserts is refused', undefined, { $set: { 'a.$': 0 } }, fails(2), {
    filter: { a: 1 },
    upsert: true,
  }),
  updating('$[] is every element', { a: [1, 2] }, { $inc: { 'a.$[]': 1 } }, gives({ a: [2, 3] })),
  updating('$[] needs an array', { a: 1 }, { $inc: { 'a.$[]': 1 } }, fails(2)),
  updating('$[] needs a field', {}, { $inc: { 'a.$[]': 1 } }, fails(2)),
  updating('$[] is not first', { a: [1] }, { $inc: { '$[].a': 1 } }, fails(2)),
  updating('$[] of no elements changes nothing', { a: [] }, { $inc: { 'a.$[]': 1 } }, gives({ a: [] })),
])

describePage('reference/operator/update/positional-filtered', [
  updating('chooses elements', { a: [1, 5, 9] }, { $set: { 'a.$[big]': 0 } }, gives({ a: [1, 0, 0] }), {
    arrayFilters: [{ big: { $gt: 4 } }],
  }),
  updating(
    'chooses by fields',
    { a: [{ k: 1 }, { k: 2 }] },
    { $set: { 'a.$[e].v': 0 } },
    gives({ a: [{ k: 1, v: 0 }, { k: 2 }] }),
    { arrayFilters: [{ 'e.k': 1 }] },
  ),
  updating(
    'takes $or over one identifier',
    { a: [1, 2, 3] },
    { $set: { 'a.$[e]': 0 } },
    gives({ a: [0, 2, 0] }),
    { arrayFilters: [{ $or: [{ e: 1 }, { e: 3 }] }] },
  ),
  updating('needs the filter of an identifier', { a: [1] }, { $set: { 'a.$[x]': 0 } }, fails(2)),
  updating('refuses a filter that is not used', { a: [1] }, { $set: { 'a.$[x]': 0 } }, fails(9), {
    arrayFilters: [{ x: 1 }, { y: 1 }],
  }),
  updating('refuses a filter for an update without identifiers', { a: [1] }, { $set: { b: 0 } }, fails(9), {
    arrayFilters: [{ x: 1 }],
  }),
  updating('refuses two filters for one identifier', { a: [1] }, { $set: { 'a.$[x]': 0 } }, fails(9), {
    arrayFilters: [{ x: 1 }, { x: 2 }],
  }),
  updating('refuses two identifiers in one filter', { a: [1] }, { $set: { 'a.$[x]': 0 } }, fails(9), {
    arrayFilters: [{ x: 1, y: 1 }],
  }),
  updating('refuses an empty filter', { a: [1] }, { $set: { 'a.$[x]': 0 } }, fails(9), {
    arrayFilters: [{}],
  }),
  updating(
    'refuses an identifier that starts with a capital',
    { a: [1] },
    { $set: { 'a.$[x]': 0 } },
    fails(2),
    { arrayFilters: [{ X: 1 }] },
  ),
  updating('refuses an identifier with other characters', { a: [1] }, { $set: { 'a.$[x]': 0 } }, fails(2), {
    arrayFilters: [{ 'x-y': 1 }],
  }),
  updating('refuses an unknown operator', { a: [1] }, { $set: { 'a.$[x]': 0 } }, fails(2), {
    arrayFilters: [{ x: { $nope: 1 } }],
  }),
  updating('refuses filters beside a pipeline', { a: [1] }, [{ $set: { a: 0 } }], fails(9), {
    arrayFilters: [{ x: 1 }],
  }),
])

describePage('reference/method/db.collection.updateOne', [
  updating(
    'an upsert starts from the equalities of its filter',
    undefined,
    { $set: { z: 1 } },
    gives({ a: 1, b: 2, c: { d: 3 }, z: 1 }),
    { filter: { a: 1, b: { $eq: 2 }, 'c.d': 3, e: { $gt: 1 }, f: /x/ }, upsert: true },
  ),
  updating('an upsert takes the only value of $in', undefined, { $set: { z: 1 } }, gives({ a: 1, z: 1 }), {
    filter: { a: { $in: [1] } },
    upsert: true,
  }),
  updating(
    'an upsert takes equalities inside $and',
    undefined,
    { $set: { z: 1 } },
    gives({ a: 1, b: 2, z: 1 }),
    { filter: { $and: [{ a: 1 }, { b: 2 }] }, upsert: true },
  ),
  updating('an upsert takes the only branch of $or', undefined, { $set: { z: 1 } }, gives({ a: 1, z: 1 }), {
    filter: { $or: [{ a: 1 }] },
    upsert: true,
  }),
  updating('an upsert refuses a field and one below it', undefined, { $set: { z: 1 } }, fails(54), {
    filter: { a: 1, 'a.b': 2 },
    upsert: true,
  }),
  updating('an upsert refuses a field that is fixed twice', undefined, { $set: { z: 1 } }, fails(54), {
    filter: { $and: [{ a: 1 }, { a: 2 }] },
    upsert: true,
  }),
  updating('an upsert refuses an _id with a dollar', undefined, { $set: { _id: { $x: 1 } } }, fails(52), {
    filter: { a: 1 },
    upsert: true,
  }),
  updating(
    'an upsert refuses an _id that differs from its filter',
    undefined,
    { $set: { _id: 2 } },
    fails(66),
    { filter: { _id: 1 }, upsert: true },
  ),
  updating('an upsert refuses an array for _id', undefined, { $set: { _id: [1] } }, fails(53), {
    filter: { a: 1 },
    upsert: true,
  }),
  {
    rule: 'a replacement takes only _id from the filter of an upsert',
    given: [],
    run: async (subject) => {
      await subject.items.replaceOne({ _id: 5 as never, a: 1 }, { b: 2 }, { upsert: true })
      return subject.items.findOne()
    },
    answer: gives({ _id: 5, b: 2 }),
  },
  {
    rule: 'a replacement needs the whole _id of an upsert',
    given: [],
    run: ({ items }) => items.replaceOne({ '_id.x': 5 }, { b: 2 }, { upsert: true }),
    answer: fails(111),
  },
  {
    rule: 'a replacement cannot change _id',
    given: [{ a: 1 }],
    run: ({ items }) => items.replaceOne({ a: 1 }, { _id: 9 as never, b: 2 }),
    answer: fails(66),
  },
  {
    rule: 'a replacement is of one document',
    given: [{ a: 1 }],
    run: ({ items, db }) =>
      db
        .command({ update: items.collectionName, updates: [{ q: {}, u: { b: 2 }, multi: true }] })
        .then((reply) => {
          const [error] = reply['writeErrors'] as Document[]
          return error?.['code']
        })
        .catch((error: { code: number }) => error.code),
    answer: gives(9),
  },
])

describePage('tutorial/update-documents-with-aggregation-pipeline', [
  updating(
    '$set computes from the document before',
    { a: 1, b: 2 },
    [{ $set: { a: '$b', b: '$a' } }],
    gives({ a: 2, b: 1 }),
  ),
  updating('$unset removes', { a: 1, b: 2 }, [{ $unset: 'a' }], gives({ b: 2 })),
  updating('$project keeps', { a: 1, b: 2 }, [{ $project: { b: 1 } }], gives({ b: 2 })),
  updating(
    'stages follow each other',
    { a: 1 },
    [{ $set: { b: { $add: ['$a', 1] } } }, { $set: { c: '$b' } }],
    gives({ a: 1, b: 2, c: 2 }),
  ),
  updating('_id cannot be dropped', { a: 1 }, [{ $project: { _id: 0 } }], fails(66)),
  updating('_id cannot be removed', { a: 1 }, [{ $unset: '_id' }], fails(66)),
  updating('_id cannot change', { a: 1 }, [{ $set: { _id: 9 } }], fails(66)),
  updating('$group is not allowed', { a: 1 }, [{ $group: { _id: 1 } }], fails(72)),
  updating('$match is not allowed', { a: 1 }, [{ $match: { a: 1 } }], fails(72)),
  updating('an unknown stage is refused', { a: 1 }, [{ $nope: 1 }], fails(40324)),
  updating('a stage has one name', { a: 1 }, [{ $set: { b: 1 }, $unset: 'a' }], fails(40323)),
  {
    ...updating(
      '$replaceWith is known',
      { a: 1 },
      [{ $replaceWith: { _id: '$_id', b: 1 } }],
      gives({ b: 1 }),
    ),
    refusedAs: '$replaceWith',
  },
])

const inserting = (rule: string, document: Document, answer: Probe['answer']): Probe => ({
  rule,
  given: [],
  run: async (subject) => {
    await subject.items.insertOne(document)
    return onlyDocument(subject)
  },
  answer,
})

describePage('core/dot-dollar-considerations', [
  inserting('_id with a dollar is refused', { _id: { $x: 1 } }, fails(52)),
  inserting('_id may be a document', { _id: { x: 1 }, a: 1 }, gives({ a: 1 })),
  inserting('_id cannot be an array', { _id: [1] }, fails(53)),
  inserting('_id cannot be an expression', { _id: /x/ }, fails(53)),
  inserting('a nested name may start with a dollar', { a: { $x: 1 } }, gives({ a: { $x: 1 } })),
])
