import { until } from '@offquad/service-kit/testing'
import { responsesInvalidated } from '@offquad/contracts'
import { createLog, openEvents } from '@offquad/service-kit'
import { createResponseCache } from '../src/edge/cache/response-cache'
import { forTests } from './for-tests'
import { startGateway } from './gateway-under-test'

const HOME = '/api/page-data/home/8/avgRating'
const PHOTO = `/api/photos/${'0a'.repeat(16)}/card`
const REVIEW = '/api/review-by-id/1'

describe('the response to a public read', () => {
  const gateway = forTests(() =>
    startGateway({
      'svc-catalog': (app) => {
        app.get('/api/page-data/home/:size/:sortBy', (request) => {
          requested.push(request.url)
          return { content, padding: 'x'.repeat(2000) }
        })
        app.get('/api/apts/:ids', (request, reply) => {
          requested.push(request.url)
          return reply.code(404).send({ title: 'Not found' })
        })
        app.get('/api/landlord/:id', (request, reply) => {
          requested.push(request.url)
          return reply.header('cache-control', 'private').send({ id: 1 })
        })
      },
      'svc-reviews': (app) => {
        app.get('/api/review-by-id/:id', (request) => {
          requested.push(request.url)
          return { id: '1' }
        })
        app.get('/api/photos/:id/:size', (request, reply) => {
          requested.push(request.url)
          return reply
            .type('image/webp')
            .header('cache-control', 'public, immutable')
            .send(Buffer.from('RIFF'))
        })
      },
    }),
  )
  let publisher: ReturnType<typeof openEvents>
  let requested: string[] = []
  let content = 'first'

  beforeAll(async () => {
    publisher = openEvents(gateway.context.config, 'svc-catalog', createLog('test', 'silent'))
  })
  beforeEach(() => {
    requested = []
    content = 'first'
    gateway.context.responseCache.invalidateAll()
  })
  afterAll(() => publisher.close())

  it('is requested once for all concurrent callers', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => fetch(gateway.url + HOME)))

    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(requested).toEqual([HOME])
  })

  it('is fresh as soon as its service publishes a change', async () => {
    await gateway.send(HOME)
    content = 'second'

    await publisher.publish(responsesInvalidated, { service: 'svc-catalog' })

    await until(async () => (await gateway.send(HOME)).json().content === 'second')
    expect(requested).toEqual([HOME, HOME])
  })

  it.each([
    ['a call with a token whose response depends on the caller', REVIEW, { authorization: 'Bearer token' }],
    ['a 404', '/api/apts/unknown', {}],
    ['a private response', '/api/landlord/1', {}],
    ['a picture', PHOTO, {}],
  ])('is not cached for %s', async (_what, path, headers) => {
    await gateway.send(path, { headers: { ...headers } })
    await gateway.send(path, { headers: { ...headers } })

    expect(requested).toEqual([path, path])
  })

  it('is the same for every reader, with security headers and a separate request id', async () => {
    const first = await gateway.send(HOME)
    const again = await gateway.send(HOME)

    expect(requested).toEqual([HOME])
    const { date, 'x-request-id': id, ...headers } = first.headers
    expect(again.headers).toMatchObject(headers)
    expect([date, again.headers['x-request-id']]).not.toContain(id)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  it('is a 304 for a client that has it', async () => {
    const { headers } = await gateway.send(HOME)

    const same = await gateway.send(HOME, { headers: { 'if-none-match': String(headers.etag) } })
    const other = await gateway.send(HOME, { headers: { 'if-none-match': '"other"' } })

    expect([same.status, same.body.length, same.headers.etag]).toEqual([304, 0, headers.etag])
    expect(other.status).toBe(200)
  })

  it('is requested again when it has expired', async () => {
    let maxAgeMs = 30
    const { services } = gateway.context
    const { upstreams } = services
    const responseCache = createResponseCache({ upstreams, maxAgeMs: () => maxAgeMs })
    const route = services.find(HOME)?.routes.get('GET')
    if (!route) throw new Error('no route')

    await responseCache.load({ url: HOME, route, requestId: 'abcd-1234' })
    await until(() => responseCache.cached(HOME) === undefined)
    maxAgeMs = 60_000
    await responseCache.load({ url: HOME, route, requestId: 'abcd-1234' })

    expect(responseCache.cached(HOME)?.status).toBe(200)
  })
})
