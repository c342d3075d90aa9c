import { Binary, type Document, Double, Int32, Long, type Sort } from 'mongodb'
import { describePage, fails, gives, idsOf, type Probe } from './manual'

const shop: Document = {
  name: 'Ann',
  list: [{ n: 1, m: 1 }, { n: 2 }, 5],
  deep: { x: 1, y: 2 },
  tags: ['a', 'b', 'c', 'd'],
  nested: [[{ n: 1 }], [{ n: 2, m: 3 }]],
}

function projecting(
  rule: string,
  projection: Document,
  answer: Probe['answer'],
  filter: Document = {},
): Probe {
  return {
    rule,
    given: [shop],
    run: ({ items }) => items.findOne(filter, { projection }),
    answer,
  }
}

describePage('tutorial/project-fields-from-query-results', [
  projecting('an inclusion keeps _id', { name: 1 }, gives({ _id: 0, name: 'Ann' })),
  projecting('an inclusion leaves _id out on request', { name: 1, _id: 0 }, gives({ name: 'Ann' })),
  projecting(
    'true, 2 and a fraction include',
    { name: true, deep: new Double(0.5), _id: 0 },
    gives({ name: 'Ann', deep: { x: 1, y: 2 } }),
  ),
  projecting(
    'an exclusion keeps the rest',
    { list: 0, tags: 0, nested: false },
    gives({ _id: 0, name: 'Ann', deep: { x: 1, y: 2 } }),
  ),
  projecting('only _id excluded', { _id: 0 }, gives(shop)),
  projecting('only _id included', { _id: 1 }, gives({ _id: 0 })),
  projecting(
    '_id may be included in an exclusion',
    { _id: 1, list: 0, tags: 0, nested: 0, deep: 0 },
    gives({ _id: 0, name: 'Ann' }),
  ),
  projecting('no projection keeps everything', {}, gives({ _id: 0, ...shop })),
  projecting('an inclusion enters documents', { 'deep.x': 1, _id: 0 }, gives({ deep: { x: 1 } })),
  projecting(
    'an inclusion enters arrays and drops scalars',
    { 'list.n': 1, _id: 0 },
    gives({ list: [{ n: 1 }, { n: 2 }] }),
  ),
  projecting(
    'an inclusion enters arrays inside of arrays',
    { 'nested.n': 1, _id: 0 },
    gives({ nested: [[{ n: 1 }], [{ n: 2 }]] }),
  ),
  projecting(
    'an exclusion enters arrays and keeps scalars',
    { 'list.n': 0, name: 0, deep: 0, tags: 0, nested: 0, _id: 0 },
    gives({ list: [{ m: 1 }, {}, 5] }),
  ),
  projecting('a nested specification is a path', { deep: { y: 1 }, _id: 0 }, gives({ deep: { y: 2 } })),
  projecting('a path below a scalar includes nothing', { 'name.x': 1, _id: 0 }, gives({})),
  projecting('inclusion after exclusion is refused', { name: 0, deep: 1 }, fails(31253)),
  projecting('exclusion after inclusion is refused', { name: 1, deep: 0 }, fails(31254)),
  projecting('a path and one below it collide', { deep: 1, 'deep.x': 1 }, fails(31249)),
  projecting('a path and the one above it collide', { 'deep.x': 1, deep: 1 }, fails(31250)),
  projecting('an empty document is refused', { deep: {} }, fails(51270)),
  projecting('an empty name is refused', { '': 1 }, fails(40352)),
  projecting('a dot at the end is refused', { 'deep.': 1 }, fails(40353)),
  projecting('a dot at the start is refused', { '.deep': 1 }, fails(15998)),
  projecting('a name with a dollar is refused', { $deep: 1 }, fails(16410)),
  projecting('an unknown expression is refused', { x: { $nope: 1 } }, fails(31325)),
])

describePage('reference/method/db.collection.find', [
  projecting('a string that starts with a dollar is a path', { x: '$deep.y', _id: 0 }, gives({ x: 2 })),
  projecting('another string is itself', { x: 'text', _id: 0 }, gives({ x: 'text' })),
  projecting('an expression computes', { x: { $add: ['$deep.x', '$deep.y'] }, _id: 0 }, gives({ x: 3 })),
  projecting(
    'an expression keeps the included fields',
    { name: 1, x: { $literal: 1 } },
    gives({ _id: 0, name: 'Ann', x: 1 }),
  ),
  projecting(
    'an expression takes the place of scalars below an array',
    { 'list.d': '$name', _id: 0 },
    gives({ list: [{ d: 'Ann' }, { d: 'Ann' }, { d: 'Ann' }] }),
  ),
  projecting(
    'an expression takes the place of a scalar',
    { 'name.d': '$deep.x', _id: 0 },
    gives({ name: { d: 1 } }),
  ),
  projecting(
    'an expression makes documents on the way',
    { 'q.r': '$name', _id: 0 },
    gives({ q: { r: 'Ann' } }),
  ),
  projecting('an expression of what is missing leaves the field out', { x: '$nothing', _id: 0 }, gives({})),
  projecting('an expression in an exclusion is refused', { name: 0, x: { $add: [1, 1] } }, fails(31252)),
  projecting('a literal in an exclusion is refused', { name: 0, x: 'text' }, fails(31310)),
  {
    ...projecting(
      '$meta is known',
      { x: { $meta: 'recordId' } },
      gives({ _id: 0, ...shop, x: Long.fromNumber(1) }),
    ),
    refusedAs: '$meta',
  },
  {
    ...projecting('$concat is known', { x: { $concat: ['$name', '!'] }, _id: 0 }, gives({ x: 'Ann!' })),
    refusedAs: '$concat',
  },
])

const tags = (...kept: string[]) => gives({ _id: 0, ...shop, tags: kept })

describePage('reference/operator/projection/slice', [
  projecting('keeps the first', { tags: { $slice: 2 } }, tags('a', 'b')),
  projecting('keeps the last', { tags: { $slice: -1 } }, tags('d')),
  projecting('keeps none', { tags: { $slice: 0 } }, tags()),
  projecting('keeps all of fewer', { tags: { $slice: 9 } }, tags('a', 'b', 'c', 'd')),
  projecting('skips', { tags: { $slice: [1, 2] } }, tags('b', 'c')),
  projecting('skips from the end', { tags: { $slice: [-2, 1] } }, tags('c')),
  projecting('skips beyond the start', { tags: { $slice: [-9, 1] } }, tags('a')),
  projecting('skips beyond the end', { tags: { $slice: [9, 1] } }, tags()),
  projecting(
    'leaves what is no array',
    { name: { $slice: 1 }, list: 0, nested: 0, tags: 0, deep: 0 },
    gives({ _id: 0, name: 'Ann' }),
  ),
  projecting(
    'beside an inclusion keeps what is included',
    { name: 1, tags: { $slice: 1 } },
    gives({ _id: 0, name: 'Ann', tags: ['a'] }),
  ),
  projecting(
    'beside an exclusion keeps the rest',
    { list: 0, nested: 0, deep: 0, tags: { $slice: 1 } },
    gives({ _id: 0, name: 'Ann', tags: ['a'] }),
  ),
  projecting('beside _id includes', { _id: 1, tags: { $slice: 1 } }, gives({ _id: 0, tags: ['a'] })),
  projecting('without _id excludes', { _id: 0, tags: { $slice: 1 } }, gives({ ...shop, tags: ['a'] })),
  projecting('needs a limit of at least one after a skip', { tags: { $slice: [1, 0] } }, fails(28724)),
  projecting('needs numbers', { tags: { $slice: 'x' } }, fails(28667)),
])

describePage('reference/operator/projection/elemMatch', [
  projecting(
    'keeps the first element that matches',
    { list: { $elemMatch: { n: { $gt: 1 } } } },
    gives({ _id: 0, list: [{ n: 2 }] }),
  ),
  projecting(
    'keeps a scalar that matches',
    { tags: { $elemMatch: { $gte: 'c' } } },
    gives({ _id: 0, tags: ['c'] }),
  ),
  projecting(
    'leaves the field out where none matches',
    { list: { $elemMatch: { n: 9 } } },
    gives({ _id: 0 }),
  ),
  projecting('leaves out what is no array', { name: { $elemMatch: { $eq: 'Ann' } } }, gives({ _id: 0 })),
  projecting(
    'comes beside an inclusion',
    { name: 1, list: { $elemMatch: { n: 2 } } },
    gives({ _id: 0, name: 'Ann', list: [{ n: 2 }] }),
  ),
  projecting(
    'leaves _id out on request',
    { _id: 0, list: { $elemMatch: { n: 2 } } },
    gives({ list: [{ n: 2 }] }),
  ),
  projecting('needs a document', { list: { $elemMatch: 1 } }, fails(31274)),
  projecting('is of a field at the top', { 'deep.list': { $elemMatch: { n: 1 } } }, fails(31275)),
  projecting('does not come beside $', { 'tags.$': 1, list: { $elemMatch: { n: 1 } } }, fails(31255), {
    tags: 'a',
  }),
])

describePage('reference/operator/projection/positional', [
  projecting('keeps the element that matched', { 'tags.$': 1 }, gives({ _id: 0, tags: ['c'] }), {
    tags: { $gt: 'b' },
  }),
  projecting(
    'keeps the element that $elemMatch chose',
    { 'list.$': 1 },
    gives({ _id: 0, list: [{ n: 2 }] }),
    { list: { $elemMatch: { n: 2 } } },
  ),
  projecting('keeps the element that a path chose', { 'list.$': 1 }, gives({ _id: 0, list: [{ n: 2 }] }), {
    'list.n': 2,
  }),
  projecting('needs its array in the filter', { 'tags.$': 1 }, fails(31277)),
  projecting('needs its own array in the filter', { 'tags.$': 1 }, fails(31277), { name: 'Ann' }),
  projecting('comes once', { 'tags.$': 1, 'list.$': 1 }, fails(31276), { tags: 'a', 'list.n': 1 }),
  projecting(
    'does not come after $elemMatch',
    { list: { $elemMatch: { n: 1 } }, 'tags.$': 1 },
    fails(31256),
    { tags: 'a' },
  ),
  projecting('is not in an exclusion', { name: 0, 'tags.$': 1 }, fails(31253), { tags: 'a' }),
  projecting('has no expression', { 'tags.$': { $add: [1, 1] } }, fails(31271), { tags: 'a' }),
  projecting('has no literal', { 'tags.$': 'x' }, fails(31308), { tags: 'a' }),
])

function sorting(rule: string, given: Document[], sort: Sort | Document, answer: Probe['answer']): Probe {
  return {
    rule,
    given,
    run: async ({ items }) => {
      const found = await items.find({}, { sort: sort as Sort }).toArray()
      return found.map(({ _id }) => _id)
    },
    answer,
  }
}

describePage('reference/method/cursor.sort', [
  sorting(
    'an array sorts by its least value',
    [{ a: [3, 9] }, { a: 5 }, { a: [4] }],
    { a: 1 },
    gives([0, 2, 1]),
  ),
  sorting(
    'an array sorts by its greatest value when descending',
    [{ a: [3, 9] }, { a: 5 }, { a: [4] }],
    { a: -1 },
    gives([0, 1, 2]),
  ),
  sorting(
    'an empty array sorts before null',
    [{ a: null }, { a: [] }, {}],
    { a: 1, _id: 1 },
    gives([1, 0, 2]),
  ),
  sorting(
    'two fields of one array sort by one element',
    [
      {
        a: [
          { x: 1, y: 9 },
          { x: 2, y: 1 },
        ],
      },
      { a: [{ x: 1, y: 5 }] },
    ],
    { 'a.x': 1, 'a.y': 1 },
    gives([1, 0]),
  ),
  sorting(
    'two fields of one array sort by one element when descending',
    [
      {
        a: [
          { x: 9, y: 1 },
          { x: 2, y: 9 },
        ],
      },
      { a: [{ x: 9, y: 5 }] },
    ],
    { 'a.x': -1, 'a.y': -1 },
    gives([1, 0]),
  ),
  sorting('two arrays cannot be sorted by at once', [{ a: [1], b: [1] }], { a: 1, b: 1 }, fails(2)),
  sorting('a position sorts by the element', [{ a: [9, 1] }, { a: [5, 2] }], { 'a.0': 1 }, gives([1, 0])),
  sorting('1.0 is a direction', [{ a: 2 }, { a: 1 }], { a: new Double(1) }, gives([1, 0])),
  sorting('a long is a direction', [{ a: 1 }, { a: 2 }], { a: Long.fromNumber(-1) }, gives([1, 0])),
  sorting('an empty name is refused', [], { '': 1 }, fails(40352)),
  sorting('a name with a dollar is refused', [], { $a: 1 }, fails(16410)),
  sorting('$natural is the order of insertion', [{ a: 1 }, { a: 2 }], { $natural: -1 }, gives([1, 0])),
  {
    rule: '2 is no direction',
    given: [],
    run: ({ items, db }) => db.command({ find: items.collectionName, sort: { a: 2 } }),
    answer: fails(15975),
  },
  {
    rule: 'a string is no direction',
    given: [],
    run: ({ items, db }) => db.command({ find: items.collectionName, sort: { a: 'up' } }),
    answer: fails(15974),
  },
  {
    rule: 'true is no direction',
    given: [],
    run: ({ items, db }) => db.command({ find: items.collectionName, sort: { a: true } }),
    answer: fails(15974),
  },
  {
    rule: 'names that are integers sort in the order that is given',
    given: [
      { 0: 2, 1: 1 },
      { 0: 1, 1: 2 },
    ],
    run: async ({ items }) => {
      const found = await items
        .find(
          {},
          {
            sort: [
              ['1', 1],
              ['0', 1],
            ],
          },
        )
        .toArray()
      return found.map(({ _id }) => _id)
    },
    answer: gives([0, 1]),
  },
])

const raw = async (probe: {
  items: { findOne: (filter: Document, options: Document) => Promise<unknown> }
}) => probe.items.findOne({}, { promoteValues: false, projection: { _id: 0 } })

const keeping = (rule: string, value: unknown): Probe => ({
  rule: `${rule} comes back as it was`,
  given: [{ a: value }],
  run: raw,
  answer: gives({ a: value }),
})

describePage('reference/bson-types', [
  keeping('an int', new Int32(1)),
  keeping('a double that is whole', new Double(1)),
  keeping('a double that is whole and large', new Double(2 ** 40)),
  keeping('minus zero', new Double(-0)),
  keeping('a fraction', new Double(1.5)),
  keeping('infinity', new Double(Number.POSITIVE_INFINITY)),
  keeping('NaN', new Double(Number.NaN)),
  keeping('a long that fits an int', Long.fromNumber(1)),
  keeping('a long beyond 2^53', Long.fromString('9007199254740993')),
  keeping('the least long', Long.MIN_VALUE),
  keeping('a negative int', new Int32(-(2 ** 31))),
  keeping('bytes of a user-defined subtype', new Binary(Buffer.from('ab'), 128)),
  keeping('numbers inside of an array', [new Double(1), new Int32(1), Long.fromNumber(1)]),
  {
    rule: 'equal numbers of different types are equal',
    given: [{ a: 1 }, { a: new Double(1) }, { a: Long.fromNumber(1) }],
    run: (subject) => idsOf(subject, { a: Long.fromNumber(1) }),
    answer: gives([0, 1, 2]),
  },
  {
    rule: 'longs beyond 2^53 are told apart',
    given: [{ a: Long.fromString('9007199254740992') }, { a: Long.fromString('9007199254740993') }],
    run: (subject) => idsOf(subject, { a: Long.fromString('9007199254740993') }),
    answer: gives([1]),
  },
  {
    rule: 'longs beyond 2^53 are in order',
    given: [{ a: Long.fromString('9007199254740993') }, { a: 9007199254740992 }],
    run: (subject) => idsOf(subject, { a: { $gt: 9007199254740992 } }),
    answer: gives([0]),
  },
  {
    rule: 'fields keep their order, also those with names that are integers',
    given: [],
    run: async ({ items }) => {
      await items.insertOne(
        new Map<string, unknown>([
          ['_id', 1],
          ['b', 1],
          ['2', 2],
          ['1', 3],
        ]) as never,
      )
      const [bytes] = await items.find({}, { raw: true }).toArray()
      const text = Buffer.from(bytes as unknown as Uint8Array).toString('latin1')
      return ['b\0', '2\0', '1\0']
        .map((name) => text.indexOf(`\x10${name}`))
        .every((at, index, all) => at > (all[index - 1] ?? 0))
    },
    answer: gives(true),
  },
  {
    rule: 'an update adds a name that is an integer at the end',
    given: [{ a: { b: 1 } }],
    run: async ({ items }) => {
      await items.updateOne({}, { $set: { 'a.1': 2 } })
      return items.countDocuments({
        a: new Map([
          ['b', 1],
          ['1', 2],
        ]) as never,
      })
    },
    answer: gives(1),
  },
])

const names = ['b', 'A', 'a', 'B', 'á', 'ä'].map((name) => ({ name }))
const collated = (rule: string, strength: number, filter: Document, ids: number[]): Probe => ({
  rule,
  given: names,
  run: async ({ items }) => {
    const found = await items
      .find(filter, { collation: { locale: 'en', strength } })
      .sort({ _id: 1 })
      .toArray()
    return found.map(({ _id }) => _id)
  },
  answer: gives(ids),
})
const refusingCollation = (rule: string, collation: Document, code: number): Probe => ({
  rule,
  given: [{ a: 1 }],
  run: ({ items, db }) => db.command({ find: items.collectionName, collation }),
  answer: fails(code),
})
const english = { locale: 'en', strength: 2 }

describePage('reference/collation', [
  collated('strength 1 ignores case and accents', 1, { name: 'a' }, [1, 2, 4, 5]),
  collated('strength 2 ignores case', 2, { name: 'a' }, [1, 2]),
  collated('strength 3 tells everything apart', 3, { name: 'a' }, [2]),
  collated('$in compares by it', 2, { name: { $in: ['a', 'b'] } }, [0, 1, 2, 3]),
  collated('$ne compares by it', 2, { name: { $ne: 'a' } }, [0, 3, 4, 5]),
  collated('$gt compares by it', 2, { name: { $gt: 'a' } }, [0, 3, 4, 5]),
  collated(
    '$elemMatch compares by it',
    2,
    { $or: [{ name: 'B' }, { list: { $elemMatch: { $eq: 'x' } } }] },
    [0, 3],
  ),
  collated('an expression does not', 2, { name: /^a/ }, [2]),
  collated('$expr compares by it', 2, { $expr: { $eq: ['$name', 'a'] } }, [1, 2]),
  {
    rule: 'orders',
    given: names,
    run: async ({ items }) => {
      const found = await items
        .find({}, { collation: { locale: 'en' } })
        .sort({ name: 1 })
        .toArray()
      return found.map(({ name }) => name as string)
    },
    answer: gives(['a', 'A', 'á', 'ä', 'b', 'B']),
  },
  {
    rule: 'orders digits as numbers on request',
    given: ['a10', 'a2'].map((name) => ({ name })),
    run: async ({ items }) => {
      const found = await items
        .find({}, { collation: { locale: 'en', numericOrdering: true } })
        .sort({ name: 1 })
        .toArray()
      return found.map(({ name }) => name as string)
    },
    answer: gives(['a2', 'a10']),
  },
  {
    rule: 'is of counts',
    given: names,
    run: ({ items }) => items.countDocuments({ name: 'a' }, { collation: english }),
    answer: gives(2),
  },
  {
    rule: 'is of distinct values',
    given: names,
    run: ({ items }) => items.distinct('name', {}, { collation: { locale: 'en', strength: 1 } }),
    answer: gives(['b', 'A']),
  },
  {
    rule: 'is of updates',
    given: names,
    run: async ({ items }) =>
      (await items.updateMany({ name: 'a' }, { $set: { x: 1 } }, { collation: english })).modifiedCount,
    answer: gives(2),
  },
  {
    rule: 'is of array filters and of $pull',
    given: [{ a: ['X', 'y'] }],
    run: async ({ items }) => {
      await items.updateOne(
        {},
        { $set: { 'a.$[e]': 'z' } },
        { arrayFilters: [{ e: 'x' }], collation: english },
      )
      await items.updateOne({}, { $pull: { a: 'Y' as never } }, { collation: english })
      return items.findOne({}, { projection: { _id: 0 } })
    },
    answer: gives({ a: ['z'] }),
  },
  {
    rule: 'is of deletions',
    given: names,
    run: async ({ items }) => (await items.deleteMany({ name: 'a' }, { collation: english })).deletedCount,
    answer: gives(2),
  },
  {
    rule: 'is of findAndModify',
    given: names,
    run: async ({ items }) =>
      (await items.findOneAndDelete({ name: 'B' }, { collation: english }))?.['name'] as string,
    answer: gives('b'),
  },
  {
    rule: 'is of groups',
    given: names,
    run: async ({ items }) => {
      const groups = await items
        .aggregate([{ $group: { _id: '$name', n: { $sum: 1 } } }, { $sort: { _id: 1 } }], {
          collation: english,
        })
        .toArray()
      return groups.map(({ n }) => n as number)
    },
    answer: gives([2, 1, 1, 2]),
  },
  {
    rule: 'is of a unique index',
    given: [{ name: 'Ann' }],
    run: async ({ items }) => {
      await items.createIndex({ name: 1 }, { unique: true, collation: english })
      return items.insertOne({ name: 'ANN' })
    },
    answer: fails(11000),
  },
  {
    rule: 'finds the same through an index that has it',
    given: names,
    run: async ({ items }) => {
      await items.createIndex({ name: 1 }, { collation: english })
      const found = await items
        .find({ name: { $in: ['B', 'A'] } }, { collation: english })
        .sort({ name: 1, _id: 1 })
        .toArray()
      return found.map(({ _id }) => _id)
    },
    answer: gives([1, 2, 0, 3]),
  },
  {
    rule: 'finds the same through an index that has another one',
    given: names,
    run: async ({ items }) => {
      await items.createIndex({ name: 1 }, { collation: english })
      return [
        await items.countDocuments({ name: 'a' }),
        await items.countDocuments({ name: { $gt: 'a' } }, { collation: { locale: 'en', strength: 1 } }),
      ]
    },
    answer: gives([1, 2]),
  },
  {
    rule: 'is listed with every option',
    given: [{ a: 1 }],
    run: async ({ items }) => {
      await items.createIndex({ a: 1 }, { collation: english })
      const [, index] = await items.listIndexes().toArray()
      return index?.['collation'] as Document
    },
    answer: gives({
      locale: 'en',
      caseLevel: false,
      caseFirst: 'off',
      strength: 2,
      numericOrdering: false,
      alternate: 'non-ignorable',
      maxVariable: 'punct',
      normalization: false,
      backwards: false,
      version: '57.1',
    }),
  },
  refusingCollation('needs a locale', { strength: 1 }, 40414),
  refusingCollation('needs a locale that is a string', { locale: 1 }, 14),
  refusingCollation('refuses an unknown locale', { locale: 'xx_nope' }, 2),
  refusingCollation('refuses an unknown option', { locale: 'en', nope: 1 }, 40415),
  refusingCollation('refuses a strength of 9', { locale: 'en', strength: 9 }, 2),
  refusingCollation('refuses options beside simple', { locale: 'simple', strength: 1 }, 2),
  ...[
    { strength: 4 },
    { strength: 5 },
    { caseLevel: true },
    { caseFirst: 'upper' },
    { alternate: 'shifted' },
    { backwards: true },
    { normalization: true },
  ].map((option): Probe => ({
    rule: `knows ${JSON.stringify(option)}`,
    given: [{ a: 'x' }],
    run: async ({ items, db }) =>
      (
        await db.command({
          find: items.collectionName,
          filter: { a: 'x' },
          collation: { locale: 'en', ...option },
        })
      )['ok'] as number,
    answer: gives(1),
    refusedAs: Object.keys(option)[0] ?? '',
  })),
])
