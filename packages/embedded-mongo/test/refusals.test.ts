import { Decimal128, Long, MaxKey, Timestamp } from 'mongodb'
import { describeEmbedded, errorOf, openTestDatabase } from './test-database'

describeEmbedded('what is left out is refused by name', () => {
  const database = openTestDatabase()
  const items = () => database.db.collection('items')

  beforeAll(() => items().insertOne({ a: 1, list: [1] }))

  it.each(['renameCollection', 'mapReduce', 'collMod', 'bulkWrite', 'toString'])(
    'the command %s',
    async (name) => {
      expect(await errorOf(database.db.command({ [name]: 1 }))).toMatchObject({
        code: 59,
        codeName: 'CommandNotFound',
        message: `no such command: '${name}'`,
      })
    },
  )

  it.each([
    { $where: 'true' },
    { $text: { $search: 'x' } },
    { $jsonSchema: {} },
    { a: { $geoWithin: {} } },
    { a: { $near: [0, 0] } },
    { a: { $bitsAllSet: 1 } },
    { a: { $nope: 1 } },
    { a: { $type: 'decimal' } },
    { a: { $regex: 'a', $options: 'x' } },
    { a: { $regex: '(?i)a' } },
    { a: { $not: { $toString: 1 } } },
  ])('the filter %j', async (filter) => {
    const { code, message } = await errorOf(
      items()
        .find(filter as object)
        .toArray(),
    )

    expect(code).toBe(2)
    expect(message).toMatch(
      /\$where|\$text|\$jsonSchema|\$geoWithin|\$near|\$bitsAllSet|\$nope|decimal|'x'|\(\?i|\$toString/,
    )
  })

  it.each([
    ['$bit', { $bit: { a: { and: 1 } } }],
    ['$currentDate', { $currentDate: { a: { $type: 'timestamp' } } }],
    ['Unrecognized clause', { $push: { list: { $each: [], $nope: 1 } } }],
  ])('the update %s', async (name, update) => {
    expect((await errorOf(items().updateOne({}, update as object)))['message']).toContain(name)
  })

  it('the stages of pipeline updates that make no sense there', async () => {
    expect((await errorOf(items().updateOne({}, [{ $group: { _id: 1 } }])))['message']).toContain('$group')
  })

  it.each(['$merge', '$out', '$graphLookup', '$sample', '$bucket', '$unionWith', '$replaceRoot', '$geoNear'])(
    'the stage %s',
    async (stage) => {
      const error = await errorOf(
        items()
          .aggregate([{ [stage]: {} }])
          .toArray(),
      )

      expect(error).toMatchObject({ code: 2, message: expect.stringContaining(`'${stage}'`) })
    },
  )

  it('expressions and accumulators', async () => {
    const project = items()
      .aggregate([{ $project: { x: { $dateDiff: {} } } }])
      .toArray()
    const group = items()
      .aggregate([{ $group: { _id: null, x: { $stdDevPop: '$a' } } }])
      .toArray()

    expect(await errorOf(project)).toMatchObject({ code: 168, message: expect.stringContaining('$dateDiff') })
    expect((await errorOf(group))['message']).toContain('$stdDevPop')
  })

  it('$lookup with a pipeline', async () => {
    const lookup = { from: 'x', as: 'y', pipeline: [] }

    expect(
      (
        await errorOf(
          items()
            .aggregate([{ $lookup: lookup }])
            .toArray(),
        )
      )['message'],
    ).toContain("'pipeline' of $lookup")
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      "'collation'",
      () =>
        items()
          .find({}, { collation: { locale: 'en' } })
          .toArray(),
    ],
    [
      "'let'",
      () =>
        items()
          .aggregate([], { let: { x: 1 } })
          .toArray(),
    ],
    ["'tailable'", () => items().find({}, { tailable: true }).toArray()],
    ["'capped'", () => database.db.createCollection('capped', { capped: true, size: 1000 })],
    [
      "'list.$'",
      () =>
        items()
          .find({}, { projection: { 'list.$': 1 } })
          .toArray(),
    ],
    [
      '$slice',
      () =>
        items()
          .find({}, { projection: { list: { $slice: 1 } } })
          .toArray(),
    ],
  ])('the option %s, which would change the answer', async (name, ask) => {
    expect((await errorOf(ask()))['message']).toContain(name)
  })

  it.each([
    ["'text'", { a: 'text' }, {}],
    ["'2dsphere'", { a: '2dsphere' }, {}],
    ["'hashed'", { a: 'hashed' }, {}],
    ['$**', { '$**': 1 }, {}],
    ["'collation'", { a: 1 }, { collation: { locale: 'en' } }],
    ["'hidden'", { a: 1 }, { hidden: true }],
  ])('the index kind %s', async (name, key, options) => {
    expect((await errorOf(items().createIndex(key as never, options)))['message']).toContain(name)
  })

  it('value types it cannot keep exactly', async () => {
    const insert = (value: unknown) => errorOf(items().insertOne({ value }))

    expect((await insert(Decimal128.fromString('1.5')))['message']).toContain('Decimal128')
    expect((await insert(Timestamp.fromNumber(1)))['message']).toContain('Timestamp')
    expect((await insert(new MaxKey()))['message']).toContain('MaxKey')
    expect((await insert(Long.fromString('9007199254740993')))['message']).toContain('beyond 2^53')
  })

  it('transactions, with the error of a standalone server', async () => {
    const session = database.client.startSession()
    session.startTransaction()

    const error = await errorOf(items().findOne({}, { session }))

    expect(error).toMatchObject({ code: 20, message: expect.stringContaining('replica set') })
    await session.endSession()
  })

  it('change streams', async () => {
    const stream = items().watch()

    expect((await errorOf(stream.next()))['message']).toContain('$changeStream')
    await stream.close()
  })

  it('names that BSON cannot write', async () => {
    const field = { $arrayToObject: [[['a\0b', 1]]] }

    expect(
      await errorOf(
        items()
          .aggregate([{ $project: { field } }])
          .toArray(),
      ),
    ).toMatchObject({ code: 2 })
    expect(await errorOf(items().updateOne({}, [{ $set: { field } }]))).toMatchObject({ code: 2 })
    expect(await errorOf(items().updateOne({}, { $rename: { a: 'a\0b' } }))).toMatchObject({ code: 2 })
    expect(
      await errorOf(
        items()
          .aggregate([{ $count: 'a\0b' }])
          .toArray(),
      ),
    ).toMatchObject({ code: 1 })
  })
})
