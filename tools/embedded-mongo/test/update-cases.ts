import type { Document } from 'mongodb'
import { openTestDatabase } from './test-database'

const database = openTestDatabase()
export const collection = () => database.db.collection<Document & { _id: number }>('updates')

interface Options {
  filter?: Document
  arrayFilters?: Document[]
}

/** What an update makes of one document, without its _id. */
export async function updated(
  before: Document,
  update: Document | Document[],
  options: Options = {},
): Promise<Document> {
  await collection().deleteMany({})
  await collection().insertOne({ ...before, _id: 1 })
  const { filter = {}, arrayFilters } = options
  await collection().updateOne({ _id: 1, ...filter }, update, arrayFilters ? { arrayFilters } : {})
  return (await collection().findOne({ _id: 1 }, { projection: { _id: 0 } })) ?? {}
}

export type UpdateCase = [rule: string, before: Document, update: Document, after: Document]

/** One test per case: what an update makes of a document. */
export function itUpdates(cases: UpdateCase[]): void {
  for (const [rule, before, update, after] of cases) {
    it(rule, async () => {
      expect(await updated(before, update)).toEqual(after)
    })
  }
}
