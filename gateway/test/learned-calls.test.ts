import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@offquad/service-kit/testing'
import { endpoint } from '@offquad/contracts'
import fastify from 'fastify'
import { Type } from 'typebox'
import { type GatewayConfig } from '../src/config'
import { readServiceDocument } from '../src/edge/services/service-api'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { addGreeting, greet, type HelloService, listGreetings, startHello } from './hello-service'
import { publishSite, type PublishedSite } from './published-site'

const PATHS = { '/api/hello': { get: { 'x-cacheable': true, responses: {} } } }
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:9' }

describe('the calls of a service', () => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  async function hello(options: Parameters<typeof startHello>[0]): Promise<HelloService> {
    const service = await startHello(options)
    closers.push(() => service.stop())
    return service
  }

  async function gatewayOf(
    services: Record<string, string[]>,
    settings: Partial<GatewayConfig> = {},
    site?: PublishedSite,
  ): Promise<GatewayUnderTest> {
    const gateway = await startGateway({}, { settings: { ...settings, services }, ...(site && { site }) })
    closers.push(() => gateway.close())
    return gateway
  }

  const statusOf = async (gateway: GatewayUnderTest, url: string) => (await gateway.send(url)).status

  it('are routed, documented and health-checked for a service that joins a running gateway', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'offquad-joining-'))
    closers.push(() => rm(folder, { recursive: true }))
    const gateway = await gatewayOf({}, { SERVICES_DIR: folder })
    expect(await statusOf(gateway, '/healthz/svc-hello')).toBe(404)
    expect(await statusOf(gateway, '/healthz/constructor')).toBe(404)
    expect(await statusOf(gateway, '/api/docs/svc-hello.json')).toBe(404)

    const service = await hello({ version: '1', calls: [greet] })
    await writeFile(path.join(folder, 'SVC_HELLO_URL'), `${service.url}\n`)
    await until(async () => (await statusOf(gateway, '/api/greetings/ann')) === 200)

    expect((await gateway.send('/readyz')).json().needs).toMatchObject({ 'svc-hello': 'ok' })
    expect(await statusOf(gateway, '/healthz/svc-hello')).toBe(200)
    expect((await gateway.send('/api/docs/svc-hello.json')).json()).toHaveProperty('info.title', 'svc-hello')
  })

  it('of a new version are routed by a running gateway, also while Redis is down', async () => {
    const before = await hello({ version: '1', calls: [greet] })
    const gateway = await gatewayOf({ 'svc-hello': [before.url] }, NO_REDIS)
    expect((await gateway.send('/api/greetings')).json()).toMatchObject({
      status: 404,
      type: '/problems/unknown-call',
    })

    await before.stop()
    await hello({ version: '2', calls: [greet, listGreetings], port: before.port })

    await until(async () => (await statusOf(gateway, '/api/greetings')) === 200)
    expect(gateway.context.services.servedCalls()).toContain('GET /api/greetings')
  })

  it('of only one of two instances are sent to that one, and shared calls to both in turn', async () => {
    const old = await hello({ version: 'old', calls: [greet] })
    const young = await hello({ version: 'young', calls: [greet, listGreetings, addGreeting] })
    const gateway = await gatewayOf({ 'svc-hello': [old.url, young.url] })

    for (let call = 0; call < 10; call += 1) {
      expect((await gateway.send('/api/greetings')).json()).toEqual({ by: 'young' })
      await gateway.send(`/api/greetings/${call}`)
      gateway.context.responseCache.invalidateAll()
    }

    expect([old.requests(), young.requests()]).toEqual([5, 15])
  })

  it('are sent to the other instance when one is down, reads and writes alike, and the service stays ready', async () => {
    const [first, second] = [
      await hello({ version: 'one', calls: [greet, addGreeting] }),
      await hello({ version: 'other', calls: [greet, addGreeting] }),
    ]
    const gateway = await gatewayOf({ 'svc-hello': [first.url, second.url] })
    await first.stop()

    for (let call = 0; call < 10; call += 1) {
      const written = await gateway.send('/api/greetings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"text":"hello"}',
      })
      const read = await gateway.send(`/api/greetings/${call}`)
      expect([written.json(), read.json()]).toEqual([{ by: 'other' }, { by: 'other' }])
    }
    expect((await gateway.send('/readyz')).json().needs).toMatchObject({ 'svc-hello': 'ok' })
  })

  it('are remembered by a gateway that starts while the service is down, so that they get a 503 instead of a 404', async () => {
    const site = await publishSite()
    closers.push(() => site.remove())
    const service = await hello({ version: '1', calls: [greet] })
    const before = await startGateway({}, { settings: { services: { 'svc-hello': [service.url] } }, site })
    await before.close()
    await service.stop()

    const gateway = await gatewayOf({ 'svc-hello': [service.url] }, {}, site)

    expect((await gateway.send('/api/greetings/ann')).json()).toMatchObject({
      status: 503,
      detail: 'Greetings cannot be loaded right now. Please try again in a moment.',
    })
    expect(gateway.context.services.servedCalls()).toContain('GET /api/greetings/:name')
  })

  it('get a 503 instead of a 404 until every service has published its calls', async () => {
    const site = await publishSite()
    closers.push(() => site.remove())
    // Left behind by a crash, or edited by hand.
    await site.write('mf/apis/svc-hello.json', '{"calls": [')
    const port = await hello({ version: '1', calls: [] }).then(async (service) => {
      await service.stop()
      return service.port
    })

    const gateway = await gatewayOf({ 'svc-hello': [`http://127.0.0.1:${port}`] }, {}, site)

    expect(await statusOf(gateway, '/api/greetings/ann')).toBe(503)
    expect(gateway.context.services.servedCalls()).toBeUndefined()
    await hello({ version: '1', calls: [greet], port })
    await until(async () => (await statusOf(gateway, '/api/greetings/ann')) === 200)
    expect(await statusOf(gateway, '/api/nothing')).toBe(404)
    expect(gateway.context.services.servedCalls()).toContain('GET /api/greetings/:name')
  })

  it('are no longer served from the cache when a new version restricts them to signed-in users', async () => {
    const before = await hello({ version: '1', calls: [greet] })
    const gateway = await gatewayOf({ 'svc-hello': [before.url] })
    expect(await statusOf(gateway, '/api/greetings/ann')).toBe(200)
    await before.stop()
    expect(await statusOf(gateway, '/api/greetings/ann')).toBe(200)

    await hello({ version: '2', calls: [{ ...greet, access: 'signed-in' }], port: before.port })

    await until(async () => (await statusOf(gateway, '/api/greetings/ann')) === 401)
  })

  it('are answered anew, not from the cache, once an instance runs other code', async () => {
    const app = fastify()
    let build = 'old'
    app.get('/openapi.json', async (_request, reply) => {
      reply.header('x-build', build)
      return {
        openapi: '3.0.3',
        info: { title: 'svc-hello', version: '1', 'x-publishes-changes': true },
        paths: PATHS,
      }
    })
    app.get('/api/hello', async () => ({ by: build }))
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    closers.push(() => app.close())
    const gateway = await gatewayOf({ 'svc-hello': [url] })
    const read = async () => (await gateway.send('/api/hello')).json()
    expect(await read()).toEqual({ by: 'old' })

    build = 'new'
    expect(await read()).toEqual({ by: 'old' })
    await gateway.context.services.refresh()

    expect(await read()).toEqual({ by: 'new' })
  })

  it('accept the largest body that any instance allows, and are sent to such an instance', async () => {
    const body = Buffer.alloc(2 * 1024 * 1024, 'x')
    const upload = endpoint('POST /api/uploads', {
      summary: 'Takes a text.',
      body: Type.Object({ text: Type.String() }),
      reply: Type.Object({ by: Type.String() }),
    })
    const small = await hello({ version: 'small', calls: [upload] })
    const large = await hello({ version: 'large', calls: [{ ...upload, bodyLimit: 4 * 1024 * 1024 }] })
    const gateway = await gatewayOf({ 'svc-hello': [small.url, large.url] })
    const send = () =>
      gateway.send('/api/uploads', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"text":"${body.toString()}"}`,
      })

    expect([(await send()).json(), (await send()).json()]).toEqual([{ by: 'large' }, { by: 'large' }])
  })
})

describe('an invalid document', () => {
  let document: unknown
  let gateway: GatewayUnderTest
  let service: HelloService
  const other = fastify({ forceCloseConnections: true })

  beforeAll(async () => {
    service = await startHello({ version: '1', calls: [greet] })
    other.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document))
    other.get('/api/*', ({ url }) => ({ other: url }))
    document = documentWith({ '/api/letters': { get: {} } })
    gateway = await startGateway(
      {},
      {
        settings: {
          services: {
            'svc-hello': [service.url],
            'svc-other': [await other.listen({ host: '127.0.0.1', port: 0 })],
          },
        },
      },
    )
  })
  afterAll(async () => {
    await gateway.close()
    await service.stop()
    await other.close()
  })

  const documentWith = (paths: object) => ({
    openapi: '3.0.3',
    info: { title: 'other', version: '1' },
    paths,
  })
  const publish = async (content: unknown) => {
    document = content
    await gateway.context.services.refresh('svc-other')
  }

  it.each<[string, unknown]>([
    ['not JSON', 'not JSON'],
    ['null', 'null'],
    ['in another format', { swagger: '2.0', paths: {} }],
    ['without paths', { openapi: '3.0.3', info: {} }],
    ['with an invalid limit', documentWith({ '/api/letters': { get: { 'x-body-limit': 'none' } } })],
    ['with an unknown access level', documentWith({ '/api/letters': { get: { 'x-access': 'root' } } })],
    ['with an invalid operation', documentWith({ '/api/letters': { get: 'yes' } })],
    [
      'with a __proto__ member',
      '{"openapi":"3.0.3","info":{},"paths":{"__proto__":{"get":{}}, "/api/letters": 1}}',
    ],
    [
      'with too many calls',
      documentWith(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`/api/a${i}`, { get: {} }]))),
    ],
  ])('%s leaves the known calls in place', async (_what, content) => {
    await publish(content)

    expect((await gateway.send('/api/letters')).json()).toEqual({ other: '/api/letters' })
    expect((await gateway.send('/api/greetings/ann')).json()).toEqual({ by: '1' })
  })

  it('cannot claim paths of other services, of the gateway or outside the API, while its other calls are routed', async () => {
    await publish(
      documentWith({
        '/api/greetings/{name}': { get: {} },
        '/api/greetings/ann': { get: {} },
        '/api/{anything}/{more}': { get: {} },
        '/api/telemetry': { post: {} },
        '/api/deploys/{app}/{version}': { post: {} },
        '/api/docs/x': { get: {} },
        '/login': { get: {} },
        '/api/../secret': { get: {} },
        '/api/a*b': { get: {} },
        '/api/(.*)': { get: {} },
        '/api/letters/{id}': { get: {} },
        '/api/letters/{number}': { post: {} },
      }),
    )

    expect((await gateway.send('/api/greetings/ann')).json()).toEqual({ by: '1' })
    expect((await gateway.send('/api/letters/7')).json()).toEqual({ other: '/api/letters/7' })
    expect((await gateway.send('/api/letters')).status).toBe(404)
    expect(
      [...(gateway.context.services.servedCalls() ?? [])].filter((call) => /letter|secret|login/.test(call)),
    ).toEqual(['GET /api/letters/:id', 'POST /api/letters/:number'])
    expect(gateway.context.services.likelyServiceOf('GET /api/letters/:id/pages')).toBe('svc-other')
    expect(gateway.context.services.likelyServiceOf('GET /api/nothing')).toBeUndefined()
  })
})

it('a file of stored calls does not override the calls that a service publishes', async () => {
  const site = await publishSite()
  const service = await startHello({ version: '1', calls: [greet] })
  const stale = { openapi: '3.0.3', info: {}, paths: { '/api/stale': { get: {} } } }
  await site.write('mf/apis/svc-hello.json', JSON.stringify(readServiceDocument(stale).api))

  const gateway = await startGateway({}, { settings: { services: { 'svc-hello': [service.url] } }, site })

  expect((await gateway.send('/api/stale')).status).toBe(404)
  await writeFile(path.join(site.mf, 'apis/svc-other.json'), 'nobody reads this')
  await gateway.close()
  await service.stop()
  await site.remove()
})
