import { emptyDatabase, until } from '@offquad/service-kit/testing'
import { type TravelTimes } from '@offquad/contracts'
import {
  computeMissingTravelTimes,
  computeTravelTimes,
} from '../src/geography/travel-times/compute-travel-times.job'
import { routeTravelTimes } from '../src/geography/travel-times/route-travel-times.job'
import { type FakeAnswer, type FakeProvider, type FakeRequest, startFakeProvider } from './fake-provider'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

const table = (durations: unknown[]): FakeAnswer => ({ body: { code: 'Ok', durations: [durations] } })

/** 20, 21 and 22 minutes on foot, 4, 5 and 6 by car. */
const answerTable = ({ path }: FakeRequest): FakeAnswer =>
  table(path.includes('/foot/') ? [1200, 1260, 1320] : [240, 300, 360])

const ROUTED = {
  engQuadWalking: 20,
  engQuadDriving: 4,
  hoPlazaWalking: 21,
  hoPlazaDriving: 5,
  agQuadWalking: 22,
  agQuadDriving: 6,
  isEstimate: false,
  provider: 'osrm',
}

let provider: FakeProvider
let catalog: TestCatalog
beforeAll(async () => {
  provider = await startFakeProvider(answerTable)
  catalog = await startCatalog({ ROUTING_URL: provider.url })
})
beforeEach(async () => {
  await emptyDatabase(catalog.context.connection, ['apartments', 'providerPauses'])
  provider.answer(answerTable)
  provider.requests.length = 0
})
afterAll(async () => {
  await catalog.close()
  await provider.close()
})

const HERE = { latitude: 42.44, longitude: -76.48 }
const timesOf = (id: string): Promise<TravelTimes> => catalog.get(`/api/travel-times-by-id/${id}`)
async function settledTimes(id: string, isEstimate: boolean): Promise<TravelTimes> {
  await until(async () => (await timesOf(id)).isEstimate === isEstimate)
  return timesOf(id)
}
const estimate = (id: string) => computeTravelTimes(catalog.context, { apartmentId: id })
const routed = (id: string) => routeTravelTimes(catalog.context, { apartmentId: id })

describe('travel times with a router', () => {
  it('are estimates first and soon those of the router, also where the request was lost', async () => {
    const working = await startCatalog({ ROUTING_URL: provider.url })
    await working.importApartments(apartment('lost', HERE))
    await computeTravelTimes(working.context, { apartmentId: 'lost' })
    await working.work()
    await working.importApartments(apartment('1', HERE))

    for (const id of ['1', 'lost'])
      await until(async () => (await working.get(`/api/travel-times-by-id/${id}`)).isEstimate === false)
    const times = await working.get('/api/travel-times-by-id/1')
    const [found] = await working.get('/api/apts/1')
    await working.close()

    expect(times).toEqual(ROUTED)
    expect(found).toMatchObject({ distanceToCampus: 21, isDistanceEstimate: false })
  })

  it('are marked as estimates until the router responds', async () => {
    await catalog.importApartments(apartment('1', HERE), apartment('2'))
    await estimate('1')

    const { provider: source, ...times } = await settledTimes('1', true)

    expect(source).toBeUndefined()
    expect(times.hoPlazaDriving).toBeGreaterThan(3)
    expect((await catalog.get('/api/apts/1'))[0]).toMatchObject({ isDistanceEstimate: true })
    // Without times, nothing is an estimate.
    expect(await timesOf('2')).not.toHaveProperty('isEstimate')
    expect((await catalog.get('/api/apts/2'))[0]).not.toHaveProperty('isDistanceEstimate')
  })

  it('are estimated where the router knows no way, and routed where it does', async () => {
    provider.answer((request) =>
      request.path.includes('/foot/') ? table([null, 1260, 1320]) : answerTable(request),
    )
    await catalog.importApartments(apartment('1', HERE))
    await estimate('1')
    await routed('1')

    const times = await until(async () => {
      const times = await timesOf('1')
      return times.provider && times
    })

    expect(times).toMatchObject({ hoPlazaWalking: 21, hoPlazaDriving: 5, isEstimate: true })
    expect(times.engQuadWalking).toBeGreaterThan(5)
    expect(times.engQuadWalking).toBeLessThan(15)
    expect((await catalog.get('/api/apts/1'))[0]).toMatchObject({ isDistanceEstimate: false })
    await routed('1')
    expect(provider.requests).toHaveLength(2)
  })

  it.each([
    ['denies', { status: 403 }],
    ['is out of quota', { status: 429 }],
    ['is misconfigured', { status: 400, body: { code: 'InvalidService' } }],
  ])('stay estimates while the router %s, which is called once and then paused', async (_what, answer) => {
    provider.answer(() => answer)
    await catalog.importApartments(apartment('1', HERE), apartment('2', HERE))
    for (const id of ['1', '2']) {
      await estimate(id)
      await routed(id)
    }
    await computeMissingTravelTimes(catalog.context)

    expect(provider.requests).toHaveLength(1)
    await settledTimes('1', true)

    provider.answer(answerTable)
    await catalog.context.pauses.clear('routing')
    await routed('2')
    await settledTimes('2', false)
  })

  it('of a place the router rejects or fails at do not hold up others', async () => {
    const isOfFirst = ({ path }: FakeRequest) => path.includes('/-76.48,42.44;')
    provider.answer((request) =>
      isOfFirst(request) ? { status: 400, body: { code: 'InvalidValue' } } : answerTable(request),
    )
    await catalog.importApartments(apartment('1', HERE), apartment('2', { ...HERE, latitude: 42.45 }))
    for (const id of ['1', '2']) {
      await estimate(id)
      await routed(id)
    }

    await settledTimes('1', true)
    await settledTimes('2', false)
    await routed('1')
    expect(provider.requests.filter(isOfFirst)).toHaveLength(1)
  })

  it('of the old coordinates are not stored for an apartment that moved during the request', async () => {
    await catalog.importApartments(apartment('1', HERE))
    await estimate('1')
    const { router } = catalog.context
    if (!router) throw new Error('no router')
    const slow: typeof router = {
      ...router,
      async minutes(...request) {
        await catalog.importApartments(apartment('1', { latitude: 42.5, longitude: -76.5 }))
        return router.minutes(...request)
      },
    }

    await routeTravelTimes({ ...catalog.context, router: slow }, { apartmentId: '1' })

    expect((await timesOf('1')).provider).toBeUndefined()
  })

  it('stay when the router is taken out of the configuration', async () => {
    await catalog.importApartments(apartment('1', HERE))
    await estimate('1')
    await routed('1')

    await computeMissingTravelTimes({ ...catalog.context, router: undefined })

    expect(await settledTimes('1', false)).toEqual(ROUTED)
  })
})
