import { type Document, Double, type IndexSpecification, Long } from 'mongodb'
import { describePage, fails, gives, idsOf, type Probe } from './manual'

interface Declared {
  key?: unknown
  name?: unknown
  [option: string]: unknown
}

/** Declares an index by the command itself, which sends what a driver would not. */
function declaring(rule: string, declared: Declared, answer: Probe['answer'], refusedAs?: string): Probe {
  return {
    rule,
    given: [{ a: 1 }],
    run: async ({ items, db }) => {
      const { ok } = await db.command({
        createIndexes: items.collectionName,
        indexes: [{ name: 'i', ...declared }],
      })
      return ok as number
    },
    answer,
    ...(refusedAs === undefined ? {} : { refusedAs }),
  }
}

const ok = gives(1)
const refusedKey = (rule: string, key: unknown): Probe => declaring(rule, { key }, fails(67))
const refusedPartial = (rule: string, partialFilterExpression: unknown, code = 67): Probe =>
  declaring(rule, { key: { a: 1 }, partialFilterExpression }, fails(code))
const partial = (rule: string, partialFilterExpression: Document): Probe =>
  declaring(rule, { key: { a: 1 }, partialFilterExpression }, ok)

const point = (x: number, y: number) => ({ x, y })

describePage('reference/command/createIndexes', [
  declaring('takes a field', { key: { a: 1 } }, ok),
  declaring('takes a double as direction', { key: { a: new Double(-1) } }, ok),
  declaring('takes a long as direction', { key: { a: Long.fromNumber(5) } }, ok),
  declaring('takes a path', { key: { 'a.b.0': 1 } }, ok),
  declaring('takes the fields of a reference', { key: { 'a.$id': 1 } }, ok),
  refusedKey('needs a field', {}),
  refusedKey('refuses a direction of 0', { a: 0 }),
  refusedKey('refuses a direction that is no number', { a: Number.NaN }),
  refusedKey('refuses null for a direction', { a: null }),
  refusedKey('refuses true for a direction', { a: true }),
  refusedKey('refuses a document for a direction', { a: { b: 1 } }),
  refusedKey('refuses an empty string for a direction', { a: '' }),
  refusedKey('refuses an unknown kind', { a: 'nope' }),
  refusedKey('refuses an empty name', { '': 1 }),
  refusedKey('refuses an empty name at the end', { 'a.': 1 }),
  refusedKey('refuses an empty name at the start', { '.a': 1 }),
  refusedKey('refuses an empty name in between', { 'a..b': 1 }),
  refusedKey('refuses a name with a dollar', { $a: 1 }),
  refusedKey('refuses a name with a dollar below', { 'a.$b': 1 }),
  declaring(
    'refuses more than 32 fields',
    { key: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${at}`, 1])) },
    fails(13103),
  ),
  declaring('needs a key', {}, fails(9)),
  declaring('needs a key that is a document', { key: 'a' }, fails(14)),
  declaring('needs a name', { key: { a: 1 }, name: '' }, fails(67)),
  declaring('needs a name that is a string', { key: { a: 1 }, name: 1 }, fails(14)),
  declaring('refuses * as a name', { key: { a: 1 }, name: '*' }, fails(2)),
  declaring('refuses an unknown option', { key: { a: 1 }, nope: 1 }, fails(197)),
  declaring('refuses unique that is no boolean', { key: { a: 1 }, unique: 'yes' }, fails(14)),
  declaring('refuses sparse that is no boolean', { key: { a: 1 }, sparse: 'yes' }, fails(14)),
  declaring('takes 1 for true', { key: { a: 1 }, unique: 1 }, ok),
  declaring('takes background, which means nothing', { key: { a: 1 }, background: true }, ok),
  declaring('takes version 2', { key: { a: 1 }, v: 2 }, ok),
  declaring('refuses version 3', { key: { a: 1 }, v: 3 }, fails(67)),
  declaring('refuses a version that is no number', { key: { a: 1 }, v: '2' }, fails(14)),
  declaring('refuses a collation that is no document', { key: { a: 1 }, collation: 'en' }, fails(14)),
  declaring('refuses an empty collation', { key: { a: 1 }, collation: {} }, fails(2)),
  {
    rule: 'needs an index',
    given: [{ a: 1 }],
    run: ({ items, db }) => db.command({ createIndexes: items.collectionName, indexes: [] }),
    answer: fails(2),
  },
  {
    rule: 'needs a list of indexes',
    given: [{ a: 1 }],
    run: ({ items, db }) => db.command({ createIndexes: items.collectionName }),
    answer: fails(40414),
  },
  {
    rule: 'takes 64 indexes at most, the one on _id included',
    given: [{ a: 1 }],
    run: async ({ items }) => {
      const indexes = Array.from({ length: 63 }, (_, at) => ({
        key: { [`f${at}`]: 1 } as IndexSpecification & Document,
      }))
      await items.createIndexes(indexes as never)
      return items.createIndex({ more: 1 })
    },
    answer: fails(67),
  },
  ...[
    ['text', { a: 'text' }],
    ['2dsphere', { a: '2dsphere' }],
    ['2d', { a: '2d' }],
    ['hashed', { a: 'hashed' }],
    ['$**', { '$**': 1 }],
    ['a.$**', { 'a.$**': 1 }],
  ].map(([kind, key]): Probe => {
    const probe = declaring(`knows the kind ${String(kind)}`, { key }, ok, String(kind))
    return { ...probe, given: [{ b: 1 }] }
  }),
  declaring('knows hidden', { key: { a: 1 }, hidden: true }, ok, 'hidden'),
])

describePage('core/index-partial', [
  partial('takes equality', { a: 1 }),
  partial('takes $eq, $gt, $gte, $lt and $lte', {
    a: { $gt: 1, $lt: 5 },
    b: { $gte: 1, $lte: 5 },
    c: { $eq: 1 },
  }),
  partial('takes $exists that is true', { a: { $exists: true } }),
  partial('takes $in', { a: { $in: [1, 2] } }),
  partial('takes $and', { $and: [{ a: 1 }, { b: 1 }] }),
  partial('takes $or', { $or: [{ a: 1 }, { b: { $gt: 1 } }] }),
  { ...partial('takes $type', { a: { $type: 'string' } }), refusedAs: '$type' },
  refusedPartial('refuses $ne', { a: { $ne: 1 } }),
  refusedPartial('refuses $nin', { a: { $nin: [1] } }),
  refusedPartial('refuses $not', { a: { $not: { $gt: 1 } } }),
  refusedPartial('refuses $nor', { $nor: [{ a: 1 }] }),
  refusedPartial('refuses $exists that is false', { a: { $exists: false } }),
  refusedPartial('refuses $regex', { a: { $regex: 'x' } }),
  refusedPartial('refuses an expression', { a: /x/ }),
  refusedPartial('refuses $elemMatch', { a: { $elemMatch: { b: 1 } } }),
  refusedPartial('refuses $size', { a: { $size: 1 } }),
  refusedPartial('refuses $all', { a: { $all: [1, 2] } }),
  refusedPartial('refuses $mod', { a: { $mod: [2, 0] } }),
  refusedPartial('refuses $expr', { $expr: { $eq: ['$a', 1] } }, 224),
  refusedPartial('refuses an unknown operator', { a: { $nope: 1 } }, 2),
  refusedPartial('needs a document', 1, 14),
  declaring(
    'is not sparse, too',
    { key: { a: 1 }, sparse: true, partialFilterExpression: { a: 1 } },
    fails(67),
  ),
  {
    rule: 'finds the same as without it',
    given: [{ a: 1, b: 1 }, { a: 2, b: 1 }, { b: 1 }],
    run: async (subject) => {
      await subject.items.createIndex({ b: 1 }, { partialFilterExpression: { a: { $gt: 1 } } })
      return [await idsOf(subject, { b: 1 }), await idsOf(subject, { b: 1, a: { $gt: 1 } })]
    },
    answer: gives([[0, 1, 2], [1]]),
  },
])

describePage('core/index-ttl', [
  declaring('takes seconds', { key: { a: 1 }, expireAfterSeconds: 5 }, ok),
  declaring('takes 0', { key: { a: 1 }, expireAfterSeconds: 0 }, ok),
  declaring('is of one field', { key: { a: 1, b: 1 }, expireAfterSeconds: 5 }, fails(67)),
  declaring('refuses a negative number', { key: { a: 1 }, expireAfterSeconds: -1 }, fails(67)),
  declaring('refuses more than 2^31 - 1', { key: { a: 1 }, expireAfterSeconds: 2 ** 31 }, fails(67)),
  declaring('refuses a string', { key: { a: 1 }, expireAfterSeconds: '5' }, fails(67)),
  declaring('is not of _id', { key: { _id: 1 }, name: '_id_', expireAfterSeconds: 5 }, fails(197)),
])

describePage('indexes', [
  declaring('the one on _id exists', { key: { _id: 1 }, name: '_id_' }, ok),
  declaring(
    'the one on _id is unique anyway and takes no option',
    { key: { _id: 1 }, name: '_id_', unique: true },
    fails(197),
  ),
  declaring('the one on _id is not sparse', { key: { _id: 1 }, name: '_id_', sparse: true }, fails(197)),
  declaring(
    'the one on _id is not partial',
    { key: { _id: 1 }, name: '_id_', partialFilterExpression: { a: 1 } },
    fails(197),
  ),
  declaring('the one on _id is ascending', { key: { _id: -1 }, name: '_id_' }, fails(2)),
])

const indexed = (rule: string, key: Document, given: Document[], answer: Probe['answer']): Probe => ({
  rule,
  given,
  run: async ({ items }) => {
    await items.createIndex(key as never)
    return items.countDocuments()
  },
  answer,
})

describePage('core/indexes/index-types/index-multikey', [
  indexed('two arrays cannot be indexed at once', { a: 1, b: 1 }, [{ a: [1], b: [1] }], fails(171)),
  indexed('two fields of one array can', { 'a.x': 1, 'a.y': 1 }, [{ a: [{ x: 1, y: 1 }] }], gives(1)),
  indexed(
    'two arrays of one element cannot',
    { 'a.x': 1, 'a.y': 1 },
    [{ a: [{ x: [1], y: [1] }] }],
    fails(171),
  ),
  {
    rule: 'two arrays cannot be inserted where they are indexed',
    given: [],
    run: async ({ items }) => {
      await items.createIndex({ a: 1, b: 1 })
      return items.insertOne({ a: [1], b: [2] })
    },
    answer: fails(171),
  },
  {
    rule: 'an update cannot make two arrays where they are indexed',
    given: [{ a: [1], b: 1 }],
    run: async ({ items }) => {
      await items.createIndex({ a: 1, b: 1 })
      return items.updateOne({}, { $set: { b: [1] } })
    },
    answer: fails(171),
  },
  {
    rule: 'a unique index over two fields of one array holds for each element',
    given: [{ a: [point(1, 1), point(2, 2)] }],
    run: async ({ items }) => {
      await items.createIndex({ 'a.x': 1, 'a.y': 1 }, { unique: true })
      await items.insertOne({ a: [{ x: 1, y: 2 }] })
      return items.insertOne({ a: [{ x: 2, y: 2 }] })
    },
    answer: fails(11000),
  },
  {
    rule: 'a document may have a key twice in a unique index',
    given: [],
    run: async ({ items }) => {
      await items.createIndex({ a: 1 }, { unique: true })
      await items.insertOne({ a: [1, 1] })
      return items.countDocuments({ a: 1 })
    },
    answer: gives(1),
  },
  {
    rule: 'conditions on two fields may be met by two elements',
    given: [{ a: [point(1, 9), point(9, 1)] }],
    run: async (subject) => {
      await subject.items.createIndex({ 'a.x': 1, 'a.y': 1 })
      return idsOf(subject, { 'a.x': 1, 'a.y': 1 })
    },
    answer: gives([0]),
  },
])

describePage('core/index-unique', [
  {
    rule: 'what is missing is null',
    given: [{ a: 1 }],
    run: async ({ items }) => {
      await items.createIndex({ b: 1 }, { unique: true })
      return items.insertOne({ b: null })
    },
    answer: fails(11000),
  },
  {
    rule: 'equal numbers of different types are one key',
    given: [{ a: 1 }],
    run: async ({ items }) => {
      await items.createIndex({ a: 1 }, { unique: true })
      return items.insertOne({ a: new Double(1) })
    },
    answer: fails(11000),
  },
  {
    rule: 'a sparse one leaves out what is missing',
    given: [{ a: 1 }, { a: 2 }],
    run: async ({ items }) => {
      await items.createIndex({ b: 1 }, { unique: true, sparse: true })
      await items.insertOne({ c: 1 })
      return items.countDocuments()
    },
    answer: gives(3),
  },
])

const hinted = (rule: string, hint: unknown, answer: Probe['answer']): Probe => ({
  rule,
  given: [{ a: 3 }, { a: 1 }, { a: 2 }],
  run: async ({ items, db }) => {
    await items.createIndex({ a: 1 })
    const { cursor } = await db.command({ find: items.collectionName, hint })
    return (cursor as { firstBatch: Document[] }).firstBatch.map(({ _id }) => _id as number)
  },
  answer,
})

describePage('reference/method/cursor.hint', [
  hinted('by name gives the order of the index', 'a_1', gives([1, 2, 0])),
  hinted('by key gives the order of the index', { a: 1 }, gives([1, 2, 0])),
  hinted('by $natural gives the order of insertion', { $natural: 1 }, gives([0, 1, 2])),
  hinted('by $natural gives the reverse order', { $natural: -1 }, gives([2, 1, 0])),
  hinted('by the name of the index on _id', '_id_', gives([0, 1, 2])),
  hinted('of an index that does not exist is refused', 'nope_1', fails(2)),
  hinted('of a key that has no index is refused', { a: -1 }, fails(2)),
  hinted('is a string or a document', 1, fails(9)),
  {
    rule: 'is of updates',
    given: [{ a: 1 }],
    run: ({ items }) => items.updateOne({}, { $set: { b: 1 } }, { hint: 'nope' }),
    answer: fails(2),
  },
  {
    rule: 'is of deletions',
    given: [{ a: 1 }],
    run: ({ items }) => items.deleteOne({}, { hint: { nope: 1 } }),
    answer: fails(2),
  },
  {
    rule: 'is of counts',
    given: [{ a: 1 }],
    run: ({ items, db }) => db.command({ count: items.collectionName, query: {}, hint: 'nope' }),
    answer: fails(2),
  },
  {
    rule: 'is of aggregations',
    given: [{ a: 1 }],
    run: ({ items }) => items.aggregate([{ $match: { a: 1 } }], { hint: 'nope' }).toArray(),
    answer: fails(2),
  },
  {
    rule: 'is of findAndModify',
    given: [{ a: 1 }],
    run: ({ items }) => items.findOneAndUpdate({}, { $set: { b: 1 } }, { hint: { nope: 1 } }),
    answer: fails(2),
  },
  {
    rule: 'by a sparse index leaves out what it leaves out',
    given: [{ a: 1 }, { b: 1 }],
    run: async ({ items }) => {
      await items.createIndex({ b: 1 }, { sparse: true })
      const found = await items.find({}, { hint: 'b_1' }).toArray()
      return found.map(({ _id }) => _id)
    },
    answer: gives([1]),
  },
  {
    rule: '$in gives the order of the index and not of the list',
    given: [{ a: 3 }, { a: 1 }, { a: 2 }],
    run: async ({ items }) => {
      const found = await items.find({ _id: { $in: [2, 0, 1] as never } }).toArray()
      return found.map(({ _id }) => _id)
    },
    answer: gives([0, 1, 2]),
  },
])

const dropping = (rule: string, index: unknown, answer: Probe['answer']): Probe => ({
  rule,
  given: [{ a: 1 }],
  run: async ({ items, db }) => {
    await items.createIndexes([
      { key: { a: 1 } },
      { key: { b: 1 }, name: 'one' },
      { key: { b: 1 }, name: 'two', sparse: true },
    ])
    await db.command({ dropIndexes: items.collectionName, ...(index === undefined ? {} : { index }) })
    return (await items.indexes()).map(({ name }) => name)
  },
  answer,
})

describePage('reference/command/dropIndexes', [
  dropping('takes a name', 'a_1', gives(['_id_', 'one', 'two'])),
  dropping('takes a key', { a: 1 }, gives(['_id_', 'one', 'two'])),
  dropping('takes names', ['one', 'two'], gives(['_id_', 'a_1'])),
  dropping('takes * for all but the one on _id', '*', gives(['_id_'])),
  dropping('refuses an unknown name', 'nope', fails(27)),
  dropping('refuses an unknown key', { nope: 1 }, fails(27)),
  dropping('refuses a key that two indexes have', { b: 1 }, fails(181)),
  dropping('refuses the one on _id by name', '_id_', fails(72)),
  dropping('refuses the one on _id by key', { _id: 1 }, fails(72)),
  dropping('refuses a number', 1, fails(14)),
  dropping('needs an index', undefined, fails(40414)),
])
