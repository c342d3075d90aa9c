import type { Document, Sort } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const random = createRandom(7)
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item

const SCALARS: unknown[] = [null, 0, 1, 2, 3.5, -1, 'a', 'ab', 'b', true, new Date(5), { x: 1 }]
const VALUES: (() => unknown)[] = [() => pick(SCALARS), () => [], () => [pick(SCALARS), pick(SCALARS)]]

function randomDocument(_id: number): Document {
  const document: Document = { _id, b: random(4), c: random(3) }
  if (random(5) > 0) document.a = pick(VALUES)()
  if (random(2) > 0) document.list = [{ k: random(4), v: random(3) }, { k: random(4) }].slice(random(3))
  return document
}

const CONDITIONS: (() => Document)[] = [
  () => ({ a: pick(SCALARS) }),
  () => ({ a: { $in: [pick(SCALARS), pick(SCALARS), pick(SCALARS)] } }),
  () => ({ a: { [pick(['$gt', '$gte', '$lt', '$lte'])]: pick([0, 1, 2, 'a', 'b']) } }),
  () => ({ a: { $gt: random(2), $lte: 1 + random(3) } }),
  () => ({ a: { $regex: pick(['^a', '^ab', 'b']) } }),
  () => ({ a: { $ne: pick(SCALARS) } }),
  () => ({ a: { $exists: random(2) > 0 } }),
  () => ({ b: random(4) }),
  () => ({ b: { $in: [random(4), random(4)] }, c: random(3) }),
  () => ({ c: { $gte: random(3) } }),
  () => ({ 'list.k': random(4) }),
  () => ({ list: { $elemMatch: { k: { $gt: random(3) }, v: random(3) } } }),
  () => ({ _id: { $gt: random(300), $lt: random(300) } }),
  () => ({ _id: { $in: [random(300), random(300), random(300)] } }),
  () => ({ $or: [pick(CONDITIONS)(), pick(CONDITIONS)()] }),
  () => ({ $and: [pick(CONDITIONS)(), pick(CONDITIONS)()] }),
]
const SORTS: Sort[] = [
  { _id: 1 },
  { a: 1, _id: 1 },
  { a: -1, _id: -1 },
  { b: 1, c: -1, _id: 1 },
  { c: 1, _id: 1 },
]

describe('indexes', () => {
  it('change neither what is found nor its order', async () => {
    const items = database.db.collection<Document>('items')
    await items.insertMany(Array.from({ length: 300 }, (_unused, index) => randomDocument(index)))
    const queries = Array.from({ length: 200 }, () => ({
      filter: Object.assign({}, pick(CONDITIONS)(), random(3) === 0 && pick(CONDITIONS)()),
      sort: pick(SORTS),
      limit: pick([0, 3, 20]),
    }))
    const answers = () =>
      Promise.all(
        queries.map(async ({ filter, sort, limit }) => {
          const documents = await items.find(filter).sort(sort).limit(limit).toArray()
          return { filter, sort, limit, ids: documents.map(({ _id }) => _id) }
        }),
      )

    const without = await answers()
    await items.createIndex({ a: 1, _id: 1 })
    await items.createIndex({ b: 1, c: -1, _id: 1 })
    await items.createIndex({ c: -1 }, { sparse: true })
    await items.createIndex({ b: 1, a: -1 }, { partialFilterExpression: { c: 1 } })
    await items.createIndex({ 'list.k': 1 }, { sparse: true })

    expect(await answers()).toEqual(without)
    expect(without.some(({ ids }) => ids.length > 20)).toBe(true)
  })
})
