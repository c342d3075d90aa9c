import { emptyDatabase, until } from '@offquad/service-kit/testing'
import { routeCommutes } from '../src/geography/commutes/route-commutes.job'
import { type Context } from '../src/context'
import { type FakeAnswer, type FakeProvider, type FakeRequest, startFakeProvider } from './fake-provider'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

/** 40 minutes from the first place of a request, 41 from the second, and so on. */
function answerTable({ query }: FakeRequest): FakeAnswer {
  const sources = (query.get('sources') ?? '').split(';')
  return { body: { code: 'Ok', durations: sources.map((_, index) => [2400 + 60 * index]) } }
}

let provider: FakeProvider
let catalog: TestCatalog
beforeAll(async () => {
  provider = await startFakeProvider(answerTable)
  catalog = await startCatalog({ ROUTING_URL: provider.url })
  await catalog.importApartments(
    apartment('near', { latitude: 42.4445, longitude: -76.4826 }),
    apartment('beside', { latitude: 42.44451, longitude: -76.48262 }),
    apartment('far', { latitude: 42.43, longitude: -76.5 }),
    apartment('nowhere'),
  )
})
beforeEach(async () => {
  await emptyDatabase(catalog.context.connection, ['routedCommutes', 'providerPauses', 'providerBudgets'])
  provider.answer(answerTable)
  provider.requests.length = 0
  jest.restoreAllMocks()
})
afterAll(async () => {
  await catalog.close()
  await provider.close()
})

const UPSON = { latitude: 42.444, longitude: -76.4826, mode: 'walk' as const }
const GYM = { id: 'my-12345678', mode: 'bike', latitude: 42.453, longitude: -76.477 }

const route = (changes: Partial<Context> = {}, ways: Parameters<typeof routeCommutes>[1] = UPSON) =>
  routeCommutes({ ...catalog.context, ...changes }, ways)
const commutes = async (who: 'nobody' | 'student', place: object) =>
  (
    await catalog.call('/api/commutes', who, {
      apartmentIds: ['near', 'beside', 'far', 'nowhere'],
      places: [place],
    })
  ).body
const paid = () => provider.requests.flatMap(({ query }) => (query.get('sources') ?? '').split(';')).length

describe('the ways to a place, with a router', () => {
  it('are fetched in one request, by rounded origins, and never again', async () => {
    await route()
    await route()

    expect(provider.requests).toHaveLength(1)
    expect(provider.requests[0]?.path).toBe('/table/v1/foot/-76.4826,42.4445;-76.5,42.43;-76.4826,42.444')
    expect(provider.requests[0]?.query.get('destinations')).toBe('2')
  })

  it('are as large as the router allows, the nearest first', async () => {
    const router = catalog.context.router
    await route({ ...(router && { router: { ...router, maxOrigins: 1 } }) })

    expect(provider.requests.map(({ path }) => path)).toEqual([
      '/table/v1/foot/-76.4826,42.4445;-76.4826,42.444',
      '/table/v1/foot/-76.5,42.43;-76.4826,42.444',
    ])
  })

  it('are not paid twice by two workers at a time', async () => {
    await Promise.all([route(), route(), route()])

    expect(paid()).toBe(2)
  })

  it('are fetched again where the router certainly did nothing, but not where it may have', async () => {
    provider.answer(() => ({ status: 503 }))
    await route()
    await catalog.context.pauses.clear('routing')
    provider.answer(answerTable)
    await route()
    expect(provider.requests).toHaveLength(2)

    await emptyDatabase(catalog.context.connection, ['routedCommutes'])
    provider.answer(() => ({ body: { code: 'Ok' }, isCut: true }))
    await route()
    await catalog.context.pauses.clear('routing')
    provider.answer(answerTable)
    await route()
    expect(provider.requests).toHaveLength(3)
  })

  it('end with the budget of the day, and go on the next', async () => {
    const config = { ...catalog.context.config, ROUTING_COMMUTES_PER_DAY: 1 }
    await route({ config })
    await route({ config })
    expect(paid()).toBe(1)

    await route({ config, now: () => new Date(Date.now() + 24 * 3_600_000) })
    expect(paid()).toBe(2)
  })

  it('wait for the rate limit instead of exceeding it', async () => {
    const router = catalog.context.router
    const started = new Date('2027-08-01T12:00:00Z').getTime()
    let elapsedMs = 0
    await route({
      ...(router && { router: { ...router, maxOrigins: 1 } }),
      config: { ...catalog.context.config, ROUTING_PER_SECOND: 1 },
      now: () => new Date(started + elapsedMs),
      wait: async (ms: number) => void (elapsedMs += ms),
    })

    expect(provider.requests).toHaveLength(2)
    // After each of them.
    expect(elapsedMs).toBe(2000)
  })

  it('are estimates until then, marked as such, with the progress', async () => {
    const working = await startCatalog({ ROUTING_URL: provider.url })
    await working.importApartments(
      apartment('near', { latitude: 42.4445, longitude: -76.4826 }),
      apartment('beside', { latitude: 42.44451, longitude: -76.48262 }),
      apartment('far', { latitude: 42.43, longitude: -76.5 }),
    )
    const ask = async () =>
      (
        await working.call('/api/commutes', 'student', {
          apartmentIds: ['near', 'beside', 'far'],
          places: [GYM],
        })
      ).body
    const first = await ask()
    expect(first.routing).toEqual({ routed: 0, total: 3 })
    expect(first.items[0].commutes[0].isEstimate).toBe(true)

    await working.work()
    const last = await until(async () => {
      const reply = await ask()
      return reply.routing.routed === 3 && reply
    })
    const search = await working.call('/api/search-near-places', 'student', {
      search: { commute: `${GYM.id}:bike:40`, sortBy: 'commute' },
      places: [GYM],
    })
    await working.close()

    expect(last.items.map((item: { commutes: object[] }) => item.commutes[0])).toEqual([
      { placeId: GYM.id, mode: 'bike', minutes: 40, isEstimate: false },
      { placeId: GYM.id, mode: 'bike', minutes: 40, isEstimate: false },
      { placeId: GYM.id, mode: 'bike', minutes: 41, isEstimate: false },
    ])
    // The column of the index has them as well.
    expect(search.body).toMatchObject({ total: 2, routing: { routed: 3, total: 3 } })
  })

  it('are fetched for campus and for those who are signed in: a visitor’s own places stay estimates', async () => {
    const enqueued: unknown[] = []
    const jobs = catalog.context.jobs
    jest.spyOn(jobs, 'addBulk').mockImplementation(async (_job, payloads) => void enqueued.push(...payloads))

    await commutes('nobody', GYM)
    await commutes('nobody', { id: 'hoPlaza', mode: 'walk', latitude: 0, longitude: 0 })
    expect(enqueued).toEqual([])

    await commutes('student', GYM)
    await commutes('student', GYM)
    await commutes('nobody', { id: 'mannLibrary', mode: 'drive', latitude: 0, longitude: 0 })
    expect(enqueued).toEqual([
      { latitude: 42.453, longitude: -76.477, mode: 'bike' },
      { latitude: 42.4488, longitude: -76.4763, mode: 'drive' },
    ])
  })

  it('are not fetched for a visitor who names a place that the university does not have', async () => {
    const enqueued: unknown[] = []
    const jobs = catalog.context.jobs
    jest.spyOn(jobs, 'addBulk').mockImplementation(async (_job, payloads) => void enqueued.push(...payloads))
    const place = { id: 'x', mode: 'drive', latitude: 42.41, longitude: -76.5 }

    const { items } = await commutes('nobody', place)
    const search = { commute: 'x:drive:40', sortBy: 'commute' }
    const nearby = await catalog.call('/api/search-near-places', 'nobody', { search, places: [place] })

    expect(enqueued).toEqual([])
    expect(items[0].commutes).toMatchObject([{ placeId: 'x', isEstimate: true }])
    expect(nearby.body.items[0].commute).toMatchObject({ placeId: 'x', isEstimate: true })
  })

  it('count only what is fetched for the caller, which is nothing where the site knows the times already', async () => {
    jest.spyOn(catalog.context.jobs, 'addBulk').mockResolvedValue()
    const olin = { id: 'olinLibrary', mode: 'bike', latitude: 0, longitude: 0 }
    const plaza = { id: 'hoPlaza', mode: 'walk', latitude: 0, longitude: 0 }
    const ask = async (who: 'nobody' | 'student', ...places: object[]) =>
      (await catalog.call('/api/commutes', who, { apartmentIds: [], places })).body.routing

    expect(await ask('nobody', GYM)).toBeUndefined()
    expect(await ask('student', plaza)).toBeUndefined()
    expect(await ask('nobody', GYM, olin, plaza)).toEqual({ routed: 0, total: 3 })
    expect(await ask('student', GYM, olin, plaza)).toEqual({ routed: 0, total: 6 })
  })

  it('are finished where there is no route, which stays an estimate', async () => {
    jest.spyOn(catalog.context.jobs, 'addBulk').mockResolvedValue()
    provider.answer(({ query }) => {
      const sources = (query.get('sources') ?? '').split(';')
      return { body: { code: 'Ok', durations: sources.map((_, index) => [index === 0 ? 2400 : null]) } }
    })
    const library = { id: 'olinLibrary', mode: 'drive', latitude: 0, longitude: 0 }
    await commutes('nobody', library)
    await route({}, { latitude: 42.4479, longitude: -76.4843, mode: 'drive' })

    const { items, routing } = await until(async () => {
      const reply = await commutes('nobody', library)
      return reply.routing.routed > 0 && reply
    })

    expect(routing).toEqual({ routed: 3, total: 3 })
    expect(items.flatMap((item: { commutes: object[] }) => item.commutes)).toMatchObject([
      { minutes: 40, isEstimate: false },
      { minutes: 40, isEstimate: false },
      { isEstimate: true },
    ])
  })
})
