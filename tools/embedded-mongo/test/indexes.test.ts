import { setTimeout } from 'node:timers/promises'
import type { Collection, Document } from 'mongodb'
import { errorOf, openTestDatabase } from './test-database'

// Servers look for what has expired once a minute.
const TTL_PATIENCE_MS = 150_000

const database = openTestDatabase()
let sequence = 0
const freshCollection = (): Collection<Document> => database.db.collection(`c${++sequence}`)

describe('unique indexes', () => {
  it('refuse a second document with the key and say which', async () => {
    const users = freshCollection()
    await users.createIndex({ email: 1 }, { unique: true })
    await users.insertOne({ email: 'a@b.c' })

    const error = await errorOf(users.insertOne({ email: 'a@b.c' }))

    expect(error).toMatchObject({ code: 11000, keyPattern: { email: 1 }, keyValue: { email: 'a@b.c' } })
    expect(error['message']).toContain(
      `E11000 duplicate key error collection: ${users.namespace} index: email_1 dup key: {`,
    )
  })

  it('hold for updates and upserts, which then change nothing', async () => {
    const users = freshCollection()
    await users.createIndex({ email: 1 }, { unique: true })
    await users.insertMany([{ email: 'a' }, { email: 'b' }])

    expect(await errorOf(users.updateOne({ email: 'b' }, { $set: { email: 'a' } }))).toMatchObject({
      code: 11000,
    })
    expect(
      await errorOf(users.updateOne({ x: 1 }, { $set: { email: 'a' } }, { upsert: true })),
    ).toMatchObject({ code: 11000 })
    expect(await errorOf(users.findOneAndUpdate({ email: 'b' }, { $set: { email: 'a' } }))).toMatchObject({
      code: 11000,
    })
    expect((await users.distinct('email')).sort()).toEqual(['a', 'b'])
  })

  it('free a key when its document goes or changes', async () => {
    const users = freshCollection()
    await users.createIndex({ email: 1 }, { unique: true })
    await users.insertMany([
      { _id: 1 as never, email: 'a' },
      { _id: 2 as never, email: 'b' },
    ])
    await users.deleteOne({ email: 'a' })
    await users.updateOne({ email: 'b' }, { $set: { email: 'c' } })

    await users.insertMany([{ email: 'a' }, { email: 'b' }])

    expect(await users.countDocuments()).toBe(3)
  })

  it('combine several fields', async () => {
    const likes = freshCollection()
    await likes.createIndex({ user: 1, review: 1 }, { unique: true })
    await likes.insertMany([
      { user: 1, review: 1 },
      { user: 1, review: 2 },
      { user: 2, review: 1 },
    ])

    const error = await errorOf(likes.insertOne({ user: 1, review: 2 }))

    expect(error).toMatchObject({ keyPattern: { user: 1, review: 1 }, keyValue: { user: 1, review: 2 } })
    expect(error['message']).toContain('index: user_1_review_1 dup key: {')
  })

  it('take missing for null, unless sparse', async () => {
    const strict = freshCollection()
    const sparse = freshCollection()
    await strict.createIndex({ code: 1 }, { unique: true })
    await sparse.createIndex({ code: 1 }, { unique: true, sparse: true })
    await sparse.insertMany([{ a: 1 }, { a: 2 }, { code: null }])
    await strict.insertOne({ a: 1 })

    expect(await errorOf(strict.insertOne({ code: null }))).toMatchObject({
      code: 11000,
      keyValue: { code: null },
    })
    expect(await errorOf(sparse.insertOne({ code: null }))).toMatchObject({ code: 11000 })
  })

  it('hold only for documents inside a partial filter', async () => {
    const users = freshCollection()
    await users.createIndex({ name: 1 }, { unique: true, partialFilterExpression: { active: true } })
    await users.insertMany([{ name: 'a', active: true }, { name: 'a', active: false }, { name: 'a' }])

    expect(await errorOf(users.insertOne({ name: 'a', active: true }))).toMatchObject({ code: 11000 })
    expect(await errorOf(users.updateOne({ active: false }, { $set: { active: true } }))).toMatchObject({
      code: 11000,
    })
    expect(await users.countDocuments({ name: 'a' })).toBe(3)
  })

  it('see every element of an array', async () => {
    const groups = freshCollection()
    await groups.createIndex({ members: 1 }, { unique: true })
    await groups.insertOne({ members: ['a', 'b', 'a'] })

    expect(await errorOf(groups.insertOne({ members: ['c', 'b'] }))).toMatchObject({
      keyValue: { members: 'b' },
    })
  })

  it('cannot be built over duplicates', async () => {
    const users = freshCollection()
    await users.insertMany([{ email: 'a' }, { email: 'a' }])

    expect(await errorOf(users.createIndex({ email: 1 }, { unique: true }))).toMatchObject({ code: 11000 })
    expect(await users.indexes()).toHaveLength(1)
  })
})

describe('managing indexes', () => {
  it('lists them and creates each once', async () => {
    const items = freshCollection()
    await items.createIndex({ a: 1 })
    await items.createIndex({ a: 1 })
    await items.createIndexes([{ key: { b: 1, c: -1 }, name: 'bc' }])

    expect(await items.indexes()).toMatchObject([
      { key: { _id: 1 }, name: '_id_' },
      { key: { a: 1 }, name: 'a_1' },
      { key: { b: 1, c: -1 }, name: 'bc' },
    ])
  })

  it('refuses the same name for another key or uniqueness, and another name or expiry for the same key', async () => {
    const items = freshCollection()
    await items.createIndex({ a: 1 }, { name: 'x' })
    await items.createIndex({ t: 1 }, { expireAfterSeconds: 60 })

    expect(await errorOf(items.createIndex({ b: 1 }, { name: 'x' }))).toMatchObject({ code: 86 })
    expect(await errorOf(items.createIndex({ a: 1 }, { name: 'x', unique: true }))).toMatchObject({
      code: 86,
    })
    expect(await errorOf(items.createIndex({ a: 1 }, { name: 'y' }))).toMatchObject({ code: 85 })
    expect(await errorOf(items.createIndex({ t: 1 }, { expireAfterSeconds: 61 }))).toMatchObject({ code: 85 })
  })

  it('has none to list for a collection that does not exist', async () => {
    expect(await errorOf(freshCollection().indexes())).toMatchObject({ code: 26 })
  })
})

// https://www.mongodb.com/docs/manual/core/index-ttl/
describe('TTL indexes', () => {
  it(
    'remove documents whose time is over',
    async () => {
      const sessions = freshCollection()
      await sessions.createIndex({ at: 1 }, { expireAfterSeconds: 1800 })
      const now = Date.now()
      await sessions.insertMany([
        { name: 'over', at: new Date(now - 3_600_000) },
        { name: 'recent', at: new Date(now) },
        { name: 'later', at: new Date(now + 60_000) },
        { name: 'never', at: 'no date' },
      ])

      while ((await sessions.countDocuments()) > 3) await setTimeout(10)

      expect((await sessions.distinct('name')).sort()).toEqual(['later', 'never', 'recent'])
    },
    TTL_PATIENCE_MS,
  )
})
