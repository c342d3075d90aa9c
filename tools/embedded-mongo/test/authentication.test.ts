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
    await admin.command({ createUser: 'reader', pwd: 'reader', roles: [{ role: 'read', db: 'catalog' }] })
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

  // https://www.mongodb.com/docs/manual/reference/built-in-roles/#database-user-roles
  it('lets readWrite do on its own database what an application does, and nothing elsewhere', async () => {
    const client = await signIn('catalog', 'catalog-password')
    const items = client.db('catalog').collection<{ _id: number; n?: number }>('items')

    await items.insertOne({ _id: 1 })
    await items.updateOne({ _id: 1 }, { $inc: { n: 1 } })
    await items.createIndex({ n: 1 })
    expect(await items.aggregate([{ $match: { n: 1 } }]).toArray()).toEqual([{ _id: 1, n: 1 }])
    await client.db('catalog').collection('gone').insertOne({})
    await client.db('catalog').dropCollection('gone')

    for (const attempt of [
      () => client.db('users').collection('people').findOne({}),
      () => client.db('users').collection('people').insertOne({}),
      () => client.db('users').listCollections().toArray(),
      () =>
        client.db('admin').command({ createUser: 'me', pwd: 'x', roles: [{ role: 'root', db: 'admin' }] }),
      () => client.db('admin').command({ usersInfo: 1 }),
      () => client.db('admin').command({ serverStatus: 1 }),
      () => client.db('catalog').dropDatabase(),
    ])
      expect(await errorOf(attempt())).toMatchObject({ code: 13 })
  })

  it('lets read read and not write', async () => {
    const items = (await signIn('reader', 'reader')).db('catalog').collection('items')

    expect(await items.countDocuments({})).toBe(1)
    expect(await errorOf(items.insertOne({}))).toMatchObject({ code: 13 })
    expect(await errorOf(items.createIndex({ a: 1 }))).toMatchObject({ code: 13 })
  })

  // https://www.mongodb.com/docs/manual/reference/built-in-roles/#all-database-roles
  it('lets roles on any database do the same on each, and administer none', async () => {
    await (await root()).db('admin').command({
      createUser: 'everywhere',
      pwd: 'everywhere',
      roles: [{ role: 'readWriteAnyDatabase', db: 'admin' }],
    })
    const everywhere = await signIn('everywhere', 'everywhere')

    for (const name of ['catalog', 'elsewhere']) {
      await everywhere.db(name).collection('items').insertOne({})
      expect(await errorOf(everywhere.db(name).dropDatabase())).toMatchObject({ code: 13 })
    }
    expect(await errorOf(everywhere.db('config').collection('items').insertOne({}))).toMatchObject({
      code: 13,
    })
    expect(await errorOf(everywhere.db('admin').command({ usersInfo: 1 }))).toMatchObject({ code: 13 })
    expect((await everywhere.db('admin').admin().listDatabases()).databases.length).toBeGreaterThan(1)
    const misplaced = { createUser: 'x', pwd: 'x', roles: [{ role: 'readAnyDatabase', db: 'catalog' }] }
    expect(await errorOf((await root()).db('admin').command(misplaced))).toMatchObject({ code: 31 })
  })

  // https://www.mongodb.com/docs/manual/reference/command/listDatabases/#authorizeddatabases-behavior
  it('lists the databases that a user has a role on', async () => {
    const names = async (client: MongoClient) =>
      (await client.db('admin').admin().listDatabases()).databases.map(({ name }) => name)
    await (await root()).db('users').collection('people').insertOne({})

    expect(await names(await signIn('catalog', 'catalog-password'))).toEqual(['catalog'])
    expect(await names(await root())).toEqual(expect.arrayContaining(['catalog', 'users']))
  })

  // https://www.mongodb.com/docs/manual/reference/command/nav-user-management/
  it('changes passwords and roles at once, and forgets a dropped user', async () => {
    const admin = (await root()).db('admin')
    await admin.command({ createUser: 'guest', pwd: 'first', roles: [{ role: 'read', db: 'catalog' }] })
    const guest = await signIn('guest', 'first')
    await guest.db('catalog').collection('items').findOne({})

    await admin.command({ updateUser: 'guest', pwd: 'second', roles: [] })
    expect(await errorOf(guest.db('catalog').collection('items').findOne({}))).toMatchObject({ code: 13 })
    expect(await errorOf(signIn('guest', 'first'))).toMatchObject({ code: 18 })
    await signIn('guest', 'second')
    expect(await admin.command({ usersInfo: 'guest' })).toMatchObject({
      users: [{ _id: 'admin.guest', user: 'guest', db: 'admin', roles: [] }],
    })

    await admin.command({ dropUser: 'guest' })
    expect(await errorOf(signIn('guest', 'second'))).toMatchObject({ code: 18 })
    expect(await errorOf(admin.command({ dropUser: 'guest' }))).toMatchObject({ code: 11 })
    expect(await errorOf(admin.command({ createUser: 'catalog', pwd: 'x', roles: [] }))).toMatchObject({
      code: 51003,
    })
    expect(await errorOf(admin.command({ createUser: 'other', pwd: 'x', roles: ['king'] }))).toMatchObject({
      code: 31,
      codeName: 'RoleNotFound',
    })
  })

  it('does not let clients reach stored credentials as documents', async () => {
    const users = (await root()).db('admin').collection('system.users')

    expect(await errorOf(users.findOne({}))).toMatchObject({ codeName: 'InvalidNamespace' })
  })
})
