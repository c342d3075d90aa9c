import { addLike, type Role } from '@offquad/contracts'
import { startTokenIssuer, testSettings } from '@offquad/service-kit/testing'
import { type FastifyInstance } from 'fastify'
import { type GatewayConfig } from '../src/config'
import { forEachTest } from './for-tests'
import { type GatewayUnderTest, publishKeys, startGateway } from './gateway-under-test'

// Three writes for a user, thirty for a network or an administrator.
const STRICT = { RATE_LIMIT_FACTOR: 0.025 }

describe('calls', () => {
  const issuer = forEachTest(startTokenIssuer)
  const gateways: GatewayUnderTest[] = []
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.close()
  })

  async function start(settings: Partial<GatewayConfig> = {}): Promise<GatewayUnderTest> {
    const gateway = await startGateway(
      {
        'svc-users': (app) => {
          publishKeys(app, issuer)
        },
        'svc-reviews': (app) => void app.post('/api/add-like', () => ({ result: 'Success', likes: 1 })),
        'svc-catalog': (app) => void app.get('/api/search', () => []),
      },
      { settings: { ...STRICT, ...settings } },
    )
    gateways.push(gateway)
    return gateway
  }
  const like = (gateway: GatewayUnderTest, headers: Record<string, string> = {}) =>
    gateway.send(addLike.path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', ...headers },
    })
  const as = (userId: string, role: Role = 'student') => ({
    authorization: `Bearer ${issuer.tokenFor(userId, role)}`,
  })
  async function likes(count: number, gateway: GatewayUnderTest, headers?: Record<string, string>) {
    const statuses = new Map<number, number>()
    for (let call = 0; call < count; call += 1) {
      const { status } = await like(gateway, headers)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    return Object.fromEntries(statuses)
  }

  it('of a user who exceeds the limit are rejected by every gateway, while other users are unaffected', async () => {
    const settings = testSettings()
    const [first, second] = [await start(settings), await start(settings)]

    expect(await likes(2, first, as('busy'))).toEqual({ 200: 2 })
    expect(await likes(2, second, as('busy'))).toEqual({ 200: 1, 429: 1 })
    const refused = await like(first, as('busy'))
    expect(refused.json()).toMatchObject({ status: 429, type: '/problems/too-many-requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await likes(3, first, as('somebody'))).toEqual({ 200: 3 })
    expect((await first.send('/api/search?q=a', { headers: as('busy') })).status).toBe(200)
  })

  it('have a higher limit for administrators and for anonymous callers of one network', async () => {
    const gateway = await start()

    expect(await likes(20, gateway, as('boss', 'admin'))).toEqual({ 200: 20 })
    expect(await likes(35, gateway)).toEqual({ 200: 30, 429: 5 })
    // An invalid token is treated as anonymous.
    expect(await likes(1, gateway, { authorization: 'Bearer forged' })).toEqual({ 429: 1 })
  })

  it('are counted by client behind a trusted proxy, not by the proxy', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ours = await start({ TRUSTED_PROXIES: '127.0.0.1' })
    expect(await likes(31, ours, from('10.0.0.1'))).toEqual({ 200: 30, 429: 1 })
    expect(await likes(1, ours, from('10.0.0.2'))).toEqual({ 200: 1 })

    const direct = await start()
    expect(await likes(30, direct, from('10.0.0.1'))).toEqual({ 200: 30 })
    expect(await likes(1, direct, from('10.0.0.2'))).toEqual({ 429: 1 })
  })

  it('are counted even without Redis, except those served from the cache', async () => {
    const gateway = await start({ REDIS_URL: 'redis://127.0.0.1:9' })

    expect(await likes(5, gateway, as('busy'))).toEqual({ 200: 3, 429: 2 })
    const statuses = new Set<number>()
    for (let call = 0; call < 160; call += 1) statuses.add((await gateway.send('/api/search?q=a')).status)
    expect([...statuses]).toEqual([200])
  })

  describe('of an older client, which reads every review of a landlord and its apartment one by one', () => {
    const REVIEWS = Array.from({ length: 442 }, (_, index) => ({
      id: `review-${index}`,
      aptId: `apartment-${index % 40}`,
      photo: index.toString(16).padStart(32, '0'),
    }))
    const routes = {
      'svc-catalog': (app: FastifyInstance) => {
        app.get('/api/landlord/:id', () => ({ id: 'landlord', reviews: REVIEWS.map(({ id }) => id) }))
        app.get('/api/buildings/:id', () => [])
        app.get('/api/apts/:ids', () => [])
      },
      'svc-reviews': (app: FastifyInstance) => {
        app.get('/api/review/landlordId/:id/:status', () => REVIEWS)
        app.get('/api/review-by-id/:id', () => ({}))
        app.get('/api/review/like/:uid', () => [])
        app.get('/api/photos/:id/:size', (_request, reply) =>
          reply.type('image/webp').send(Buffer.from('RIFF')),
        )
        app.get('/api/review/:status', () => [])
      },
      'svc-users': (app: FastifyInstance) => {
        publishKeys(app, issuer)
        app.post('/api/check-saved-landlord', () => ({ result: false }))
        app.post('/api/check-saved-apartment', () => ({ result: false }))
      },
    }
    // A fifth of the limits.
    async function startStrict(services: object = {}): Promise<GatewayUnderTest> {
      const gateway = await startGateway({ ...routes, ...services }, { settings: { RATE_LIMIT_FACTOR: 0.2 } })
      gateways.push(gateway)
      return gateway
    }

    it('all succeed for a signed-in user, with a fifth of the limit', async () => {
      const gateway = await startStrict()
      const statuses = new Set<number>()
      const get = async (path: string, headers = {}) =>
        statuses.add((await gateway.send(path, { headers })).status)
      const user = as('old')
      const isSaved = async (path: string) => {
        const headers = { 'content-type': 'application/json', ...user }
        statuses.add((await gateway.send(path, { method: 'POST', body: '{}', headers })).status)
      }

      await get('/api/landlord/landlord', user)
      await get('/api/buildings/landlord', user)
      await get('/api/review/landlordId/landlord/APPROVED', user)
      await get('/api/review/like/old', user)
      await isSaved('/api/check-saved-landlord')
      for (const { id, aptId, photo } of REVIEWS)
        await Promise.all([
          get(`/api/apts/${aptId}`, user),
          get(`/api/review-by-id/${id}`, user),
          isSaved('/api/check-saved-apartment'),
          // Browsers send no token with requests for pictures.
          get(`/api/photos/${photo}/card`),
        ])

      expect([...statuses]).toEqual([200])
    })

    it('are limited for a script that reads everything in a loop', async () => {
      const gateway = await startStrict()
      let answered = 0
      while ((await gateway.send('/api/review/APPROVED', { headers: as('script') })).status === 200)
        answered += 1

      expect(answered).toBe(48)
      expect((await gateway.send('/api/review-by-id/1', { headers: as('script') })).status).toBe(429)
      expect((await gateway.send('/api/review-by-id/1', { headers: as('somebody') })).status).toBe(200)
    })

    it('are served from the cache to signed-in callers when the response is the same for everyone', async () => {
      let requests = 0
      const gateway = await startStrict({
        'svc-catalog': (app: FastifyInstance) =>
          app.get('/api/apts/:ids', () => [{ requests: (requests += 1) }]),
        'svc-reviews': (app: FastifyInstance) =>
          app.get('/api/review-by-id/:id', () => ({ requests: (requests += 1) })),
      })
      const callers = [{}, as('one'), as('other', 'admin'), { authorization: 'Bearer forged' }]

      for (const headers of callers) await gateway.send('/api/apts/1', { headers })
      expect(requests).toBe(1)
      for (const headers of callers) await gateway.send('/api/review-by-id/1', { headers })
      expect(requests).toBe(5)
    })
  })
})
