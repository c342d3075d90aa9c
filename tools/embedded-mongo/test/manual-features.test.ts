import { Decimal128, type Document, Long, MaxKey, MinKey, ObjectId, ReadPreference, Timestamp } from 'mongodb'
import { errorOf } from './test-database'
import { describePage, fails, gives, type Items, onlyDocument, type Probe } from './manual'

/** A pipeline over documents that are numbered from 0. */
const piping = (rule: string, given: Document[], pipeline: Document[], answer: Probe['answer']): Probe => ({
  rule,
  given,
  run: ({ items }) => items.aggregate(pipeline).toArray(),
  answer,
})

/** Like `piping`, of what the embedded server refuses by the name of the stage or the operator. */
const refused = (name: string, probe: Probe): Probe => ({ ...probe, refusedAs: name })

const REVIEWS = [
  { apartment: 'a', rating: 5, tags: ['quiet', 'warm'] },
  { apartment: 'b', rating: 3, tags: [] },
  { apartment: 'a', rating: 1, tags: ['cold'] },
]

describePage('reference/operator/aggregation/count', [
  refused(
    '$count',
    piping(
      'counts what arrives',
      REVIEWS,
      [{ $match: { rating: { $gt: 2 } } }, { $count: 'n' }],
      gives([{ n: 2 }]),
    ),
  ),
  refused(
    '$count',
    piping(
      'returns no document where nothing arrives',
      REVIEWS,
      [{ $match: { rating: 9 } }, { $count: 'n' }],
      gives([]),
    ),
  ),
])

describePage('reference/operator/aggregation/unwind', [
  refused(
    '$unwind',
    piping(
      'returns a document for each element',
      REVIEWS,
      [{ $unwind: '$tags' }, { $project: { tags: 1 } }],
      gives([
        { _id: 0, tags: 'quiet' },
        { _id: 0, tags: 'warm' },
        { _id: 2, tags: 'cold' },
      ]),
    ),
  ),
])

describePage('reference/operator/aggregation/facet', [
  refused(
    '$facet',
    piping(
      'runs several pipelines',
      REVIEWS,
      [{ $facet: { best: [{ $sort: { rating: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }] } }],
      gives([{ best: [{ _id: 0 }] }]),
    ),
  ),
])

describePage('reference/operator/aggregation/group', [
  piping(
    'groups by several fields',
    REVIEWS,
    [
      { $match: { apartment: 'a' } },
      { $group: { _id: { apartment: '$apartment', good: { $gte: ['$rating', 3] } }, n: { $sum: 1 } } },
      { $sort: { '_id.good': 1 } },
    ],
    gives([
      { _id: { apartment: 'a', good: false }, n: 1 },
      { _id: { apartment: 'a', good: true }, n: 1 },
    ]),
  ),
  piping(
    'averages what is a number, and null where there is none',
    [{ a: 1, b: 'x' }, { a: 2 }],
    [{ $group: { _id: null, a: { $avg: '$a' }, b: { $avg: '$b' } } }],
    gives([{ _id: null, a: 1.5, b: null }]),
  ),
  piping(
    'takes the first and the last of a sort',
    REVIEWS,
    [
      { $sort: { rating: 1 } },
      { $group: { _id: null, worst: { $first: '$rating' }, best: { $last: '$rating' } } },
    ],
    gives([{ _id: null, worst: 1, best: 5 }]),
  ),
])

describePage('reference/operator/aggregation/lookup', [
  {
    rule: 'joins by equality, an array by each of its elements',
    given: [{ refs: [1, 2] }, { refs: 1 }, {}],
    run: async ({ items, db }) => {
      const others = db.collection<{ _id: number }>(`${items.collectionName}-others`)
      await others.insertMany([{ _id: 1 }, { _id: 2 }])
      const pipeline = [
        { $lookup: { from: others.collectionName, localField: 'refs', foreignField: '_id', as: 'found' } },
        { $sort: { _id: 1 } },
      ]
      return (await items.aggregate(pipeline).toArray()).map(({ found }) =>
        (found as Document[]).map(({ _id }) => _id as unknown),
      )
    },
    answer: gives([[1, 2], [1], []]),
  },
])

const transforming = (rule: string, given: Document, expression: unknown, answer: unknown): Probe =>
  piping(rule, [given], [{ $project: { _id: 0, x: expression } }], gives([{ x: answer }]))

describePage('reference/operator/aggregation', [
  transforming(
    '$cond takes three arguments or names',
    { a: 2 },
    { $cond: { if: { $gt: ['$a', 1] }, then: 'many', else: 'few' } },
    'many',
  ),
  transforming('$ifNull takes the first that is there', { b: 3 }, { $ifNull: ['$a', null, '$b'] }, 3),
  transforming('$size counts elements', { a: [1, 2] }, { $size: '$a' }, 2),
  transforming(
    '$switch takes the first branch',
    { a: 2 },
    { $switch: { branches: [{ case: { $eq: ['$a', 2] }, then: 'two' }], default: 'other' } },
    'two',
  ),
  refused('$toString', transforming('$toString writes numbers', { a: 2 }, { $toString: '$a' }, '2')),
  refused(
    '$dateTrunc',
    transforming(
      '$dateTrunc goes to the beginning',
      { a: new Date('2026-05-17') },
      { $dateTrunc: { date: '$a', unit: 'month' } },
      new Date('2026-05-01'),
    ),
  ),
  refused(
    '$dateToString',
    transforming(
      '$dateToString formats',
      { a: new Date('2026-05-17') },
      { $dateToString: { date: '$a', format: '%Y-%m' } },
      '2026-05',
    ),
  ),
  refused(
    '$map',
    transforming(
      '$map changes elements',
      { a: [1, 2] },
      { $map: { input: '$a', in: { $add: ['$$this', 1] } } },
      [2, 3],
    ),
  ),
  refused(
    '$filter',
    transforming(
      '$filter leaves elements out',
      { a: [1, 2] },
      { $filter: { input: '$a', cond: { $gt: ['$$this', 1] } } },
      [2],
    ),
  ),
  refused(
    '$sortArray',
    transforming('$sortArray sorts', { a: [2, 1] }, { $sortArray: { input: '$a', sortBy: 1 } }, [1, 2]),
  ),
  refused(
    '$dateDiff',
    transforming(
      '$dateDiff counts boundaries',
      { a: new Date('2026-05-17') },
      { $dateDiff: { startDate: '$a', endDate: new Date('2026-06-01'), unit: 'month' } },
      Long.fromNumber(1),
    ),
  ),
  refused('$round', transforming('$round rounds half to even', { a: 2.5 }, { $round: ['$a', 0] }, 2)),
  {
    rule: '$divide by zero is refused',
    given: [{ a: 1 }],
    run: ({ items }) => items.aggregate([{ $project: { x: { $divide: ['$a', 0] } } }]).toArray(),
    answer: fails(2),
  },
  {
    rule: '$size of what is no array is refused',
    given: [{ a: 1 }],
    run: ({ items }) => items.aggregate([{ $project: { x: { $size: '$a' } } }]).toArray(),
    answer: fails(17124),
  },
  {
    rule: 'an expression takes as many arguments as it says',
    given: [{ a: 1 }],
    run: ({ items }) => items.aggregate([{ $project: { x: { $gt: ['$a'] } } }]).toArray(),
    answer: fails(16020),
  },
])

const updating = (
  rule: string,
  before: Document,
  update: Document | Document[],
  answer: Probe['answer'],
  options = {},
): Probe => ({
  rule,
  given: [before],
  run: async (subject) => {
    await subject.items.updateOne({}, update as Document, options)
    return onlyDocument(subject)
  },
  answer,
})

describePage('reference/operator/update', [
  refused('$currentDate', {
    ...updating('$currentDate sets the time of the server', {}, { $currentDate: { at: true } }, gives(true)),
    run: async (subject) => {
      await subject.items.updateOne({}, { $currentDate: { at: true } })
      return (await onlyDocument(subject))?.['at'] instanceof Date
    },
  }),
  updating(
    '$pull takes a condition on elements',
    { a: [{ n: 1 }, { n: 5 }] },
    { $pull: { a: { n: { $gt: 2 } } } },
    gives({ a: [{ n: 1 }] }),
  ),
  updating('$inc of a text is refused', { a: 'x' }, { $inc: { a: 1 } }, fails(14)),
  updating(
    '$unset of an element leaves null',
    { a: [1, 2] },
    { $unset: { 'a.0': '' } },
    gives({ a: [null, 2] }),
  ),
  updating(
    '$set beyond the end of an array fills with null',
    { a: [1] },
    { $set: { 'a.2': 3 } },
    gives({ a: [1, null, 3] }),
  ),
  updating('$set below a text is refused', { a: 'x' }, { $set: { 'a.b': 1 } }, fails(28)),
  updating(
    '$[] changes every element',
    { a: [{ n: 1 }, { n: 2 }] },
    { $inc: { 'a.$[].n': 1 } },
    gives({ a: [{ n: 2 }, { n: 3 }] }),
  ),
  updating('_id cannot be changed', {}, { $set: { _id: 9 } }, fails(66)),
  updating(
    'a pipeline computes from other fields',
    { a: 1, b: 2 },
    [{ $set: { sum: { $add: ['$a', '$b'] } } }],
    gives({ a: 1, b: 2, sum: 3 }),
  ),
  updating('a pipeline unsets', { a: 1, b: 2 }, [{ $unset: 'a' }], gives({ b: 2 })),
])

describePage('reference/method/db.collection.findOneAndUpdate', [
  {
    rule: 'returns the document from before by default',
    given: [{ n: 1 }],
    run: ({ items }) => items.findOneAndUpdate({}, { $inc: { n: 1 } }),
    answer: gives({ _id: 0, n: 1 }),
  },
  {
    rule: 'chooses by its sort',
    given: [{ n: 1 }, { n: 2 }],
    run: ({ items }) =>
      items.findOneAndUpdate({}, { $set: { taken: true } }, { sort: { n: -1 }, returnDocument: 'after' }),
    answer: gives({ _id: 1, n: 2, taken: true }),
  },
  {
    rule: 'inserts fields of the filter where it upserts',
    given: [],
    run: ({ items }) =>
      items.findOneAndUpdate(
        { _id: 'x' as never, kind: 'k' },
        { $setOnInsert: { n: 1 } },
        { upsert: true, returnDocument: 'after' },
      ),
    answer: gives({ _id: 'x', kind: 'k', n: 1 }),
  },
  {
    rule: 'returns null where nothing is found',
    given: [],
    run: ({ items }) => items.findOneAndUpdate({ a: 1 }, { $set: { n: 1 } }),
    answer: gives(null),
  },
])

describePage('reference/method/db.collection.replaceOne', [
  {
    rule: 'keeps the _id and nothing else',
    given: [{ a: 1 }],
    run: async (subject) => {
      await subject.items.replaceOne({}, { b: 2 })
      return onlyDocument(subject)
    },
    answer: gives({ b: 2 }),
  },
  {
    rule: 'refuses another _id',
    given: [{ a: 1 }],
    run: ({ items }) => items.replaceOne({}, { _id: 5 as never, b: 2 }),
    answer: fails(66),
  },
])

describePage('reference/method/db.collection.bulkWrite', [
  {
    rule: 'stops at the first error where it is ordered',
    given: [],
    run: async ({ items }) => {
      const insert = (_id: number) => ({ insertOne: { document: { _id: _id as never } } })
      await items.bulkWrite([insert(1), insert(1), insert(2)]).catch(() => undefined)
      return items.countDocuments()
    },
    answer: gives(1),
  },
  {
    rule: 'goes on behind an error where it is not',
    given: [],
    run: async ({ items }) => {
      const insert = (_id: number) => ({ insertOne: { document: { _id: _id as never } } })
      await items.bulkWrite([insert(1), insert(1), insert(2)], { ordered: false }).catch(() => undefined)
      return items.countDocuments()
    },
    answer: gives(2),
  },
  {
    rule: 'says which were upserted',
    given: [{ n: 1 }],
    run: async ({ items }) => {
      const { upsertedIds, matchedCount } = await items.bulkWrite([
        { updateOne: { filter: { n: 1 }, update: { $set: { m: 1 } }, upsert: true } },
        { updateOne: { filter: { _id: 7 as never }, update: { $set: { m: 1 } }, upsert: true } },
      ])
      return { upsertedIds, matchedCount }
    },
    answer: gives({ upsertedIds: { 1: 7 }, matchedCount: 1 }),
  },
])

const declaring = (rule: string, key: Document, options: Document, answer: Probe['answer']): Probe => ({
  rule,
  given: [{ a: 1 }],
  run: ({ items }) => items.createIndex(key as never, options),
  answer,
})

describePage('reference/method/db.collection.createIndex', [
  declaring('names an index by its keys', { a: 1, b: -1 }, {}, gives('a_1_b_-1')),
  declaring('takes a name', { a: 1 }, { name: 'by a' }, gives('by a')),
  refused("'hidden'", declaring('hides an index', { a: 1 }, { hidden: true }, gives('a_1'))),
  refused("'text'", declaring('indexes words', { a: 'text' }, {}, gives('a_text'))),
  refused("'2dsphere'", declaring('indexes places', { a: '2dsphere' }, {}, gives('a_2dsphere'))),
  refused("'hashed'", declaring('indexes hashes', { a: 'hashed' }, {}, gives('a_hashed'))),
  refused('$**', declaring('indexes every field', { '$**': 1 }, {}, gives('$**_1'))),
  declaring('refuses a unique index over duplicates', { none: 1 }, { unique: true }, gives('none_1')),
  {
    rule: 'refuses other options under a name that is there',
    given: [],
    run: async ({ items }) => {
      await items.createIndex({ a: 1 }, { name: 'n' })
      await items.createIndex({ a: 1 }, { name: 'n', unique: true })
    },
    answer: fails(86),
  },
  {
    rule: 'refuses other keys under a name that is there',
    given: [],
    run: async ({ items }) => {
      await items.createIndex({ a: 1 }, { name: 'n' })
      await items.createIndex({ b: 1 }, { name: 'n' })
    },
    answer: fails(86),
  },
  {
    rule: 'refuses the same keys under another name',
    given: [],
    run: async ({ items }) => {
      await items.createIndex({ a: 1 }, { name: 'n' })
      await items.createIndex({ a: 1 }, { name: 'm' })
    },
    answer: fails(85),
  },
  {
    rule: 'refuses documents that are there twice',
    given: [{ a: 1 }, { a: 1 }],
    run: ({ items }) => items.createIndex({ a: 1 }, { unique: true }),
    answer: fails(11_000),
  },
])

const KEYED = [{ name: 'elm' }, { name: 'Elm' }, { name: 'élm' }]
const named = async (
  items: Items,
  collation: { locale: string; strength?: 1 | 2 | 3; numericOrdering?: boolean },
) =>
  (await items.find({ name: 'elm' }, { collation }).sort({ _id: 1 }).toArray()).map(
    ({ _id }) => _id as unknown,
  )

describePage('reference/collation', [
  {
    rule: 'strength 1 ignores case and marks',
    given: KEYED,
    run: ({ items }) => named(items, { locale: 'en', strength: 1 }),
    answer: gives([0, 1, 2]),
  },
  {
    rule: 'strength 2 ignores case',
    given: KEYED,
    run: ({ items }) => named(items, { locale: 'en', strength: 2 }),
    answer: gives([0, 1]),
  },
  {
    rule: 'strength 3 is the default',
    given: KEYED,
    run: ({ items }) => named(items, { locale: 'en' }),
    answer: gives([0]),
  },
  {
    rule: 'numericOrdering sorts numbers in texts',
    given: [{ name: 'Unit 10' }, { name: 'Unit 9' }],
    run: async ({ items }) =>
      (
        await items
          .find({}, { collation: { locale: 'en', numericOrdering: true } })
          .sort({ name: 1 })
          .toArray()
      ).map(({ _id }) => _id as unknown),
    answer: gives([1, 0]),
  },
  {
    rule: 'an unknown locale is refused',
    given: [],
    run: ({ items }) => items.find({}, { collation: { locale: 'klingon' } }).toArray(),
    answer: fails(2),
  },
  {
    rule: 'a unique index with a collation refuses another case',
    given: [],
    run: async ({ items }) => {
      await items.createIndex({ email: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })
      await items.insertOne({ email: 'maya@cornell.edu' })
      await items.insertOne({ email: 'Maya@cornell.edu' })
    },
    answer: fails(11_000),
  },
])

describePage('core/read-preference', [
  {
    rule: 'a primary takes reads of any preference',
    given: [{ a: 1 }],
    run: ({ items }) => items.find({}, { readPreference: ReadPreference.SECONDARY_PREFERRED }).toArray(),
    answer: gives([{ _id: 0, a: 1 }]),
  },
])

describePage('reference/method/db.collection.distinct', [
  {
    rule: 'returns the elements of arrays',
    given: [{ a: [1, 2] }, { a: 2 }, {}],
    run: ({ items }) => items.distinct('a'),
    answer: gives([1, 2]),
  },
  {
    rule: 'returns fields of documents in arrays',
    given: [{ a: [{ b: 1 }, { b: 2 }] }],
    run: ({ items }) => items.distinct('a.b'),
    answer: gives([1, 2]),
  },
])

describePage('reference/method/db.collection.renameCollection', [
  {
    rule: 'moves the documents',
    given: [{ a: 1 }],
    run: async ({ items, db }) => {
      const renamed = await items.rename(`${items.collectionName}-renamed`)
      return {
        documents: await renamed.countDocuments(),
        before: await db.listCollections({ name: items.collectionName }).toArray(),
      }
    },
    answer: gives({ documents: 1, before: [] }),
    refusedAs: 'renameCollection',
  },
])

describePage('reference/command/collMod', [
  {
    rule: 'changes when documents of an index expire',
    given: [],
    run: async ({ items, db }) => {
      await items.createIndex({ at: 1 }, { expireAfterSeconds: 60 })
      const changed = await db.command({
        collMod: items.collectionName,
        index: { keyPattern: { at: 1 }, expireAfterSeconds: 90 },
      })
      return changed['expireAfterSeconds_new'] as number
    },
    answer: gives(90),
    refusedAs: 'collMod',
  },
])

describePage('core/schema-validation', [
  {
    rule: 'a validator refuses documents',
    given: [],
    run: async ({ items, db }) => {
      await db.createCollection(items.collectionName, { validator: { a: { $gt: 0 } } })
      await items.insertOne({ a: -1 })
    },
    answer: fails(121),
    refusedAs: "'validator'",
  },
])

describePage('core/capped-collections', [
  {
    rule: 'hold no more documents than they may',
    given: [],
    run: async ({ items, db }) => {
      await db.createCollection(items.collectionName, { capped: true, size: 4096, max: 1 })
      await items.insertMany([{}, {}])
      return items.countDocuments()
    },
    answer: gives(1),
    refusedAs: "'capped'",
  },
])

describePage('reference/limits', [
  {
    rule: 'an update cannot make a document larger than 16 MB',
    given: [{ a: 'x'.repeat(9 * 2 ** 20) }],
    run: async ({ items }) => {
      const { code } = await errorOf(items.updateOne({}, { $set: { b: 'x'.repeat(8 * 2 ** 20) } }))
      // Earlier versions of MongoDB had the first.
      return [17_419, 10_334].includes(Number(code))
    },
    answer: gives(true),
  },
  {
    rule: 'a hundred levels are the most',
    given: [],
    run: ({ items }) => {
      let nested: Document = {}
      for (let level = 0; level < 200; level++) nested = { nested }
      return items.insertOne({ nested })
    },
    answer: fails(15),
  },
])

describePage('reference/bson-types', [
  {
    rule: 'an ObjectId, a Long and a binary come back as they were',
    given: [],
    run: async ({ items }) => {
      const id = new ObjectId('65a000000000000000000001')
      await items.insertOne({
        _id: 1 as never,
        id,
        long: Long.fromString('9007199254740993'),
        bytes: Buffer.from('abc'),
      })
      const [found] = await items.find({}, { promoteLongs: false, promoteBuffers: true }).toArray()
      return { id: String(found?.['id']), long: String(found?.['long']), bytes: String(found?.['bytes']) }
    },
    answer: gives({ id: '65a000000000000000000001', long: '9007199254740993', bytes: 'abc' }),
  },
  {
    rule: 'dates keep their milliseconds',
    given: [{ at: new Date(1_779_000_000_123) }],
    run: ({ items }) => items.countDocuments({ at: new Date(1_779_000_000_123) }),
    answer: gives(1),
  },
])

const keeping = (rule: string, name: string, value: unknown): Probe => ({
  rule,
  given: [],
  run: async ({ items }) => {
    await items.insertOne({ _id: 0 as never, value })
    return items.countDocuments({ value })
  },
  answer: gives(1),
  refusedAs: name,
})

describePage('reference/mongodb-extended-json', [
  keeping('a decimal number is kept', 'Decimal128', Decimal128.fromString('1.5')),
  keeping('a timestamp is kept', 'Timestamp', new Timestamp({ t: 1, i: 1 })),
  keeping('the greatest value is kept', 'MaxKey', new MaxKey()),
  keeping('the least value is kept', 'MinKey', new MinKey()),
])

const finding = (name: string, rule: string, filter: Document, answer: Probe['answer']): Probe => ({
  rule,
  given: [{ a: 1 }, { a: 2 }],
  run: async ({ items }) => (await items.find(filter).toArray()).map(({ _id }) => _id as unknown),
  answer,
  refusedAs: name,
})

describePage('reference/operator/query', [
  finding('$where', '$where runs JavaScript', { $where: 'this.a === 2' }, gives([1])),
  finding('$text', '$text needs an index of words', { $text: { $search: 'warm' } }, fails(27)),
  finding('$near', '$near needs an index of places', { a: { $near: [0, 0] } }, fails(291)),
])

describePage('reference/command/aggregate', [
  {
    rule: 'takes variables',
    given: [{ a: 1 }],
    run: ({ items }) => items.aggregate([{ $project: { x: '$$n' } }], { let: { n: 7 } }).toArray(),
    answer: gives([{ _id: 0, x: 7 }]),
    refusedAs: "'let'",
  },
  {
    rule: 'refuses what is no pipeline',
    given: [],
    run: ({ items, db }) => db.command({ aggregate: items.collectionName, pipeline: {}, cursor: {} }),
    answer: fails(14),
  },
  {
    rule: 'needs a cursor',
    given: [],
    run: ({ items, db }) => db.command({ aggregate: items.collectionName, pipeline: [] }),
    answer: fails(9),
  },
])

describePage('reference/method/cursor.min', [
  {
    rule: 'begins a search at keys of an index',
    given: [{ a: 1 }, { a: 2 }, { a: 3 }],
    run: async ({ items }) => {
      await items.createIndex({ a: 1 })
      return items.find({}, { min: { a: 2 }, hint: { a: 1 } }).toArray()
    },
    answer: gives([
      { _id: 1, a: 2 },
      { _id: 2, a: 3 },
    ]),
    refusedAs: "'min'",
  },
])

describePage('reference/method/cursor.maxTimeMS', [
  {
    rule: 'is a number of milliseconds that is not negative',
    given: [],
    run: ({ items, db }) => db.command({ find: items.collectionName, maxTimeMS: -1 }),
    answer: fails(2),
  },
])

describePage('reference/method/cursor.batchSize', [
  {
    rule: 'the first batch may be empty',
    given: [{ a: 1 }],
    run: async ({ items, db }) => {
      const { cursor } = (await db.command({ find: items.collectionName, batchSize: 0 })) as {
        cursor: { firstBatch: unknown[]; id: Long }
      }
      return { first: cursor.firstBatch, isOpen: String(cursor.id) !== '0' }
    },
    answer: gives({ first: [], isOpen: true }),
  },
])
