import type { Collection, Db, Document } from 'mongodb'
import { errorOf, openTestDatabase } from './test-database'

export type Items = Collection<Document>

/** What a probe runs on: a collection of its own with the documents it names, and the database of the collection. */
interface Subject {
  items: Items
  db: Db
}

/** What MongoDB does: a result, or the code of its error. */
type Answer = { result: unknown } | { code: number }

export interface Probe {
  /** A sentence of behavior. */
  rule: string
  /** The documents that are there before, numbered from 0 where they have no `_id`. */
  given: Document[]
  run: (subject: Subject) => Promise<unknown>
  answer: Answer
  /** What the embedded server refuses by this name although MongoDB does it. */
  refusedAs?: string
}

export const gives = (result: unknown): Answer => ({ result })
export const fails = (code: number): Answer => ({ code })

const NOT_IMPLEMENTED = 238

async function expectAnswer(answer: Answer, run: () => Promise<unknown>): Promise<void> {
  if ('result' in answer) expect(await run()).toEqual(answer.result)
  // Where numbers keep their types the code is an object.
  else expect(Number((await errorOf(run()))['code'])).toBe(answer.code)
}

async function expectRefusal(name: string, run: () => Promise<unknown>): Promise<void> {
  expect(await errorOf(run())).toMatchObject({
    code: NOT_IMPLEMENTED,
    message: expect.stringContaining(name),
  })
}

let sequence = 0

/**
 * One test per probe, under the page of MongoDB's manual that says so. On a real server every probe expects what
 * MongoDB does; on the embedded one, also by address, those with `refusedAs` expect a refusal that names it.
 */
export function describePage(page: string, probes: Probe[]): void {
  const database = openTestDatabase()
  describe(`https://www.mongodb.com/docs/manual/${page}/`, () => {
    it.each(probes.map((probe): [string, Probe] => [probe.rule, probe]))('%s', async (_rule, probe) => {
      const items: Items = database.db.collection(`probe${++sequence}`)
      if (probe.given.length > 0) {
        await items.insertMany(probe.given.map((document, _id) => ({ _id: _id as never, ...document })))
      }
      const run = () => probe.run({ items, db: database.db })
      if (probe.refusedAs !== undefined && database.isEmbedded) await expectRefusal(probe.refusedAs, run)
      else await expectAnswer(probe.answer, run)
    })
  })
}

/** The ids of the documents that a filter finds, in the order of the ids. */
export async function idsOf({ items }: Subject, filter: Document): Promise<unknown[]> {
  const found = await items
    .find(filter, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray()
  return found.map(({ _id }) => _id)
}

/** The only document of the collection, without its `_id`. */
export async function onlyDocument({ items }: Subject): Promise<Document | null> {
  return items.findOne({}, { projection: { _id: 0 } })
}
