import type { Document } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()
let collections = 0
const freshCollection = () => database.db.collection<Document>(`plans${++collections}`)

/** The names of all stages of a winning plan, from the outermost to those that read. */
function stagesOf(explained: Document): string[] {
  const visit = (node: unknown): string[] => {
    if (typeof node !== 'object' || node === null) return []
    if (Array.isArray(node)) return node.flatMap(visit)
    const { stage, inputStage, inputStages, queryPlan } = node as Document
    return [
      ...(typeof stage === 'string' ? [stage] : []),
      ...[queryPlan, inputStage, inputStages].flatMap(visit),
    ]
  }
  const planner = explained['queryPlanner'] ?? explained['stages']?.[0]?.['$cursor']?.['queryPlanner']
  return visit(planner.winningPlan)
}

const indexOf = (explained: Document) => JSON.stringify(explained).match(/"indexName":"([^"]+)"/)?.[1]

/** https://www.mongodb.com/docs/manual/reference/explain-results/ */
describe('explain', () => {
  it('names a scan of the whole collection and counts what it examined', async () => {
    const items = freshCollection()
    await items.insertMany([{ a: 1 }, { a: 2 }, { a: 2 }])

    const explained = await items.find({ a: 2 }).explain('executionStats')

    expect(stagesOf(explained)).toEqual(['COLLSCAN'])
    expect(explained['executionStats']).toMatchObject({
      executionSuccess: true,
      nReturned: 2,
      totalKeysExamined: 0,
      totalDocsExamined: 3,
    })
  })

  it('leaves the statistics out for the verbosity queryPlanner', async () => {
    const items = freshCollection()
    await items.insertOne({ a: 1 })

    const explained = await items.find({ a: 1 }).explain('queryPlanner')

    expect(explained).toMatchObject({ queryPlanner: { winningPlan: {} } })
    expect(explained).not.toHaveProperty('executionStats')
  })

  it('shows the end of a collection that does not exist', async () => {
    expect(stagesOf(await freshCollection().find({ a: 1 }).explain())).toEqual(['EOF'])
  })

  it('finds one _id without a scan', async () => {
    const items = freshCollection()
    await items.insertMany([1, 2, 3].map((_id) => ({ _id }) as Document))

    const explained = await items.find({ _id: 2 as never }).explain('executionStats')

    expect(stagesOf(explained).join()).toMatch(/^(IDHACK|EXPRESS_IXSCAN)$/)
    expect(explained['executionStats']).toMatchObject({ nReturned: 1, totalDocsExamined: 1 })
  })

  it.each<[string, Document, number]>([
    ['equality', { area: 'north' }, 20],
    ['a list of values', { area: { $in: ['north', 'south'] } }, 40],
    ['a range', { area: { $gte: 'south' } }, 40],
    ['equality, then a range', { area: 'north', rent: { $gte: 5, $lt: 8 } }, 3],
    ['the beginning of a text', { area: /^no/ }, 20],
    ['a condition inside $and', { $and: [{ area: 'west' }, { rent: 3 }] }, 1],
  ])('uses an index for %s and examines only what matches', async (_kind, filter, count) => {
    const items = freshCollection()
    await items.createIndex({ area: 1, rent: 1 })
    await items.insertMany(
      ['north', 'south', 'west'].flatMap((area) =>
        Array.from({ length: 20 }, (_unused, rent) => ({ area, rent })),
      ),
    )

    const explained = await items.find(filter).explain('executionStats')

    expect(stagesOf(explained)).toEqual(['FETCH', 'IXSCAN'])
    expect(indexOf(explained)).toBe('area_1_rent_1')
    expect(explained['executionStats']).toMatchObject({ nReturned: count, totalDocsExamined: count })
  })

  it('reads the order of a sort from an index, in both directions, and ends at the limit', async () => {
    const items = freshCollection()
    await items.createIndex({ area: 1, date: -1 })
    await items.insertMany(Array.from({ length: 50 }, (_unused, date) => ({ area: date % 2, date })))

    for (const direction of [1, -1] as const) {
      const query = () => items.find({ area: 1 }).sort({ date: direction }).limit(5)
      const explained = await query().explain('executionStats')
      const dates = await query()
        .map(({ date }) => Number(date))
        .toArray()

      expect(stagesOf(explained)).toEqual(['LIMIT', 'FETCH', 'IXSCAN'])
      expect(explained['executionStats']).toMatchObject({ nReturned: 5, totalDocsExamined: 5 })
      expect(dates).toEqual(direction === 1 ? [1, 3, 5, 7, 9] : [49, 47, 45, 43, 41])
    }
  })

  it('merges the orders of several values instead of sorting', async () => {
    const items = freshCollection()
    await items.createIndex({ area: 1, date: -1 })
    await items.insertMany(Array.from({ length: 30 }, (_unused, date) => ({ area: date % 3, date })))

    const query = () => items.find({ area: { $in: [0, 2] } }).sort({ date: -1 })

    expect(stagesOf(await query().explain())).toEqual(['FETCH', 'SORT_MERGE', 'IXSCAN', 'IXSCAN'])
    expect((await query().toArray()).map(({ date }) => Number(date)).slice(0, 4)).toEqual([29, 27, 26, 24])
  })

  it('names a sort in memory', async () => {
    const items = freshCollection()
    await items.createIndex({ area: 1 })
    await items.insertMany(Array.from({ length: 30 }, (_unused, date) => ({ area: date % 3, date })))

    const explained = await items.find({ area: 1 }).sort({ date: -1 }).explain('executionStats')

    expect(stagesOf(explained)).toEqual(['SORT', 'FETCH', 'IXSCAN'])
    expect(explained['executionStats']).toMatchObject({ nReturned: 10, totalDocsExamined: 10 })
  })

  it('cannot sort by a field that holds several values in one document', async () => {
    const items = freshCollection()
    await items.createIndex({ area: 1, dates: 1 })
    await items.insertMany([
      { area: 1, dates: [1, 9] },
      { area: 1, dates: [2, 3] },
    ])

    const query = () => items.find({ area: 1, dates: { $gt: 1 } }).sort({ dates: 1 })

    expect(stagesOf(await query().explain())).toContain('SORT')
    expect((await query().toArray()).map(({ dates }) => dates)).toEqual([
      [1, 9],
      [2, 3],
    ])
  })

  it('finds documents whose elements pass two conditions apart from each other', async () => {
    const items = freshCollection()
    await items.createIndex({ values: 1 })
    await items.insertMany([{ values: [0, 10] }, { values: [4] }, { values: [20] }])

    expect(await items.countDocuments({ values: { $gt: 3, $lt: 6 } })).toBe(2)
  })

  it('uses an index for each branch of $or, and none when one branch has none', async () => {
    const items = freshCollection()
    await items.createIndex({ a: 1 })
    await items.createIndex({ 'list.b': 1 })
    await items.insertMany(
      Array.from({ length: 20 }, (_unused, a) => ({ a, list: [{ b: a }, { b: a + 1 }], c: a })),
    )

    const indexed = await items.find({ $or: [{ a: 3 }, { 'list.b': 3 }] }).explain('executionStats')
    const scanned = await items.find({ $or: [{ a: 3 }, { c: 3 }] }).explain('executionStats')

    expect(stagesOf(indexed)).toEqual(['SUBPLAN', 'FETCH', 'OR', 'IXSCAN', 'IXSCAN'])
    expect(indexed['executionStats']).toMatchObject({ nReturned: 2, totalDocsExamined: 2 })
    expect(stagesOf(scanned)).toContain('COLLSCAN')
  })

  it('uses a partial index only where the filter stays inside it', async () => {
    const items = freshCollection()
    await items.createIndex({ date: 1 }, { partialFilterExpression: { state: 'open' } })
    await items.insertMany(
      Array.from({ length: 20 }, (_unused, date) => ({ date, state: date % 2 ? 'open' : 'done' })),
    )

    expect(stagesOf(await items.find({ state: 'open', date: { $gt: 3 } }).explain())).toEqual([
      'FETCH',
      'IXSCAN',
    ])
    expect(stagesOf(await items.find({ date: { $gt: 3 } }).explain())).toEqual(['COLLSCAN'])
  })

  it('never misses documents without the field through a sparse index', async () => {
    const items = freshCollection()
    await items.createIndex({ a: 1 }, { sparse: true })
    await items.insertMany([{ a: 1 }, { a: null }, {}])

    expect(await items.countDocuments({ a: null })).toBe(2)
    expect(stagesOf(await items.find({ a: null }).explain())).toEqual(['COLLSCAN'])
    expect(stagesOf(await items.find({ a: 1 }).explain())).toEqual(['FETCH', 'IXSCAN'])
    expect(await items.find().sort({ a: 1 }).toArray()).toHaveLength(3)
  })

  it('tells of the search at the head of a pipeline and of the stages after it', async () => {
    const items = freshCollection()
    await items.createIndex({ area: 1, date: 1 })
    await items.insertMany(Array.from({ length: 20 }, (_unused, date) => ({ area: date % 2, date })))

    const search = await items
      .aggregate([{ $match: { area: 1 } }, { $sort: { date: -1 } }, { $limit: 3 }])
      .explain('executionStats')
    const grouped = await items
      .aggregate([
        { $match: { area: 1 } },
        { $sort: { date: 1 } },
        { $group: { _id: '$area', n: { $sum: 1 } } },
      ])
      .explain()

    expect(JSON.stringify(search)).toContain('"totalDocsExamined":3')
    expect(JSON.stringify(search)).not.toContain('"stage":"SORT"')
    expect(stagesOf(grouped)).toEqual(expect.arrayContaining(['IXSCAN']))
  })

  it('reads no more than the limit behind an empty $match', async () => {
    const items = freshCollection()
    await items.insertMany(Array.from({ length: 20 }, (_unused, a) => ({ a })))
    const pipeline = [{ $match: {} }, { $limit: 3 }, { $group: { _id: null, n: { $sum: 1 } } }]

    const explained = await items.aggregate(pipeline).explain('executionStats')

    expect(JSON.stringify(explained)).toMatch(/"totalDocsExamined":3\b/)
    expect(JSON.stringify(explained)).not.toMatch(/"totalDocsExamined":20/)
    expect(await items.aggregate(pipeline).toArray()).toEqual([{ _id: null, n: 3 }])
  })

  it('tells what $lookup examines in the other collection', async () => {
    const items = freshCollection()
    const others = freshCollection()
    await items.insertMany([{ other: 1 }, { other: 2 }])
    await others.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }])
    const pipeline = [
      { $lookup: { from: others.collectionName, localField: 'other', foreignField: 'n', as: 'found' } },
    ]
    const explain = () => items.aggregate(pipeline).explain('executionStats')

    expect(JSON.stringify(await explain())).toMatch(/"collectionScans":2|COLLSCAN/)
    await others.createIndex({ n: 1 })
    expect(JSON.stringify(await explain())).toContain('n_1')
  })

  it('explains writes without doing them', async () => {
    const items = freshCollection()
    await items.createIndex({ a: 1 })
    await items.insertMany([{ a: 1 }, { a: 2 }])
    const explain = async (command: Document) =>
      stagesOf(await database.db.command({ explain: command, verbosity: 'executionStats' }))
    const ns = items.collectionName

    expect(await explain({ update: ns, updates: [{ q: { a: 1 }, u: { $set: { b: 1 } } }] })).toEqual([
      'UPDATE',
      'FETCH',
      'IXSCAN',
    ])
    expect(await explain({ delete: ns, deletes: [{ q: { b: 1 }, limit: 0 }] })).toEqual([
      'DELETE',
      'COLLSCAN',
    ])
    expect(await explain({ findAndModify: ns, query: { a: 2 }, remove: true })).toEqual([
      'DELETE',
      'FETCH',
      'IXSCAN',
    ])
    expect(await items.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('counts a whole collection without reading it', async () => {
    const items = freshCollection()
    await items.insertMany([{ a: 1 }, { a: 2 }])

    const explained = await database.db.command({
      explain: { count: items.collectionName },
      verbosity: 'executionStats',
    })

    expect(stagesOf(explained)).toContain('RECORD_STORE_FAST_COUNT')
    expect(await items.estimatedDocumentCount()).toBe(2)
  })
})

describe('a search through indexes', () => {
  const values: unknown[] = [1, 2, 3, '1', 'b', null, true, [1, 3], [2, 2, 5], [], { x: 1 }, new Date(5), -1]
  const choices = <Item>(items: readonly Item[], seed: number): Item => items[seed % items.length] as Item

  /** A fixed sequence of numbers that look random, so that a failure can be repeated. */
  function* numbers(): Generator<number> {
    for (let state = 42; ;) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      yield state >> 8
    }
  }

  it('finds the same documents in the same order as a scan does', async () => {
    const items = freshCollection()
    const random = numbers()
    const next = () => random.next().value as number
    const documents = Array.from({ length: 90 }, (_unused, n) => ({
      n,
      ...(next() % 5 ? { a: choices(values, next()) } : {}),
      b: next() % 4,
      list: [{ x: next() % 3, y: next() % 3 }, { x: next() % 3 }].slice(next() % 3),
    }))
    await items.insertMany(documents)
    const conditions: (() => Document)[] = [
      () => ({ a: choices([1, 2, '1', null, { x: 1 }, true], next()) }),
      () => ({ a: { $gt: choices([1, 0, 'a', new Date(1)], next()) } }),
      () => ({ a: { $gte: 1, $lte: choices([2, 5], next()) } }),
      () => ({ a: { $in: [1, 'b', null].slice(next() % 3) } }),
      () => ({ a: { $exists: true } }),
      () => ({ b: next() % 4 }),
      () => ({ b: { $in: [next() % 4, next() % 4] } }),
      () => ({ b: { $lt: next() % 4 } }),
      () => ({ 'list.x': next() % 3, 'list.y': next() % 3 }),
      () => ({ list: { $elemMatch: { x: next() % 3, y: { $gte: 1 } } } }),
      () => ({ $or: [{ a: next() % 3 }, { b: next() % 4, 'list.x': 1 }] }),
    ]
    const queries = Array.from({ length: 150 }, () => ({
      filter: {
        $and: [choices(conditions, next())(), ...(next() % 2 ? [choices(conditions, next())()] : [])],
      },
      sort: choices<Document>(
        [{}, { b: 1, n: 1 }, { b: -1, n: 1 }, { n: -1 }, { a: 1, n: 1 }, { b: 1, a: -1, n: -1 }],
        next(),
      ),
      limit: choices([0, 0, 5], next()),
    }))
    const answers = () =>
      Promise.all(
        queries.map(async ({ filter, sort, limit }) => {
          const isSorted = Object.keys(sort).length > 0
          const found = await items
            .find(filter)
            .sort(sort)
            .limit(isSorted ? limit : 0)
            .toArray()
          const order = found.map(({ n }) => Number(n))
          return isSorted ? order : order.sort((left, right) => left - right)
        }),
      )

    const scanned = await answers()
    for (const key of [
      { a: 1, b: -1, n: 1 },
      { b: 1, n: 1 },
      { b: -1, n: 1 },
      { 'list.x': 1, 'list.y': 1 },
      { n: 1 },
    ]) {
      await items.createIndex(key as never)
    }
    await items.createIndex({ a: 1, n: 1 }, { sparse: true })
    const indexed = await answers()
    // The indexes follow every change of a document.
    for (const { n } of documents) await items.updateOne({ n }, { $set: { b: 9 } })
    for (const { n, b } of documents) await items.updateOne({ n }, { $set: { b } })
    const changed = await answers()

    for (const [index, query] of queries.entries()) {
      expect({ query, found: indexed[index] }).toEqual({ query, found: scanned[index] })
      expect({ query, found: changed[index] }).toEqual({ query, found: scanned[index] })
    }
  })
})
