import { type Document, ObjectId } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()
const items = () => database.db.collection<{ _id: number }>('items')

/** Stores the documents, numbered from 0. */
async function store(documents: Document[]): Promise<void> {
  await items().deleteMany({})
  await items().insertMany(documents.map((document, _id) => ({ ...document, _id })))
}

async function sortedIds(sort: Record<string, 1 | -1>): Promise<number[]> {
  const documents = await items().find().sort(sort).toArray()
  return documents.map(({ _id }) => _id)
}

describe('sort', () => {
  it('follows the order of BSON types, missing as null', async () => {
    const values: unknown[] = [/r/, new Date(), true, new ObjectId(), [9], { x: 1 }, 'text', 3, null]
    const documents = [...values.map((a) => ({ a })), {}]
    await store(documents)

    const ids = await sortedIds({ a: 1, _id: 1 })

    // An array sorts by its smallest element when ascending, here the number 9.
    expect(ids).toEqual([8, 9, 7, 4, 6, 5, 3, 2, 1, 0])
  })

  it('takes the largest element of an array when descending', async () => {
    await store([{ a: [1, 9] }, { a: 5 }, { a: [] }, { a: null }])

    const ids = await sortedIds({ a: -1 })

    expect(ids).toEqual([0, 1, 3, 2])
  })

  it('sorts by several fields', async () => {
    await store([
      { a: 1, b: 1 },
      { a: 2, b: 1 },
      { a: 1, b: 2 },
    ])

    const ids = await sortedIds({ a: -1, b: 1 })

    expect(ids).toEqual([1, 0, 2])
  })
})

describe('projection', () => {
  it.each<[string, Document, Document]>([
    ['includes fields and _id', { a: 1 }, { _id: 0, a: 1 }],
    ['leaves _id out on request', { a: 1, _id: 0 }, { a: 1 }],
    ['excludes fields', { a: 0, list: 0, deep: 0 }, { _id: 0 }],
    ['enters documents', { 'deep.x': 1, _id: 0 }, { deep: { x: 1 } }],
    [
      'enters arrays and drops scalars when including',
      { 'list.n': 1, _id: 0 },
      { list: [{ n: 1 }, { n: 2 }] },
    ],
    [
      'enters arrays and keeps scalars when excluding',
      { 'list.n': 0, a: 0, deep: 0, _id: 0 },
      { list: [{ m: 1 }, {}, 5] },
    ],
  ])('%s', async (_rule, projection, expected) => {
    await store([{ a: 1, list: [{ n: 1, m: 1 }, { n: 2 }, 5], deep: { x: 1, y: 2 } }])

    expect(await items().findOne({}, { projection })).toEqual(expected)
  })
})
