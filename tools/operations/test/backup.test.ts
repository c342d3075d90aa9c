import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import timers from 'node:timers/promises'
import { Double, Long, MongoClient } from 'mongodb'
import { type EmbeddedMongo, startEmbeddedMongo } from '@offquad/embedded-mongo'
import { dumpDatabases } from '../src/databases'
import { createMongoUsers } from '../src/mongodb-users'
import { drill, restoreBackup } from '../src/restore-backup'
import { scheduleBackups } from '../src/scheduled-backups'
import { describeBackup, writeBackup } from '../src/write-backup'

const DAY_MS = 86_400_000
const ROOT = { user: 'root', password: 'root-password' }
const USERS = new Map(
  ['gateway', 'reviews', 'backup', 'restore'].map((name) => [
    name,
    new URL(`mongodb://offquad-${name}:secret@mongo:27017/`),
  ]),
)

/** A platform in containers, as far as a backup knows it: a database with users, volumes and keys. */
async function startPlatform(folder: string) {
  const mongo = await startEmbeddedMongo({ root: ROOT })
  const uriFor = (user: string, password = 'secret') =>
    mongo.uri.replace('mongodb://', `mongodb://${user}:${password}@`)
  const root = await new MongoClient(uriFor(ROOT.user, ROOT.password)).connect()
  await createMongoUsers(root, USERS)
  return {
    mongo,
    root,
    uriFor,
    keys: path.join(folder, 'keys'),
    mf: path.join(folder, 'mf'),
    async close() {
      await root.close()
      await mongo.close()
    },
  }
}

describe('what a backup reads', () => {
  it('names pictures before it holds them, in whatever database they are', async () => {
    const folder = await fs.mkdtemp(path.join(tmpdir(), 'offquad-operations-'))
    const mongo = await startEmbeddedMongo()
    const client = await new MongoClient(mongo.uri, { monitorCommands: true }).connect()
    for (const [database, name] of [
      ['offquad-reviews', 'photos.files'],
      ['offquad-reviews', 'reviews'],
      ['offquad-users', 'contact_forms'],
    ] as const)
      await client.db(database).collection(name).insertOne({})
    const read: string[] = []
    client.on('commandStarted', ({ command }) => {
      if (typeof command.find === 'string') read.push(command.find)
    })

    await dumpDatabases(client, folder)

    expect(read).toEqual(['reviews', 'contact_forms', 'photos.files'])
    await client.close()
    await mongo.close()
    await fs.rm(folder, { recursive: true })
  })
})

describe('a backup of a platform in containers', () => {
  let folder: string
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let file: string
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(tmpdir(), 'offquad-operations-'))
    file = path.join(folder, 'backups/offquad.tar.gz')
    platform = await startPlatform(path.join(folder, 'first'))
    await fs.mkdir(path.join(platform.mf, 'mfe-browse/1.0.0'), { recursive: true })
    await fs.writeFile(path.join(platform.mf, 'mfe-browse/1.0.0/remote.js'), 'browse')
    await fs.mkdir(platform.keys)
    await fs.writeFile(path.join(platform.keys, 'access-token.pem'), 'the key')
    await platform.root
      .db('offquad-reviews')
      .collection('reviews')
      .insertMany([{ n: 1 }, { n: 2, likes: new Double(1), at: Long.fromNumber(2 ** 40), words: /a/i }])
    await platform.root.db('offquad-reviews').createCollection('likes')
    await platform.root.db('offquad-gateway').collection('site').insertOne({ live: 'mfe-browse 1.0.0' })
  })
  afterAll(async () => {
    await platform.close()
    await fs.rm(folder, { recursive: true })
  })

  const uriOf = (user: string) => platform.uriFor(`offquad-${user}`)
  const source = () => ({
    uri: uriOf('backup'),
    files: { mf: platform.mf, keys: platform.keys },
  })

  it('has the databases, keys and frontends in it, and says so', async () => {
    const written = await writeBackup(file, source())

    expect(written.counts).toEqual({
      'offquad-gateway': { site: 1 },
      'offquad-reviews': { likes: 0, reviews: 2 },
    })
    expect(written.contents).toEqual({ keys: 1, mf: 1 })
    expect(describeBackup(written)).toContain('The keys of the platform are in it')
    expect((await fs.stat(file)).mode & 0o077).toBe(0)
    const withoutKeys = path.join(folder, 'backups/without-keys.tar.gz')
    const { mf } = source().files
    expect(describeBackup(await writeBackup(withoutKeys, { ...source(), files: { mf } }))).toContain(
      'Keys and credentials are not in it',
    )
    await fs.rm(withoutKeys)
    await expect(writeBackup(file, source())).rejects.toThrow('is there already')
  })

  it('passes a drill that leaves nothing behind', async () => {
    expect(await drill(file, folder, uriOf('backup'))).toMatchObject({ contents: { mf: 1 } })

    const { databases } = await platform.root.db('admin').admin().listDatabases({ nameOnly: true })
    expect(databases.filter(({ name }) => name.startsWith('drill-'))).toEqual([])
    expect(await platform.root.db('offquad-reviews').collection('reviews').countDocuments()).toBe(2)
    expect((await fs.readdir(folder)).filter((name) => name.includes('.partial'))).toEqual([])
  })

  it('brings everything back into an empty platform, with the rights of the user for restores', async () => {
    const second = await startPlatform(path.join(folder, 'second'))
    const target = {
      uri: second.uriFor('offquad-restore'),
      files: { mf: second.mf },
      isReplacing: false,
    }

    await restoreBackup(file, folder, target)

    const reviews = second.root.db('offquad-reviews').collection('reviews')
    const restored = await reviews.find({}, { promoteValues: false, bsonRegExp: true }).toArray()
    const original = platform.root.db('offquad-reviews').collection('reviews')
    expect(restored).toEqual(await original.find({}, { promoteValues: false, bsonRegExp: true }).toArray())
    expect(await second.root.db('offquad-reviews').listCollections().toArray()).toHaveLength(2)
    expect(await fs.readFile(path.join(second.mf, 'mfe-browse/1.0.0/remote.js'), 'utf8')).toBe('browse')

    await reviews.insertOne({ n: 3 })
    await expect(restoreBackup(file, folder, target)).rejects.toThrow('say --replace')
    await restoreBackup(file, folder, { ...target, isReplacing: true })
    expect(await reviews.countDocuments()).toBe(2)
    await second.close()
  })

  it('that is damaged is refused before anything is touched', async () => {
    const damaged = path.join(folder, 'damaged.tar.gz')
    await fs.cp(file, damaged)
    await fs.truncate(damaged, (await fs.stat(damaged)).size - 100)
    await fs.appendFile(damaged, Buffer.alloc(10))

    for (const attempt of [
      () => drill(damaged, folder, uriOf('backup')),
      () => restoreBackup(damaged, folder, { ...source(), uri: uriOf('restore'), isReplacing: true }),
    ])
      await expect(attempt()).rejects.toThrow('is not a whole backup')
    expect(await platform.root.db('offquad-reviews').collection('reviews').countDocuments()).toBe(2)
  })
})

describe('scheduled backups', () => {
  let folder: string
  let mongo: EmbeddedMongo
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(tmpdir(), 'offquad-schedule-'))
    mongo = await startEmbeddedMongo()
  })
  afterAll(async () => {
    await mongo.close()
    await fs.rm(folder, { recursive: true })
  })

  async function run(everyMs: number, numOutcomes: number, fails = false) {
    const messages: string[] = []
    let finish: () => void = () => undefined
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const scheduled = await scheduleBackups(
      {
        folder,
        everyMs,
        keep: 2,
        write: (file) =>
          writeBackup(file, {
            uri: fails ? 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50' : mongo.uri,
            files: {},
          }),
        log(_fields, message) {
          messages.push(message)
          if (messages.length === numOutcomes) finish()
        },
      },
      { HOST: '127.0.0.1', METRICS_PORT: 0 },
    )
    await finished
    const metrics = await (await fetch(`http://127.0.0.1:${scheduled.port}/metrics`)).text()
    await scheduled.close()
    return { messages, metrics }
  }

  it('are waited for no longer than timers can, where they are due in a month', async () => {
    const waited = new Promise<number | undefined>((resolve) => {
      jest.spyOn(timers, 'setTimeout').mockImplementationOnce(async (ms) => resolve(ms) as never)
    })

    await run(30 * DAY_MS, 1)

    expect(await waited).toBeLessThan(2 ** 31)
    jest.restoreAllMocks()
  })

  it('are written when they are due, and the newest are kept', async () => {
    const before = Date.now() / 1000 - 1
    // Names are told apart by the second.
    const { messages, metrics } = await run(1_100, 3)

    expect(messages).toEqual(['backup written', 'backup written', 'backup written'])
    expect(await fs.readdir(folder)).toHaveLength(2)
    const written = /^backup_last_success_timestamp_seconds\{app="backup"\} ([\d.]+)$/m.exec(metrics)?.[1]
    expect(Number(written)).toBeGreaterThan(before)
  })

  it('that fail are counted and logged, and leave those there are', async () => {
    const { messages, metrics } = await run(50, 1, true)

    expect(new Set(messages)).toEqual(new Set(['backup failed']))
    expect(metrics).toMatch(/^backup_failures_total\{app="backup"\} [1-9]/m)
    expect(await fs.readdir(folder)).toHaveLength(2)
  })
})
