import { Decimal128, MaxKey, Timestamp } from 'mongodb'
import { describeEmbedded, errorOf, openTestDatabase } from './test-database'

describeEmbedded('what is left out is refused by name', () => {
  const database = openTestDatabase()
  const items = () => database.db.collection('items')

  beforeAll(() => items().insertOne({ a: 1, list: [1] }))

  it.each(['renameCollection', 'mapReduce', 'collMod', 'bulkWrite', 'validate'])(
    'the command %s',
    async (name) => {
      expect(await errorOf(database.db.command({ [name]: 1 }))).toMatchObject({
        code: 238,
        codeName: 'NotImplemented',
        message: expect.stringContaining(`'${name}'`),
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
    { a: { $type: 'decimal' } },
    { a: { $all: [1] } },
    { a: { $mod: [2, 0] } },
    { a: { $regex: 'a', $options: 'x' } },
    { a: { $regex: '(?i)a' } },
  ])('the filter %j', async (filter) => {
    const { code, message } = await errorOf(
      items()
        .find(filter as object)
        .toArray(),
    )

    expect(code).toBe(238)
    expect(message).toMatch(
      /\$where|\$text|\$jsonSchema|\$geoWithin|\$near|\$bitsAllSet|\$type|\$all|\$mod|'x'|\(\?i/,
    )
  })

  it.each(['$bit', '$currentDate', '$min', '$mul', '$pop', '$pullAll', '$rename'])(
    'the update %s',
    async (operator) => {
      const error = await errorOf(items().updateOne({}, { [operator]: { a: 1 } }))

      expect(error).toMatchObject({ code: 238, message: expect.stringContaining(`'${operator}'`) })
    },
  )

  it.each([
    '$bucket',
    '$count',
    '$facet',
    '$geoNear',
    '$graphLookup',
    '$merge',
    '$out',
    '$replaceRoot',
    '$sample',
    '$unionWith',
    '$unwind',
  ])('the stage %s', async (stage) => {
    const error = await errorOf(
      items()
        .aggregate([{ [stage]: {} }])
        .toArray(),
    )

    expect(error).toMatchObject({ code: 238, message: expect.stringContaining(`'${stage}'`) })
  })

  it('expressions and accumulators', async () => {
    const project = items()
      .aggregate([{ $project: { x: { $dateDiff: {} } } }])
      .toArray()
    const group = items()
      .aggregate([{ $group: { _id: null, x: { $stdDevPop: '$a' } } }])
      .toArray()

    expect(await errorOf(project)).toMatchObject({ code: 238, message: expect.stringContaining('$dateDiff') })
    expect(await errorOf(group)).toMatchObject({ code: 238, message: expect.stringContaining('$stdDevPop') })
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
      "'let'",
      () =>
        items()
          .aggregate([], { let: { x: 1 } })
          .toArray(),
    ],
    ["'tailable'", () => items().find({}, { tailable: true }).toArray()],
    ["'capped'", () => database.db.createCollection('capped', { capped: true, size: 1000 })],
    [
      "'strength: 4'",
      () =>
        items()
          .find({}, { collation: { locale: 'en', strength: 4 } })
          .toArray(),
    ],
  ])('the option %s, which would change the answer', async (name, ask) => {
    expect(await errorOf(ask())).toMatchObject({ code: 238, message: expect.stringContaining(name) })
  })

  it.each([
    ["'text'", { a: 'text' }, {}],
    ["'2dsphere'", { a: '2dsphere' }, {}],
    ["'hashed'", { a: 'hashed' }, {}],
    ['$**', { '$**': 1 }, {}],
    ["'hidden'", { a: 1 }, { hidden: true }],
  ])('the index kind %s', async (name, key, options) => {
    expect(await errorOf(items().createIndex(key as never, options))).toMatchObject({
      code: 238,
      message: expect.stringContaining(name),
    })
  })

  it('value types it cannot keep exactly', async () => {
    const insert = (value: unknown) => errorOf(items().insertOne({ value }))

    expect((await insert(Decimal128.fromString('1.5')))['message']).toContain('Decimal128')
    expect((await insert(Timestamp.fromNumber(1)))['message']).toContain('Timestamp')
    expect((await insert(new MaxKey()))['message']).toContain('MaxKey')
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
})
