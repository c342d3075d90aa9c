import { randomUUID } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { connectMongo } from '../src/mongo'
import { drainOutbox, openMarkOutbox, openOutbox, openVersionCounter } from '../src/outbox'
import { dropCollections, testSettings } from '../src/testing'

interface Note {
  _id: string
  title: string
  changedAt: Date
  outbox?: { change: string; text: string; date: Date }[]
  unsent?: string
}

const schema = new Schema<Note>({
  _id: String,
  title: String,
  changedAt: Date,
  outbox: { type: [{ _id: false, change: String, text: String, date: Date }], default: undefined },
  unsent: String,
})

const WRITTEN_AT = new Date('2026-05-01')

let connection: Connection
beforeEach(async () => {
  const { MONGODB_URI, MONGODB_DATABASE } = testSettings()
  connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
})
afterEach(async () => {
  await dropCollections(connection)
  await connection.close()
})

const notes = () => connection.models.Note ?? connection.model<Note>('Note', schema, 'notes')
const write = (id: string, text: string) => {
  const entry = { change: randomUUID(), text, date: WRITTEN_AT }
  return notes().updateOne(
    { _id: id },
    { $set: { title: text, changedAt: WRITTEN_AT, unsent: entry.change }, $push: { outbox: entry } },
    { upsert: true },
  )
}
const open = () => {
  const model = connection.model<Note>('Note', schema, 'notes')
  return {
    entries: openOutbox(model, { field: 'outbox', also: ['title'] }),
    marks: openMarkOutbox(model, { field: 'unsent', mark: 'change', date: 'changedAt' }),
  }
}

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

  it('reports how many documents wait, and since when', async () => {
    const { entries, marks } = open()
    expect(await entries.backlog()).toEqual({ entries: 0, oldest: undefined })
    await write('a', 'first')
    await write('b', 'first')

    expect(await entries.backlog()).toEqual({ entries: 2, oldest: WRITTEN_AT })
    expect(await marks.backlog()).toEqual({ entries: 2, oldest: WRITTEN_AT })
  })

  it('is drained in batches', async () => {
    const { entries } = open()
    for (const id of ['a', 'b', 'c', 'd', 'e']) await write(id, 'first')
    const batches: string[][] = []

    await drainOutbox(entries, async (batch) => void batches.push(batch.map(({ id }) => id)), 2)

    expect(batches.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(new Set(batches.flat())).toEqual(new Set(['a', 'b', 'c', 'd', 'e']))
    expect(await entries.listPending(10)).toEqual([])
  })
})

describe('versions of messages', () => {
  it('are unique, and at least the time, so that they exceed those that a restored backup has lost', async () => {
    const counter = openVersionCounter(connection, { name: 'Version', collection: 'versions', id: 'notes' })
    const taken = await Promise.all(Array.from({ length: 20 }, () => counter.next()))
    await connection
      .collection<{ _id: string }>('versions')
      .updateOne({ _id: 'notes' }, { $set: { value: 1 } })

    const restartedAt = Date.now()
    const later = await counter.next()

    expect(new Set(taken).size).toBe(20)
    expect(later).toBeGreaterThanOrEqual(restartedAt)
  })
})
