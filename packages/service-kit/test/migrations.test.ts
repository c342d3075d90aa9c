import { type Connection } from 'mongoose'
import { createLog } from '../src/log'
import { type Migration, openMigrations } from '../src/migrations'
import { connectMongo } from '../src/mongo'
import { dropCollections, testSettings } from '../src/testing'

const log = createLog('migrations-test', 'silent')

interface Note {
  _id: string
  text: string
  /** The field that the new version adds. */
  length?: number
  changedAt: Date
}

const measureNotes: Migration<Note> = {
  id: 'note-length-1',
  collection: 'notes',
  pending: { length: null as never },
  migrate: ({ text, length }) =>
    length === text.length ? undefined : { unless: { text }, set: { length: text.length } },
}

const LONG_AGO = new Date('2024-01-01')
const FAST = { batchSize: 10, pauseMs: 0 }

let connection: Connection
let migrations: ReturnType<typeof openMigrations>
beforeAll(async () => {
  const { MONGODB_URI, MONGODB_DATABASE } = testSettings()
  connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
  migrations = openMigrations(connection, log)
})
afterEach(() => dropCollections(connection))
afterAll(() => connection.close())

const notes = () => connection.collection<Note>('notes')
const stateOf = () => connection.collection<{ _id: string }>('migrations').findOne({ _id: measureNotes.id })
/** Ids in the order in which a migration reads them. */
const idOf = (number: number) => `n${String(number).padStart(4, '0')}`
const storeOld = (count: number, changedAt = LONG_AGO) =>
  notes().insertMany(
    Array.from({ length: count }, (_, number) => ({
      _id: idOf(number),
      text: 'x'.repeat(number % 7),
      changedAt,
    })),
  )

async function expectAllRight(): Promise<void> {
  const stored = await notes().find().toArray()
  expect(stored.filter(({ text, length }) => length !== text.length)).toEqual([])
}

describe('a migration', () => {
  it('changes every document in batches and is complete once a pass finds nothing to change', async () => {
    await storeOld(95)
    expect(await migrations.isComplete(measureNotes.id)).toBe(false)

    expect(await migrations.run(measureNotes, FAST)).toBe(true)

    await expectAllRight()
    expect(await stateOf()).toMatchObject({ state: 'complete', position: null })
    expect(await migrations.isComplete(measureNotes.id)).toBe(true)
  })

  it('ends a run when its time is over, and the next one continues from there', async () => {
    await storeOld(60)

    expect(await migrations.run(measureNotes, { batchSize: 10, pauseMs: 5, budgetMs: 0 })).toBe(false)
    expect(await notes().countDocuments({ length: { $exists: true } })).toBe(10)
    expect(await stateOf()).toMatchObject({ position: { after: idOf(9) } })

    expect(await migrations.run(measureNotes, FAST)).toBe(true)
    await expectAllRight()
  })

  it('writes nothing over a document that changed after it was read', async () => {
    await storeOld(5)
    const racing: Migration<Note> = {
      ...measureNotes,
      migrate(note) {
        const change = measureNotes.migrate(note)
        return note._id === idOf(3) && change ? { ...change, unless: { text: 'as it was read' } } : change
      },
    }

    await migrations.run(racing, { ...FAST, budgetMs: 0 })

    expect(await notes().findOne({ _id: idOf(3) })).not.toHaveProperty('length')
    expect(await migrations.run(measureNotes, FAST)).toBe(true)
    await expectAllRight()
  })

  it('is running again when an old process is found to have written after completion', async () => {
    await storeOld(15)
    await migrations.run(measureNotes, FAST)
    await notes().updateOne({ _id: idOf(2) }, { $set: { text: 'written late', changedAt: new Date() } })

    expect(await migrations.run(measureNotes, { ...FAST, budgetMs: -1 })).toBe(false)
    expect(await migrations.run(measureNotes, { ...FAST, budgetMs: -1 })).toBe(false)
    expect(await migrations.isComplete(measureNotes.id)).toBe(false)
    expect(await migrations.run(measureNotes, FAST)).toBe(true)

    await expectAllRight()
  })

  it('continues after its last whole batch when the worker was killed in the middle of one', async () => {
    await storeOld(50)
    const migrated: string[] = []
    const counting: Migration<Note> = {
      ...measureNotes,
      migrate(note) {
        migrated.push(note._id)
        if (migrated.length === 26) throw new Error('killed')
        return measureNotes.migrate(note)
      },
    }
    await expect(migrations.run(counting, FAST)).rejects.toThrow('killed')
    expect(await stateOf()).toMatchObject({ position: { after: idOf(19) } })

    migrated.length = 30
    expect(await migrations.run(counting, FAST)).toBe(true)

    expect(migrated[30]).toBe(idOf(20))
    await expectAllRight()
  })

  it('may be run by many workers at once', async () => {
    await storeOld(200)

    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => openMigrations(connection, log).run(measureNotes, FAST)),
    )

    expect(outcomes).toEqual(Array(4).fill(true))
    await expectAllRight()
  })
})
