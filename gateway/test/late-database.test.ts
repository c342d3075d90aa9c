import { makeLive } from '@offquad/releases/testing'
import { freePort, startMongoProxy, testSettings, until, uriThrough } from '@offquad/service-kit/testing'
import { mongo } from 'mongoose'
import { startGateway } from './gateway-under-test'
import { REGISTRY } from './published-site'
import { startRelay } from './relay'
import { hashedTokens } from './team'

describe('a gateway that starts before its database', () => {
  it('serves pages in the meantime, and accepts deploys once the database is available', async () => {
    const settings = testSettings()
    await makeLive(settings, REGISTRY)
    const database = new URL(settings.MONGODB_URI)
    const port = await freePort()
    const token = 'the browse team'
    const gateway = await startGateway(
      {},
      {
        settings: {
          ...settings,
          MONGODB_URI: uriThrough(settings.MONGODB_URI, port),
          DEPLOY_TOKENS: hashedTokens({ 'mfe-browse': token }),
        },
      },
    )
    const deploys = () =>
      gateway.send('/api/deploys/mfe-browse', { headers: { authorization: `Bearer ${token}` } })

    expect((await gateway.send('/', { headers: { accept: 'text/html' } })).text).toContain(
      'mfe-browse/2.0.0/',
    )
    expect((await deploys()).status).toBe(503)
    const relay = await startRelay(Number(database.port), database.hostname, port)

    await until(async () => (await deploys()).status === 200)
    await gateway.close()
    relay.sever()
  })

  it('has no measured versions without their index, while its indexes are being created', async () => {
    const settings = testSettings()
    await makeLive(settings, REGISTRY)
    const proxy = await startMongoProxy(settings.MONGODB_URI)
    const held = proxy.holdCommand('createIndexes', 'tallies', 'before')
    const DEPLOY_TOKENS = hashedTokens({ 'mfe-browse': 'a token' })
    const gateway = await startGateway(
      {},
      { settings: { ...settings, MONGODB_URI: proxy.uri, DEPLOY_TOKENS } },
    )
    await held

    const headers = { authorization: 'Bearer a token' }
    await until(async () => (await gateway.send('/api/deploys/mfe-browse', { headers })).status === 200)
    const client = await new mongo.MongoClient(settings.MONGODB_URI).connect()
    const collections = await client.db(settings.MONGODB_DATABASE).collections()
    expect(collections.map(({ collectionName }) => collectionName)).not.toContain('tallies')

    await client.close()
    await gateway.close()
    await proxy.close()
  })

  it('creates its indexes as soon as the database accepts them', async () => {
    const settings = testSettings()
    const client = await new mongo.MongoClient(settings.MONGODB_URI).connect()
    const metrics = client.db(settings.MONGODB_DATABASE).collection('tallies')
    const indexName = 'app_1_version_1_minute_1'
    await metrics.createIndex({ app: 1 }, { name: indexName })
    const gateway = await startGateway({}, { settings })

    await metrics.drop()

    await until(async () => (await metrics.indexes().catch(() => [])).some(({ name }) => name === indexName))
    await gateway.close()
    await client.close()
  })
})
