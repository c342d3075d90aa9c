import { MongoClient } from 'mongodb'
import { type EmbeddedMongo, startEmbeddedMongo } from '@offquad/embedded-mongo'
import { createMongoUsers } from '../src/mongodb-users'

const ROOT = { user: 'root', password: 'root-password' }
const uriOf = (name: string, password: string) =>
  new URL(`mongodb://offquad-${name}:${password}@mongo:27017/`)
const URIS = new Map(
  ['root', 'catalog', 'users', 'backup', 'restore'].map((name) => [name, uriOf(name, `${name}-1`)]),
)
const DATABASES = ['offquad-catalog', 'offquad-users', 'drill-offquad-catalog', 'drill-offquad-users']

describe('the users of the database', () => {
  let server: EmbeddedMongo
  beforeAll(async () => {
    server = await startEmbeddedMongo({ root: ROOT })
    await as('root', 'root-password', (client) => createMongoUsers(client, URIS))
  })
  afterAll(() => server.close())

  async function as<T>(
    username: string,
    password: string,
    work: (client: MongoClient) => Promise<T>,
  ): Promise<T> {
    const client = new MongoClient(server.uri, { auth: { username, password } })
    return work(await client.connect()).finally(() => client.close())
  }

  /** What a user may do with each database. */
  const rightsOf = (user: string, password: string) =>
    as(user, password, async (client) => {
      const outcome = (attempt: Promise<unknown>) => attempt.then(() => true).catch(() => false)
      const rights = DATABASES.map(async (name) => {
        const db = client.db(name)
        const canRead = await outcome(db.collection('items').findOne({}))
        const canWrite = await outcome(db.collection('items').insertOne({}))
        const canDrop = await outcome(db.dropDatabase())
        return `${name}: ${[canRead && 'read', canWrite && 'write', canDrop && 'drop'].filter(Boolean).join(' ')}`
      })
      return Promise.all(rights)
    })

  it.each([
    ['catalog', ['read write', '', '', '']],
    ['users', ['', 'read write', '', '']],
    ['backup', ['read', 'read', 'read write', 'read write']],
    ['restore', ['read write', 'read write', 'read write', 'read write']],
  ])('%s has rights on its own databases alone', async (name, rights) => {
    expect(await rightsOf(`offquad-${name}`, `${name}-1`)).toEqual(
      DATABASES.map((database, index) => `${database}: ${rights[index]}`),
    )
  })

  it('no user but root administers users or the server', async () => {
    for (const name of ['catalog', 'backup', 'restore'])
      await as(`offquad-${name}`, `${name}-1`, async (client) => {
        const admin = client.db('admin')
        await expect(admin.command({ usersInfo: 1 })).rejects.toMatchObject({ code: 13 })
        await expect(admin.command({ updateUser: `offquad-${name}`, roles: ['root'] })).rejects.toMatchObject(
          { code: 13 },
        )
        await expect(admin.command({ serverStatus: 1 })).rejects.toMatchObject({ code: 13 })
      })
  })

  it('are created again at every start: new passwords and new services count, the rest stays', async () => {
    const renewed = new Map([
      ...URIS,
      ['users', uriOf('users', 'users-2')],
      ['hello', uriOf('hello', 'hello-1')],
      ['open', new URL('mongodb://mongo:27017/')],
    ])

    const names = await as('root', 'root-password', (client) => createMongoUsers(client, renewed))

    expect(names).toEqual([
      'offquad-catalog',
      'offquad-users',
      'offquad-backup',
      'offquad-restore',
      'offquad-hello',
    ])
    await expect(as('offquad-users', 'users-1', async () => undefined)).rejects.toMatchObject({ code: 18 })
    expect((await rightsOf('offquad-users', 'users-2'))[1]).toBe('offquad-users: read write')
    expect((await rightsOf('offquad-catalog', 'catalog-1'))[0]).toBe('offquad-catalog: read write')
    await as('offquad-backup', 'backup-1', async (client) => {
      expect(await client.db('offquad-hello').collection('items').findOne({})).toBeNull()
    })
  })
})
