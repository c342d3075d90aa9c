import { type Collection, type Db, Decimal128, type Document, Long, Timestamp } from 'mongodb'
import { describeEmbedded, errorOf, openTestDatabase } from './test-database'

const NOT_IMPLEMENTED = 238

interface Subject {
  db: Db
  items: Collection<Document>
}

describeEmbedded('what is not supported', () => {
  const database = openTestDatabase()
  const items = () => database.db.collection<Document>('items')
  const DOCUMENT = { _id: 1 as never, a: 1, text: 't', list: [1], pair: [{ a: [1, 2], b: [3, 4] }] }
  beforeEach(async () => {
    await items().deleteMany({})
    await items().insertOne({ ...DOCUMENT })
  })

  const find = (filter: Document) => (subject: Subject) => subject.items.find(filter).toArray()
  const update = (change: Document) => (subject: Subject) =>
    subject.items.updateOne({ _id: 1 as never }, change)
  const aggregate =
    (...stages: Document[]) =>
    (subject: Subject) =>
      subject.items.aggregate(stages).toArray()
  const command = (body: Document) => (subject: Subject) => subject.db.command(body)

  it.each<[string, (subject: Subject) => Promise<unknown>]>([
    ["the command 'collStats'", command({ collStats: 'items' })],
    ["the command 'explain'", command({ explain: { find: 'items' } })],
    ["the option 'collation' of 'find'", command({ find: 'items', collation: { locale: 'en' } })],
    ["the option 'maxTimeMS' of 'find'", command({ find: 'items', maxTimeMS: 5 })],
    ["'limit' of 'find' as 1.5", command({ find: 'items', limit: 1.5 })],
    ["the option 'capped' of 'create'", command({ create: 'other', capped: true })],
    ["the read concern 'linearizable'", command({ find: 'items', readConcern: { level: 'linearizable' } })],
    ["the write concern '2'", command({ drop: 'none', writeConcern: { w: 2 } })],
    ["the collection 'system.views'", command({ find: 'system.views' })],
    ['a hint for another index', (subject) => subject.items.find({}, { hint: 'a_1' }).toArray()],
    ["the query operator '$mod'", find({ a: { $mod: [2, 0] } })],
    ['$not of anything but operators', find({ a: { $not: /x/ } })],
    ["the query operator '$where'", find({ $where: 'true' })],
    ['$in of anything but a list of values', find({ a: { $in: [/x/] } })],
    ["the regular expression 'a$' from '$' on", find({ text: /a$/ })],
    ["the regular expression '\\d' from '\\d' on", find({ text: { $regex: '\\d' } })],
    ["the regular expression options 'm'", find({ text: { $regex: 'a', $options: 'm' } })],
    [
      'values of BSON type Decimal128',
      (subject) => subject.items.insertOne({ n: Decimal128.fromString('1') }),
    ],
    [
      'values of BSON type Timestamp',
      (subject) => subject.items.insertOne({ n: new Timestamp({ t: 1, i: 1 }) }),
    ],
    [
      "the field name '__proto__'",
      (subject) => subject.items.insertOne(JSON.parse('{"__proto__": {"polluted": true}}') as Document),
    ],
    ["the field name '_bsontype'", update({ $set: { 'deep._bsontype': 1 } })],
    [
      "a sort of 'a' by anything but 1 or -1",
      (subject) => subject.items.find().sort('a', { $meta: 'x' }).toArray(),
    ],
    [
      'a sort by two fields with several values',
      (subject) => subject.items.find().sort({ 'pair.a': 1, 'pair.b': 1 }).toArray(),
    ],
    [
      'a projection by anything but 1 or 0',
      ({ items: all }) => all.findOne({}, { projection: { list: { $slice: 1 } } }),
    ],
    [
      'a projection that includes fields and',
      ({ items: all }) => all.findOne({}, { projection: { a: 1, text: 0 } }),
    ],
    ["the update operator '$rename'", update({ $rename: { a: 'b' } })],
    ["the update of 'list.$'", update({ $set: { 'list.$': 1 } })],
    ["the update of 'a..b'", update({ $set: { 'a..b': 1 } })],
    ["'a' and 'a' in one update", update({ $set: { a: 1 }, $inc: { a: 1 } })],
    ["'d' and 'd.x' in one update", update({ $set: { d: {} }, $inc: { 'd.x': 1 } })],
    ["'list.$[]' and 'list.0' in one update", update({ $set: { 'list.$[]': 1, 'list.0': 2 } })],
    ['$inc of string by number', update({ $inc: { text: 1 } })],
    ['$push of a field of type number', update({ $push: { a: 1 } })],
    ['integers beyond 2^53', update({ $set: { a: Long.MAX_VALUE } })],
    ['sums beyond 2^53', update({ $inc: { a: Number.MAX_SAFE_INTEGER } })],
    ["'$slice' in $push", update({ $push: { list: { $each: [1], $slice: 1 } } })],
    ["the update of 'a.b'", update({ $set: { 'a.b': 1 } })],
    ["the update of 'list.3'", update({ $set: { 'list.3': 1 } })],
    ['array filters other than those', update({ $set: { 'list.$[x]': 1 } })],
    ['a change of an _id', update({ $set: { _id: 2 } })],
    ["the stage '$project'", aggregate({ $project: { a: 1 } })],
    ["the accumulator '$stdDevPop'", aggregate({ $group: { _id: null, n: { $stdDevPop: '$a' } } })],
    ["the expression '$cond'", aggregate({ $addFields: { n: { $cond: ['$a', 1, 2] } } })],
    ["the variable '$$NOW'", aggregate({ $addFields: { n: '$$NOW' } })],
    ["'pipeline' of $lookup", aggregate({ $lookup: { from: 'items', as: 'all', pipeline: [] } })],
    ["an index on 'a' by anything but 1 or -1", ({ items: all }) => all.createIndex({ a: 'text' })],
    [
      "the option 'collation' of 'createIndexes",
      ({ items: all }) => all.createIndex({ a: 1 }, { collation: { locale: 'en' } }),
    ],
    ['an index or a sort by two fields', ({ items: all }) => all.createIndex({ 'pair.a': 1, 'pair.b': 1 })],
  ])('is refused by name: %s', async (name, attempt) => {
    const error = await errorOf(attempt({ db: database.db, items: items() }))

    expect(error).toMatchObject({ code: NOT_IMPLEMENTED, message: expect.stringContaining(name) })
    expect(await items().findOne({})).toEqual(DOCUMENT)
  })
})
