import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Document, Double, Long, MongoClient } from 'mongodb'
import { type EmbeddedMongo, startEmbeddedMongo } from '@offquad/embedded-mongo'
import { dumpDatabases, type OnStep } from '../src/databases/dump-databases'
import { checkCounts, isEmpty, loadDatabases } from '../src/databases/load-databases'

/** Short, so that a snapshot is too old before everything that changed could be read again. */
const SNAPSHOT_HISTORY_MS = 700

interface Review extends Document {
  _id: string
  photo: string
  likes: number
}

describe('the dump of a replica set', () => {
  let folder: string
  let server: EmbeddedMongo
  let client: MongoClient
  const reviews = () => client.db('offquad-reviews').collection<Review>('reviews')
  const photos = () => client.db('offquad-reviews').collection<{ _id: string }>('photos')
  const stats = () => client.db('offquad-catalog').collection<{ _id: string; count: number }>('stats')

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-dump-'))
    server = await startEmbeddedMongo({
      replicaSet: { name: 'offquad' },
      snapshotHistoryMs: SNAPSHOT_HISTORY_MS,
    })
    client = await new MongoClient(server.uri).connect()
    await stats().insertOne({ _id: 'all', count: 0 })
    for (let n = 0; n < 3; n++) await write(n)
  })
  afterEach(async () => {
    await client.close()
    await server.close()
    await rm(folder, { recursive: true })
  })

  /** As the product does: the photo, the review that names it, then the number of reviews in another database. */
  async function write(n: number): Promise<void> {
    await photos().insertOne({ _id: `photo-${n}` })
    await reviews().insertOne({ _id: `review-${n}`, photo: `photo-${n}`, likes: 0 })
    await stats().updateOne({ _id: 'all' }, { $inc: { count: 1 } })
  }

  async function remove(n: number): Promise<void> {
    await stats().updateOne({ _id: 'all' }, { $inc: { count: -1 } })
    await reviews().deleteOne({ _id: `review-${n}` })
    await photos().deleteOne({ _id: `photo-${n}` })
  }

  const dump = (onStep: OnStep) => dumpDatabases(client, folder, onStep)

  /** Loads the dump into an empty server, and what it has there. */
  async function load(counts: Parameters<typeof checkCounts>[0]) {
    const empty = await startEmbeddedMongo()
    const other = await new MongoClient(empty.uri).connect()
    expect(await isEmpty(other)).toBe(true)
    checkCounts(counts, await loadDatabases(other, folder))
    const read = <T extends Document>(database: string, collection: string) =>
      other.db(database).collection<T>(collection).find().sort({ _id: 1 }).toArray()
    const loaded = {
      reviews: await read<Review>('offquad-reviews', 'reviews'),
      photos: (await read<{ _id: string }>('offquad-reviews', 'photos')).map(({ _id }) => _id),
      stats: await read<{ _id: string; count: number }>('offquad-catalog', 'stats'),
      later: await read('offquad-reviews', 'later'),
    }
    await other.close()
    await empty.close()
    return loaded
  }

  it('is of one moment although others write between all of its steps', async () => {
    const steps: string[] = []
    let n = 100
    const { counts, consistency } = await dump(async (step) => {
      steps.push(step)
      if (steps.length > 30) return
      await write(n++)
      await reviews().updateOne({ _id: 'review-0' }, { $inc: { likes: 1 } })
      if (n % 3 === 0) await remove(n - 2)
      if (n === 102) await client.db('offquad-reviews').collection('later').insertOne({})
    })

    expect(consistency).toBe('moment')
    expect(steps).toEqual(
      expect.arrayContaining(['offquad-catalog/stats', 'changes of offquad-reviews/reviews']),
    )
    const loaded = await load(counts)
    expect(loaded.reviews.length).toBeGreaterThan(3)
    expect(loaded.stats).toEqual([{ _id: 'all', count: loaded.reviews.length }])
    expect(loaded.reviews.map(({ photo }) => photo)).toEqual(loaded.photos)
    expect(loaded.reviews.find(({ _id }) => _id === 'review-0')?.likes).toBeGreaterThan(0)
    expect(loaded.later).toHaveLength(1)
  })

  it('goes on with another snapshot when one becomes too old, as often as that takes', async () => {
    let numExpired = 0
    const { counts } = await dump(async (step) => {
      if (numExpired === 2 || !step.startsWith('changes of'))
        return write(200 + Math.floor(Math.random() * 1e9))
      numExpired += 1
      await write(300 + numExpired)
      await remove(300 + numExpired)
      await write(400 + numExpired)
      await new Promise((resolve) => setTimeout(resolve, SNAPSHOT_HISTORY_MS + 1))
    })

    expect(numExpired).toBe(2)
    const loaded = await load(counts)
    expect(loaded.reviews.map(({ _id }) => _id)).toEqual(expect.arrayContaining(['review-401', 'review-402']))
    expect(loaded.stats).toEqual([{ _id: 'all', count: loaded.reviews.length }])
    expect(loaded.reviews.map(({ photo }) => photo)).toEqual(loaded.photos)
  })

  it('gives up when a collection is dropped meanwhile', async () => {
    const dropped = dump(async (step) => {
      if (step === 'offquad-catalog/stats') await photos().drop()
    })

    await expect(dropped).rejects.toThrow('was dropped or renamed')
  })

  it('keeps ids apart that are of different types', async () => {
    const mixed = client.db('offquad-reviews').collection('later')
    await mixed.insertMany([{ _id: 1 as never }, { _id: '1' as never }])

    const { counts } = await dump(async (step) => {
      if (step === 'offquad-reviews/later') return
      if (step === 'offquad-reviews/photos') await mixed.updateOne({ _id: '1' as never }, { $set: { n: 2 } })
    })

    expect((await load(counts)).later).toEqual([{ _id: 1 }, { _id: '1', n: 2 }])
  })
})

describe('the dump of a standalone server', () => {
  it('reads each collection when its turn comes, and numbers keep their types', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'offquad-dump-'))
    const server = await startEmbeddedMongo()
    const client = await new MongoClient(server.uri).connect()
    const values = client.db('offquad-users').collection('values')
    await values.insertOne({
      _id: 1 as never,
      double: new Double(1.5),
      long: Long.fromNumber(2 ** 40),
      at: /a/i,
    })

    const { counts, consistency } = await dumpDatabases(client, folder)
    await values.updateOne({}, { $set: { double: 3 } })
    await client.db('offquad-hello').collection('new').insertOne({})
    expect(await loadDatabases(client, folder)).toEqual(counts)

    expect(consistency).toBe('collection')
    expect(await values.find().toArray()).toEqual([{ _id: 1, double: 1.5, long: 2 ** 40, at: /a/i }])
    expect(await client.db('offquad-hello').collection('new').countDocuments()).toBe(0)
    await client.close()
    await server.close()
    await rm(folder, { recursive: true })
  })
})
