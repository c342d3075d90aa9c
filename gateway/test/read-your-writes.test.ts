import { setTimeout as delay } from 'node:timers/promises'
import { CHANGED_HEADER, READ_AFTER_HEADER, SHOWS_HEADER } from '@offquad/contracts'
import { createInvalidationPublisher, createLog, openEvents } from '@offquad/service-kit'
import { testSettings, until } from '@offquad/service-kit/testing'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import { type FastifyInstance } from 'fastify'
import { type GatewayUnderTest, promised, startGateway } from './gateway-under-test'
import { addGreeting, greet, startHello } from './hello-service'

const REVIEW = '/api/review-by-id/1'
const APARTMENT = '/api/apts/1'
const PAGE = '/apartment/1'

/** Number of writes to each service. */
interface State {
  likes: number
  apartment: number
}

/** Services that read their state when a request arrives and respond a few milliseconds later. */
function services(state: State, random: Random) {
  const soon = () => delay(random.between(0, 4))
  return {
    'svc-reviews': (app: FastifyInstance) => {
      app.get('/api/review-by-id/:id', async () => {
        const { likes } = state
        await soon()
        return { likes }
      })
      app.post('/api/add-like', async () => {
        await soon()
        state.likes += 1
        const { likes } = state
        await soon()
        return { result: 'Success', likes }
      })
    },
    'svc-catalog': (app: FastifyInstance) => {
      app.get('/api/apts/:ids', async () => {
        const { apartment } = state
        await soon()
        return [{ id: '1', name: `name ${apartment}`, revision: apartment }]
      })
      app.put('/api/admin/apartments/:id', async () => {
        await soon()
        state.apartment += 1
        const { apartment } = state
        await soon()
        return { revision: apartment }
      })
    },
  }
}

// Responses are cached for a minute; without Redis it would be two seconds, which a test on a busy machine may exceed.
const LISTENING = { RATE_LIMIT_FACTOR: 0 }
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:9', RATE_LIMIT_FACTOR: 0 }

describe('a read through a gateway', () => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })
  async function start(...options: Parameters<typeof startGateway>): Promise<GatewayUnderTest> {
    const gateway = await startGateway(...options)
    closers.push(() => gateway.close())
    return gateway
  }

  const json = async (url: string, init?: RequestInit) =>
    (await (await fetch(url, init)).json()) as Record<string, number>

  it('shows every write acknowledged before it, whatever is read and written concurrently', async () => {
    const state: State = { likes: 0, apartment: 0 }
    const random = createRandom(1)
    // No service publishes changes: only the gateway sees the writes.
    const { url } = await start(services(state, random), { settings: NO_REDIS })
    const answered: State = { likes: 0, apartment: 0 }
    const stale: string[] = []

    const actions = {
      async like() {
        const { likes = 0 } = await json(`${url}/api/add-like`, { method: 'POST' })
        answered.likes = Math.max(answered.likes, likes)
      },
      async edit() {
        const { revision = 0 } = await json(`${url}/api/admin/apartments/1`, { method: 'PUT' })
        answered.apartment = Math.max(answered.apartment, revision)
      },
      async readReview() {
        const least = answered.likes
        const { likes = -1 } = await json(url + REVIEW)
        if (likes < least) stale.push(`${REVIEW}: ${likes}, ${least} was acknowledged`)
      },
      async readApartment() {
        const least = answered.apartment
        const [shown] = (await (await fetch(url + APARTMENT)).json()) as { revision: number }[]
        if ((shown?.revision ?? -1) < least)
          stale.push(`${APARTMENT}: ${shown?.revision}, ${least} was acknowledged`)
      },
      async openPage() {
        const least = answered.apartment
        const html = await (await fetch(url + PAGE, { headers: { accept: 'text/html' } })).text()
        const shown = /"revision":(\d+)/.exec(html)?.[1]
        if (shown !== undefined && Number(shown) < least)
          stale.push(`${PAGE}: ${shown}, ${least} was acknowledged`)
      },
    }
    const reads = [actions.readReview, actions.readApartment, actions.openPage]
    const writes = [actions.like, actions.edit]
    async function actAsClient(): Promise<void> {
      for (let step = 0; step < 30; step += 1) await random.pick(random.chance(0.3) ? writes : reads)()
    }
    await Promise.all(Array.from({ length: 12 }, actAsClient))

    expect(stale).toEqual([])
    expect(answered.likes).toBeGreaterThan(20)
  })

  it('does not get a response that was requested before a write and arrived after it', async () => {
    const state: State = { likes: 0, apartment: 0 }
    const first = promised()
    let requests = 0
    const gateway = await start(
      {
        'svc-reviews': (app) => {
          app.get('/api/review-by-id/:id', async () => {
            const { likes } = state
            requests += 1
            if (requests === 1) await first.promise
            return { likes }
          })
          app.post('/api/add-like', () => ({ likes: (state.likes += 1) }))
        },
      },
      { settings: LISTENING },
    )
    const { url } = gateway
    const early = json(url + REVIEW)
    await until(() => requests === 1)
    await json(`${url}/api/add-like`, { method: 'POST' })

    expect(await json(url + REVIEW)).toEqual({ likes: 1 })
    first.resolve()
    expect(await early).toEqual({ likes: 0 })
    expect(await json(url + REVIEW)).toEqual({ likes: 1 })
    expect(requests).toBe(2)
  })

  it('shows writes of a service that does not declare what its calls touch', async () => {
    const service = await startHello({ version: '1', calls: [greet, addGreeting] })
    closers.push(() => service.stop())
    const gateway = await start({}, { settings: { ...LISTENING, services: { 'svc-hello': [service.url] } } })
    const add = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await gateway.send('/api/greetings/ann')
    await gateway.send('/api/greetings/ann')
    expect(service.requests()).toBe(1)

    await gateway.send('/api/greetings', { ...add, body: '{"text":"hi"}' })
    await gateway.send('/api/greetings/ann')
    expect(service.requests()).toBe(3)

    expect((await gateway.send('/api/greetings', { ...add, body: '{}' })).status).toBe(400)
    await gateway.send('/api/greetings/ann')
    expect(service.requests()).toBe(3)
  })

  it('is served from the cache after a write that does not touch its service', async () => {
    let requests = 0
    const gateway = await start(
      {
        'svc-catalog': (app) => void app.get('/api/apts/:ids', () => [{ id: String((requests += 1)) }]),
        'svc-reviews': (app) => void app.post('/api/add-like', () => ({ likes: 1 })),
      },
      { settings: LISTENING },
    )
    await gateway.send(APARTMENT)
    await gateway.send('/api/add-like', { method: 'POST' })
    await gateway.send(APARTMENT)

    expect(requests).toBe(1)
  })

  it.each([
    ['apartment/1', 3],
    ['apartment/2', 2],
  ])('is served from the cache unless it shows what was written (%s)', async (changed, expected) => {
    let requests = 0
    const gateway = await start(
      {
        'svc-reviews': (app) => {
          app.get('/api/review/aptId/:id/:status', (_request, reply) => {
            requests += 1
            return reply.header(SHOWS_HEADER, 'apartment/1').send([])
          })
          app.get('/api/review-by-id/:id', () => ({ likes: (requests += 1) }))
          app.post('/api/add-like', (_request, reply) =>
            reply.header(CHANGED_HEADER, changed).send({ likes: 1 }),
          )
        },
      },
      { settings: LISTENING },
    )
    const reviews = () => gateway.send('/api/review/aptId/1/APPROVED')
    await reviews()
    const shown = await gateway.send('/api/add-like', { method: 'POST' })
    await reviews()
    await reviews()
    // A response that does not say what it shows may show anything.
    await gateway.send(REVIEW)
    expect(requests).toBe(expected)
    expect([shown.headers[CHANGED_HEADER], (await reviews()).headers[SHOWS_HEADER]]).toEqual([
      undefined,
      undefined,
    ])

    // A change that names no resources may have changed all.
    gateway.context.responseCache.invalidate('svc-reviews')
    await reviews()

    expect(requests).toBe(expected + 1)
  })

  it('sends the service the writes to wait for, and ignores such headers from clients', async () => {
    const seen: unknown[] = []
    const gateway = await start(
      {
        'svc-catalog': (app) => {
          app.get('/api/apts/:ids', (request) => {
            seen.push(request.headers[READ_AFTER_HEADER])
            return []
          })
        },
        'svc-reviews': (app) => {
          app.post('/api/add-like', (_request, reply) =>
            reply.header(CHANGED_HEADER, 'apartment/1@7,landlord/2@7,apartment/3,,odd').send({ likes: 1 }),
          )
        },
      },
      { settings: NO_REDIS },
    )
    await gateway.send('/api/apts/1', { headers: { [READ_AFTER_HEADER]: 'apartment/1@99' } })
    const write = await gateway.send('/api/add-like', { method: 'POST' })
    await gateway.send('/api/apts/2')
    await gateway.send('/api/apts/3', { headers: { authorization: 'Bearer token' } })

    const both = 'apartment/1@7,landlord/2@7'
    expect(seen).toEqual([undefined, both, both])
    expect(write.headers[CHANGED_HEADER]).toBeUndefined()
  })

  it('through another gateway shows a write as soon as its service has published it', async () => {
    const settings = { ...testSettings(), MONGODB_URI: undefined, RATE_LIMIT_FACTOR: 0 }
    const state: State = { likes: 0, apartment: 0 }
    const events = openEvents(settings, 'svc-reviews', createLog('test', 'silent'))
    const announcement = createInvalidationPublisher(events, 'svc-reviews')
    const first = await start(
      {
        'svc-reviews': (app) => {
          app.get('/api/review-by-id/:id', () => ({ likes: state.likes }))
          app.post('/api/add-like', () => {
            state.likes += 1
            announcement.publish()
            return { likes: state.likes }
          })
        },
      },
      { settings },
    )
    const second = await start({}, { settings: { ...settings, services: first.context.config.services } })
    closers.push(async () => {
      announcement.close()
      await events.close()
    })

    // Without the event the other gateway would return its cached response for a minute, which is as long as this waits.
    for (let write = 1; write <= 5; write += 1) {
      await second.send(REVIEW)
      await first.send('/api/add-like', { method: 'POST' })
      await until(async () => (await second.send(REVIEW)).json().likes === write)
    }
  })
})
