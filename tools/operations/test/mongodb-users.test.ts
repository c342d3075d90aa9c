import { MongoClient } from 'mongodb'
import { type EmbeddedMongo, startEmbeddedMongo } from '@offquad/embedded-mongo'
import { createMongoUsers } from '../src/mongodb-users'

const ROOT = { user: 'root', password: 'root-password' }
const uriOf = (name: string, password: string) =>
  new URL(`mongodb://offquad-${name}:${password}@mongo:27017/`)
const URIS = new Map(
  ['root', 'catalog', 'users', 'backup', 'restore'].map((name) => [name, uriOf(name, `${name}-1`)]),
)

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

  const rolesOf = (user: string) =>
    as('root', 'root-password', async (client) => {
      const { users } = await client.db('admin').command({ usersInfo: user })
      return (users[0].roles as { role: string; db: string }[]).map(({ role, db }) => `${role} ${db}`)
    })

  // The rights of a role are tested where MongoDB is: services connect as these users in `npm run test:mongodb`.
  it.each([
    ['catalog', ['readWrite offquad-catalog']],
    ['users', ['readWrite offquad-users']],
    [
      'backup',
      [
        'read offquad-catalog',
        'read offquad-users',
        'readWrite drill-offquad-catalog',
        'readWrite drill-offquad-users',
      ],
    ],
    [
      'restore',
      [
        'readWrite offquad-catalog',
        'readWrite offquad-users',
        'readWrite drill-offquad-catalog',
        'readWrite drill-offquad-users',
      ],
    ],
  ])('%s has roles on its own databases alone', async (name, roles) => {
    expect(await rolesOf(`offquad-${name}`)).toEqual(roles)
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
    await as('offquad-users', 'users-2', async () => undefined)
    expect(await rolesOf('offquad-catalog')).toEqual(['readWrite offquad-catalog'])
    expect(await rolesOf('offquad-backup')).toContain('read offquad-hello')
  })
})
