import { MongoClient } from 'mongodb'
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index'
import { errorOf } from './test-database'

const ROOT = { user: 'root', password: 'root-password' }

/** A server of its own with passwords, closed after the suite's tests. */
describe('a server with users', () => {
  let server: EmbeddedMongo
  const clients: MongoClient[] = []

  async function signIn(username: string, password: string, database = 'admin'): Promise<MongoClient> {
    const client = new MongoClient(server.uri, { auth: { username, password }, authSource: database })
    clients.push(client)
    return client.connect()
  }
  const root = () => signIn(ROOT.user, ROOT.password)

  beforeAll(async () => {
    server = await startEmbeddedMongo({ root: ROOT })
    const admin = (await root()).db('admin')
    await admin.command({
      createUser: 'catalog',
      pwd: 'catalog-password',
      roles: [{ role: 'readWrite', db: 'catalog' }],
    })
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await server.close()
  })

  // https://www.mongodb.com/docs/manual/reference/error-codes/
  it('refuses a wrong password, an unknown user and another authentication database alike', async () => {
    const attempts = [
      () => signIn('catalog', 'wrong'),
      () => signIn('nobody', 'catalog-password'),
      () => signIn('catalog', 'catalog-password', 'catalog'),
    ]

    for (const attempt of attempts)
      expect(await errorOf(attempt())).toMatchObject({ code: 18, codeName: 'AuthenticationFailed' })
  })

  it('answers commands of nobody with Unauthorized, but for those that lead to a user', async () => {
    const client = await new MongoClient(server.uri).connect()
    clients.push(client)

    expect(await errorOf(client.db('catalog').collection('items').findOne({}))).toMatchObject({
      code: 13,
      codeName: 'Unauthorized',
    })
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 })
  })

  it('lets a user read and write', async () => {
    const items = (await signIn('catalog', 'catalog-password')).db('catalog').collection('items')
    await items.insertOne({ n: 1 })

    expect(await items.countDocuments({ n: 1 })).toBe(1)
  })

  // https://www.mongodb.com/docs/manual/reference/command/nav-user-management/
  it('changes passwords at once, keeps roles as they are given, and forgets a dropped user', async () => {
    const admin = (await root()).db('admin')
    await admin.command({ createUser: 'guest', pwd: 'first', roles: [{ role: 'read', db: 'catalog' }] })
    await signIn('guest', 'first')

    await admin.command({ updateUser: 'guest', pwd: 'second' })
    expect(await errorOf(signIn('guest', 'first'))).toMatchObject({ code: 18 })
    await signIn('guest', 'second')
    expect(await admin.command({ usersInfo: 'guest' })).toMatchObject({
      users: [{ _id: 'admin.guest', user: 'guest', db: 'admin', roles: [{ role: 'read', db: 'catalog' }] }],
    })

    await admin.command({ dropUser: 'guest' })
    expect(await errorOf(signIn('guest', 'second'))).toMatchObject({ code: 18 })
    expect(await errorOf(admin.command({ dropUser: 'guest' }))).toMatchObject({ code: 11 })
    expect(await errorOf(admin.command({ createUser: 'catalog', pwd: 'x', roles: [] }))).toMatchObject({
      code: 51003,
    })
  })

  it('does not let clients reach stored credentials as documents', async () => {
    const users = (await root()).db('admin').collection('system.users')

    expect(await errorOf(users.findOne({}))).toMatchObject({ code: 238 })
  })
})
