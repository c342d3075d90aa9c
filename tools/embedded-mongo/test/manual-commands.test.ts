import { type Document, Double, Long } from 'mongodb'
import { describePage, fails, gives, type Probe } from './manual'

/** Runs a command as it is written, with the collection as the value of its name. */
function commanding(rule: string, command: Document, answer: Probe['answer'], refusedAs?: string): Probe {
  const [name = ''] = Object.keys(command)
  return {
    rule: `${name} ${rule}`,
    given: [{ a: 1 }, { a: 2 }],
    run: async ({ items, db }) => {
      const reply = await db.command({ ...command, [name]: command[name] ?? items.collectionName })
      const [writeError] = (reply['writeErrors'] ?? []) as Document[]
      if (writeError)
        throw Object.assign(new Error(String(writeError['errmsg'])), { code: writeError['code'] as number })
      return reply['ok'] as number
    },
    answer,
    ...(refusedAs === undefined ? {} : { refusedAs }),
  }
}

const ok = gives(1)
const minimal: Record<string, Document> = {
  find: { find: undefined },
  count: { count: undefined },
  distinct: { distinct: undefined, key: 'a' },
  aggregate: { aggregate: undefined, pipeline: [], cursor: {} },
  insert: { insert: undefined, documents: [{ b: 1 }] },
  update: { update: undefined, updates: [{ q: { a: 9 }, u: { $set: { b: 1 } } }] },
  delete: { delete: undefined, deletes: [{ q: { a: 9 }, limit: 1 }] },
  findAndModify: { findAndModify: undefined, query: { a: 9 }, remove: true },
  createIndexes: { createIndexes: undefined, indexes: [{ key: { z: 1 }, name: 'z' }] },
  dropIndexes: { dropIndexes: undefined, index: '*' },
  listIndexes: { listIndexes: undefined },
  listCollections: { listCollections: 1 },
  drop: { drop: undefined },
  create: { create: undefined },
}
const reading = ['find', 'count', 'distinct', 'aggregate']
const writing = [
  'insert',
  'update',
  'delete',
  'findAndModify',
  'createIndexes',
  'dropIndexes',
  'drop',
  'create',
]

describePage(
  'reference/command',
  Object.entries(minimal).flatMap(([name, command]): Probe[] => [
    commanding('works with what it needs', command, ok),
    commanding('refuses an unknown field', { ...command, nope: 1 }, fails(40415)),
    commanding('takes a comment', { ...command, comment: 'why' }, ok),
    commanding('takes a time', { ...command, maxTimeMS: 60_000 }, ok),
    commanding('takes a time of 0 for any', { ...command, maxTimeMS: 0 }, ok),
    commanding('refuses a negative time', { ...command, maxTimeMS: -1 }, fails(2)),
    commanding('refuses a time beyond 2^31 - 1', { ...command, maxTimeMS: 2 ** 31 }, fails(2)),
    ...(writing.includes(name) || reading.includes(name)
      ? [commanding('refuses a fraction of a millisecond', { ...command, maxTimeMS: 1.5 }, fails(2))]
      : []),
  ]),
)

describePage('reference/write-concern', [
  ...writing.flatMap((name): Probe[] => {
    const command = minimal[name] ?? {}
    return [
      commanding('takes majority', { ...command, writeConcern: { w: 'majority' } }, ok),
      commanding('takes 1 and j', { ...command, writeConcern: { w: 1, j: true, wtimeout: 5000 } }, ok),
      commanding('refuses w below 0', { ...command, writeConcern: { w: -1 } }, fails(9)),
      commanding('refuses w above 50', { ...command, writeConcern: { w: 51 } }, fails(9)),
      commanding(
        'refuses w that is neither number nor string',
        { ...command, writeConcern: { w: true } },
        fails(9),
      ),
    ]
  }),
  ...reading.map((name) => commanding('has none', { ...minimal[name], writeConcern: { w: 1 } }, fails(72))),
])

describePage('reference/read-concern', [
  ...reading.flatMap((name): Probe[] => {
    const command = minimal[name] ?? {}
    return [
      commanding('takes local', { ...command, readConcern: { level: 'local' } }, ok),
      commanding('takes majority', { ...command, readConcern: { level: 'majority' } }, ok),
      commanding('takes an empty one', { ...command, readConcern: {} }, ok),
      commanding('refuses an unknown level', { ...command, readConcern: { level: 'nope' } }, fails(2)),
      commanding('refuses a level that is no string', { ...command, readConcern: { level: 1 } }, fails(14)),
      commanding('refuses an unknown field', { ...command, readConcern: { nope: 1 } }, fails(40415)),
      commanding('needs a document', { ...command, readConcern: 'local' }, fails(14)),
    ]
  }),
])

const wrong = (name: string, field: string, value: unknown, code = 14): Probe =>
  commanding(
    `refuses ${field} that is ${JSON.stringify(value)}`,
    { ...minimal[name], [field]: value },
    fails(code),
  )

describePage('reference/command/find', [
  wrong('find', 'filter', 1),
  wrong('find', 'sort', 'a'),
  wrong('find', 'projection', 1),
  wrong('find', 'skip', 'x'),
  wrong('find', 'skip', -1, 51024),
  wrong('find', 'limit', 'x'),
  wrong('find', 'limit', -1, 51024),
  wrong('find', 'batchSize', -1, 51024),
  wrong('find', 'singleBatch', 'x'),
  wrong('find', 'noCursorTimeout', 'x'),
  wrong('find', 'hint', 1, 9),
  wrong('find', 'collation', 1),
  commanding(
    'takes counts of any type of number',
    { find: undefined, skip: Long.fromNumber(1), limit: new Double(1), batchSize: 5 },
    ok,
  ),
  commanding(
    'takes false for what it does not do',
    { find: undefined, tailable: false, showRecordId: false, returnKey: false },
    ok,
  ),
  commanding('knows showRecordId', { find: undefined, showRecordId: true }, ok, 'showRecordId'),
  commanding('knows returnKey', { find: undefined, returnKey: true }, ok, 'returnKey'),
  commanding('knows let', { find: undefined, let: { x: 1 } }, ok, 'let'),
  commanding(
    'knows allowPartialResults',
    { find: undefined, allowPartialResults: true },
    ok,
    'allowPartialResults',
  ),
  commanding(
    'knows min and max',
    { find: undefined, hint: { _id: 1 }, min: { _id: 0 }, max: { _id: 1 } },
    ok,
    'min',
  ),
  commanding('names a collection', { find: 1 }, fails(73)),
  commanding('names a collection that has no dollar', { find: 'a$b' }, fails(73)),
])

describePage('reference/command/count', [
  wrong('count', 'query', 1),
  wrong('count', 'skip', -1, 51024),
  wrong('count', 'hint', 1, 9),
  ...[
    ['a limit', { limit: 1 }, 1],
    ['a negative limit as its opposite', { limit: -1 }, 1],
    ['a skip', { skip: 1 }, 1],
    ['a skip beyond the end', { skip: 9 }, 0],
    ['a query', { query: { a: 2 } }, 1],
    ['a limit of 0 for all', { limit: 0 }, 2],
  ].map(([rule, options, n]): Probe => ({
    rule: `count takes ${String(rule)}`,
    given: [{ a: 1 }, { a: 2 }],
    run: async ({ items, db }) =>
      (await db.command({ count: items.collectionName, ...(options as Document) }))['n'] as number,
    answer: gives(n),
  })),
])

const distinct = (rule: string, given: Document[], key: string, result: unknown): Probe => ({
  rule: `distinct ${rule}`,
  given,
  run: ({ items }) => items.distinct(key),
  answer: gives(result),
})

describePage('reference/command/distinct', [
  wrong('distinct', 'key', 1),
  wrong('distinct', 'query', 1),
  commanding('needs a key', { distinct: undefined }, fails(40414)),
  distinct('takes elements of an array', [{ a: [2, 1] }, { a: 2 }], 'a', [2, 1]),
  distinct('leaves out what is missing', [{ a: null }, {}], 'a', [null]),
  distinct('leaves out an empty array', [{ a: [] }], 'a', []),
  distinct('takes an array inside of an array as a whole', [{ a: [[1, 2]] }], 'a', [[1, 2]]),
  distinct('enters documents in arrays', [{ a: [{ b: 1 }, { b: 2 }] }], 'a.b', [1, 2]),
  distinct('takes equal numbers of different types for one', [{ a: 1 }, { a: new Double(1) }], 'a', [1]),
  {
    rule: 'distinct gives the order of an index',
    given: [{ a: 3 }, { a: 1 }, { a: 2 }],
    run: async ({ items }) => {
      await items.createIndex({ a: 1 })
      return items.distinct('a')
    },
    answer: gives([1, 2, 3]),
  },
])

describePage('reference/command/insert', [
  wrong('insert', 'documents', 1),
  wrong('insert', 'ordered', 'x'),
  wrong('insert', 'documents', [], 16),
  commanding('needs documents', { insert: undefined }, fails(40414)),
])

const updateWith = (rule: string, statement: Document, answer: Probe['answer'], refusedAs?: string): Probe =>
  commanding(rule, { update: undefined, updates: [statement] }, answer, refusedAs)

describePage('reference/command/update', [
  wrong('update', 'updates', 1),
  wrong('update', 'updates', [], 16),
  wrong('update', 'ordered', 'x'),
  commanding('needs statements', { update: undefined }, fails(40414)),
  updateWith('needs a filter', { u: { $set: { a: 1 } } }, fails(40414)),
  updateWith('needs an update', { q: {} }, fails(40414)),
  updateWith('refuses a filter that is no document', { q: 1, u: {} }, fails(14)),
  updateWith(
    'refuses an unknown field of a statement',
    { q: {}, u: { $set: { a: 1 } }, nope: 1 },
    fails(40415),
  ),
  updateWith('refuses an update that is a string', { q: {}, u: 'x' }, fails(9)),
  updateWith('refuses multi that is no boolean', { q: {}, u: { $set: { a: 1 } }, multi: 'x' }, fails(14)),
  updateWith('refuses upsert that is no boolean', { q: {}, u: { $set: { a: 1 } }, upsert: 'x' }, fails(14)),
  updateWith(
    'refuses array filters that are no list',
    { q: {}, u: { $set: { a: 1 } }, arrayFilters: 1 },
    fails(14),
  ),
  updateWith('refuses a hint that is a number', { q: {}, u: { $set: { a: 1 } }, hint: 1 }, fails(9)),
  updateWith('refuses a hint without an index', { q: {}, u: { $set: { a: 1 } }, hint: 'nope' }, fails(2)),
  updateWith(
    'refuses a collation without a locale',
    { q: {}, u: { $set: { a: 1 } }, collation: { strength: 1 } },
    fails(40414),
  ),
  updateWith('knows constants of a pipeline', { q: {}, u: [{ $set: { a: '$$x' } }], c: { x: 1 } }, ok, "'c'"),
])

const deleteWith = (rule: string, statement: Document, answer: Probe['answer']): Probe =>
  commanding(rule, { delete: undefined, deletes: [statement] }, answer)

describePage('reference/command/delete', [
  wrong('delete', 'deletes', 1),
  wrong('delete', 'deletes', [], 16),
  commanding('needs statements', { delete: undefined }, fails(40414)),
  deleteWith('needs a filter', { limit: 1 }, fails(40414)),
  deleteWith('needs a limit', { q: {} }, fails(40414)),
  deleteWith('takes 0 and 1 only for the limit', { q: {}, limit: 2 }, fails(9)),
  deleteWith('refuses an unknown field of a statement', { q: {}, limit: 1, nope: 1 }, fails(40415)),
  deleteWith('refuses a hint without an index', { q: {}, limit: 1, hint: 'nope' }, fails(2)),
  deleteWith('refuses an unknown operator', { q: { a: { $nope: 1 } }, limit: 1 }, fails(2)),
])

const modify = (rule: string, options: Document, answer: Probe['answer'], refusedAs?: string): Probe =>
  commanding(rule, { findAndModify: undefined, ...options }, answer, refusedAs)

describePage('reference/command/findAndModify', [
  modify('needs an update or a removal', {}, fails(9)),
  modify('refuses an update beside a removal', { remove: true, update: { $set: { a: 1 } } }, fails(9)),
  modify('refuses new beside a removal', { remove: true, new: true }, fails(9)),
  modify('refuses upsert beside a removal', { remove: true, upsert: true }, fails(9)),
  modify('refuses array filters beside a removal', { remove: true, arrayFilters: [{ x: 1 }] }, fails(9)),
  modify('refuses a query that is no document', { query: 1, remove: true }, fails(14)),
  modify('refuses a sort that is no document', { sort: 1, remove: true }, fails(14)),
  modify('refuses a sort by 2', { sort: { a: 2 }, remove: true }, fails(15975)),
  modify('refuses a mixed projection', { remove: true, fields: { a: 1, b: 0 } }, fails(31254)),
  modify(
    'refuses an array filter that is not used',
    { update: { $set: { a: 1 } }, arrayFilters: [{ x: 1 }] },
    fails(9),
  ),
  modify('knows let', { remove: true, let: { x: 1 } }, ok, 'let'),
])

describePage('reference/command/getMore', [
  commanding('refuses an unknown cursor', { getMore: Long.fromNumber(5), collection: 'x' }, fails(43)),
  commanding('needs a number', { getMore: 'x', collection: 'x' }, fails(14)),
  commanding('needs a collection', { getMore: Long.fromNumber(5) }, fails(40414)),
  commanding(
    'refuses a negative size',
    { getMore: Long.fromNumber(5), collection: 'x', batchSize: -1 },
    fails(51024),
  ),
])

describePage('reference/command/create', [
  {
    rule: 'create succeeds for a collection that is the same',
    given: [{ a: 1 }],
    run: async ({ items, db }) => (await db.command({ create: items.collectionName }))['ok'] as number,
    answer: ok,
  },
  commanding('refuses a name with a dollar', { create: 'a$b' }, fails(73)),
  commanding('refuses an empty name', { create: '' }, fails(73)),
  ...[
    { capped: true, size: 1000 },
    { validator: { a: 1 } },
    { collation: { locale: 'en' } },
    { timeseries: { timeField: 't' } },
    { clusteredIndex: { key: { _id: 1 }, unique: true } },
    { changeStreamPreAndPostImages: { enabled: true } },
  ].map((options, at) =>
    commanding(
      `knows ${Object.keys(options)[0] ?? ''}`,
      { create: `created${at}`, ...options },
      ok,
      Object.keys(options)[0],
    ),
  ),
])

describePage('reference/command', [
  {
    rule: 'an unknown command is refused',
    given: [],
    run: ({ db }) => db.command({ nope: 1 }),
    answer: fails(59),
  },
  {
    rule: 'a name of JavaScript is no command',
    given: [],
    run: ({ db }) => db.command({ toString: 1 }),
    answer: fails(59),
  },
  commanding('is known', { collStats: undefined }, ok, 'collStats'),
  commanding('is known', { dbStats: 1 }, ok, 'dbStats'),
  commanding('is known', { validate: undefined }, ok, 'validate'),
  commanding('is known', { reIndex: undefined }, ok, 'reIndex'),
  {
    rule: 'API version 1 is taken',
    given: [],
    run: async ({ db }) => (await db.command({ ping: 1, apiVersion: '1' }))['ok'] as number,
    answer: ok,
  },
  {
    rule: 'another API version is refused',
    given: [],
    run: ({ db }) => db.command({ ping: 1, apiVersion: '2' }),
    answer: fails(322),
  },
])
