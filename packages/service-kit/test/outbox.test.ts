import { randomUUID } from 'node:crypto'
import { type Connection, type Model, Schema } from 'mongoose'
import { connectMongo } from '../src/mongo'
import { drainOutbox, openMarkOutbox, openOutbox, openVersionCounter } from '../src/outbox'
import { dropCollections, testSettings } from '../src/testing'

interface Note {
  _id: string
  title: string
  changedAt: Date
  outbox?: { change: string; text: string; date: Date }[]
  unsent?: string
  isWaiting?: boolean
}

const schema = new Schema<Note>({
  _id: String,
  title: String,
  changedAt: Date,
  outbox: { type: [{ _id: false, change: String, text: String, date: Date }], default: undefined },
  unsent: String,
  isWaiting: Boolean,
})

const WRITTEN_AT = new Date('2026-05-01')

let connection: Connection
let notes: Model<Note>
beforeAll(async () => {
  const { MONGODB_URI, MONGODB_DATABASE } = testSettings()
  connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
  notes = connection.model<Note>('Note', schema, 'notes')
})
afterEach(() => dropCollections(connection))
afterAll(() => connection.close())

const write = (id: string, text: string, date = WRITTEN_AT) => {
  const entry = { change: randomUUID(), text, date }
  return notes.updateOne(
    { _id: id },
    {
      $set: { title: text, changedAt: date, unsent: entry.change, isWaiting: true },
      $push: { outbox: entry },
    },
    { upsert: true },
  )
}
const open = () => ({
  entries: openOutbox(notes, { field: 'outbox', also: ['title'] }),
  dated: openOutbox(notes, { field: 'outbox', date: 'changedAt' }),
  marks: openMarkOutbox(notes, { field: 'unsent', mark: 'change', date: 'changedAt', also: ['title'] }),
  flags: openMarkOutbox(notes, { field: 'isWaiting', mark: true, date: 'changedAt' }),
})

describe('an outbox', () => {
  it('keeps entries that a document gets while its earlier ones are delivered', async () => {
    const { entries } = open()
    await write('a', 'first')
    const listed = await entries.listPending(10)
    await write('a', 'second')

    await entries.clear(listed)

    expect(await entries.listPending(10)).toMatchObject([
      { id: 'a', title: 'second', entries: [{ text: 'second' }] },
    ])
  })

  it('keeps the mark of a document that changes while it is delivered', async () => {
    const { marks } = open()
    await write('a', 'first')
    await write('b', 'first')
    const listed = await marks.listPending(10)
    await write('a', 'second')

    await marks.clear(listed)

    expect((await marks.listPending(10)).map(({ id }) => id)).toEqual(['a'])
  })

  it('lists as many documents as requested, with their mark and the fields to deliver', async () => {
    const { marks, flags } = open()
    await write('a', 'first')
    const { unsent } = await notes.findById('a').lean().orFail()

    expect(await marks.listPending(1)).toEqual([{ id: 'a', mark: unsent, title: 'first' }])
    expect(await flags.listPending(1)).toEqual([{ id: 'a', mark: true }])
    await write('b', 'first')
    expect(await marks.listPending(1)).toHaveLength(1)
  })

  it('whose mark is true is empty when it has been delivered', async () => {
    const { flags } = open()
    await write('a', 'first')
    await notes.create({ _id: 'b', title: 'never sent', changedAt: WRITTEN_AT, isWaiting: false })

    await flags.clear(await flags.listPending(10))

    expect(await flags.listPending(10)).toEqual([])
    expect((await notes.findById('a').lean())?.isWaiting).toBe(false)
    await write('a', 'second')
    expect((await flags.listPending(10)).map(({ id }) => id)).toEqual(['a'])
  })

  it('reports how many documents wait, and since when', async () => {
    const { entries, dated, marks, flags } = open()
    for (const outbox of [entries, dated, marks, flags])
      expect(await outbox.backlog()).toEqual({ entries: 0, oldest: undefined })
    await write('a', 'first')
    for (const outbox of [entries, dated, marks, flags])
      expect(await outbox.backlog()).toEqual({ entries: 1, oldest: WRITTEN_AT })
    await write('a', 'second', new Date('2026-05-03'))
    await write('b', 'first', new Date('2026-05-02'))

    // By the date of the entry, where it has one; else by that of the document.
    expect(await entries.backlog()).toEqual({ entries: 2, oldest: WRITTEN_AT })
    for (const outbox of [dated, marks, flags])
      expect(await outbox.backlog()).toEqual({ entries: 2, oldest: new Date('2026-05-02') })
  })

  it.each([
    [0, []],
    [199, [199]],
    [200, [200]],
    [201, [200, 1]],
  ])('with %i documents is drained in batches of %j', async (count, expected) => {
    const waiting = Array.from({ length: count }, (_, index) => index)
    const outbox = {
      listPending: async (limit: number) => waiting.slice(0, limit),
      clear: async (delivered: number[]) => void waiting.splice(0, delivered.length),
    }
    const batches: number[] = []

    await drainOutbox(outbox, async (batch) => void batches.push(batch.length))

    expect(batches).toEqual(expected)
    expect(waiting).toEqual([])
  })

  it('keeps what could not be delivered', async () => {
    const { entries } = open()
    await write('a', 'first')

    await expect(drainOutbox(entries, () => Promise.reject(new Error('unreachable')))).rejects.toThrow(
      'unreachable',
    )

    expect(await entries.listPending(10)).toHaveLength(1)
  })
})

describe('versions of messages', () => {
  let counter: ReturnType<typeof openVersionCounter>
  beforeAll(() => {
    counter = openVersionCounter(connection, { name: 'Version', collection: 'versions', id: 'notes' })
  })

  it('are unique, and at least the time, so that they exceed those that a restored backup has lost', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => counter.next()))
    await connection
      .collection<{ _id: string }>('versions')
      .updateOne({ _id: 'notes' }, { $set: { value: 1 } })

    const restartedAt = Date.now()
    const later = await counter.next()

    expect(new Set(taken).size).toBe(20)
    expect(later).toBeGreaterThanOrEqual(restartedAt)
  })

  it('rise although the clock was set back, and are kept in one document', async () => {
    const future = Date.now() + 1_000_000
    const versions = connection.collection<{ _id: string; value: number }>('versions')
    await versions.insertOne({ _id: 'notes', value: future })

    expect(await counter.next()).toBeGreaterThan(future)
    const kept = await counter.next()
    expect(await versions.find().toArray()).toEqual([{ _id: 'notes', value: kept }])
  })
})
