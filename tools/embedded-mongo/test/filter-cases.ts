import type { Document } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()

/** The ids of those documents (numbered from 0) that the filter accepts. */
async function accepted(documents: Document[], filter: Document): Promise<number[]> {
  const collection = database.db.collection<{ _id: number }>('filters')
  await collection.deleteMany({})
  await collection.insertMany(documents.map((document, _id) => ({ ...document, _id })))
  const found = await collection.find(filter).sort({ _id: 1 }).toArray()
  return found.map(({ _id }) => _id)
}

export type FilterCase = [rule: string, documents: Document[], filter: Document, ids: number[]]

/** One test per case: which documents a filter accepts. */
export function itAccepts(cases: FilterCase[]): void {
  for (const [rule, documents, filter, ids] of cases) {
    it(rule, async () => {
      expect(await accepted(documents, filter)).toEqual(ids)
    })
  }
}
