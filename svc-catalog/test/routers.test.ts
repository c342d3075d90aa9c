import { createGoogleRouter } from '../src/geography/travel-times/google-router'
import { createOsrmRouter } from '../src/geography/travel-times/osrm-router'
import { type FakeAnswer, type FakeProvider, startFakeProvider } from './fake-provider'

const HOME = { latitude: 42.44, longitude: -76.48 }
const DESTINATIONS = [
  { latitude: 42.4445, longitude: -76.4836 },
  { latitude: 42.4468, longitude: -76.4851 },
  { latitude: 42.4489, longitude: -76.478 },
]

let provider: FakeProvider
beforeEach(async () => {
  provider = await startFakeProvider(() => ({}))
})
afterEach(() => provider.close())

const answering = (answer: FakeAnswer) => provider.answer(() => answer)

describe('the router of Google', () => {
  const router = () => createGoogleRouter('secret-key', provider.url)
  // As in https://developers.google.com/maps/documentation/routes/understand-rm-response
  const element = (destinationIndex: number, duration: string, changes: object = {}) => ({
    originIndex: 0,
    destinationIndex,
    status: {},
    duration,
    condition: 'ROUTE_EXISTS',
    ...changes,
  })

  it('requests one matrix for each mode, with the required fields', async () => {
    answering({ body: [element(0, '60s')] })

    await router().minutes([HOME], DESTINATIONS, 'drive')
    await router().minutes([HOME], DESTINATIONS, 'walk')

    const [drive, walk] = provider.requests
    expect(drive).toMatchObject({
      method: 'POST',
      path: '/distanceMatrix/v2:computeRouteMatrix',
      headers: {
        'x-goog-api-key': 'secret-key',
        'x-goog-fieldmask': 'originIndex,destinationIndex,status,condition,duration',
      },
      body: {
        origins: [{ waypoint: { location: { latLng: HOME } } }],
        destinations: DESTINATIONS.map((latLng) => ({ waypoint: { location: { latLng } } })),
        travelMode: 'DRIVE',
        routingPreference: 'TRAFFIC_UNAWARE',
      },
    })
    expect(walk?.body).toMatchObject({ travelMode: 'WALK' })
    // Google refuses a preference for walking.
    expect(walk?.body).not.toHaveProperty('routingPreference')
  })

  it('requests the commutes from many places to one as one matrix', async () => {
    answering({
      body: [
        { originIndex: 2, destinationIndex: 0, status: {}, duration: '90s', condition: 'ROUTE_EXISTS' },
        { status: {}, duration: '30s', condition: 'ROUTE_EXISTS' },
      ],
    })

    expect(await router().minutes(DESTINATIONS, [HOME], 'bike')).toEqual([[0.5], [null], [1.5]])
    expect(provider.requests).toHaveLength(1)
    expect(provider.requests[0]?.body).toMatchObject({
      origins: DESTINATIONS.map((latLng) => ({ waypoint: { location: { latLng } } })),
      destinations: [{ waypoint: { location: { latLng: HOME } } }],
      travelMode: 'BICYCLE',
    })
    expect(router().maxOrigins).toBe(625)
  })

  it('reads elements in any order, and an index of 0 that is left out', async () => {
    answering({
      body: [
        element(2, '90s'),
        { condition: 'ROUTE_EXISTS', status: {}, duration: '30.5s' },
        element(1, '600s'),
      ],
    })

    expect(await router().minutes([HOME], DESTINATIONS, 'walk')).toEqual([[30.5 / 60, 10, 1.5]])
  })

  it('returns null for elements that failed, have no route or are missing', async () => {
    answering({
      body: [
        element(0, '60s', { status: { code: 3, message: 'invalid' } }),
        element(1, '60s', { condition: 'ROUTE_NOT_FOUND', duration: undefined }),
      ],
    })

    expect(await router().minutes([HOME], DESTINATIONS, 'walk')).toEqual([[null, null, null]])
  })

  const failure = (status: number, code: string, details: object[] = []) => ({
    status,
    body: { error: { code: status, message: 'Explained.', status: code, details } },
  })
  it.each([
    ['a request that is invalid', failure(400, 'INVALID_ARGUMENT'), 'rejected'],
    [
      'a key that is not valid',
      failure(400, 'INVALID_ARGUMENT', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      ]),
      'denied',
    ],
    ['an API that is not enabled', failure(403, 'PERMISSION_DENIED'), 'denied'],
    ['a quota that is used up', failure(429, 'RESOURCE_EXHAUSTED'), 'quota'],
    ['an internal error', failure(500, 'INTERNAL'), 'unavailable'],
    [
      'an error in the middle of the stream',
      { body: [element(0, '60s'), { error: { code: 8, status: 'RESOURCE_EXHAUSTED' } }] },
      'quota',
    ],
    ['an object instead of a matrix', { body: {} }, 'unavailable'],
    ['half a response', { body: [element(0, '60s')], isCut: true }, 'unavailable'],
  ])('reports %s', async (_what, answer, expected) => {
    answering(answer)

    await expect(router().minutes([HOME], DESTINATIONS, 'walk')).rejects.toMatchObject({ failure: expected })
  })
})

describe('the router of an OSRM-compatible server', () => {
  const profiles = { walk: 'foot', bike: 'bike', drive: 'car' }
  const router = (changes: Partial<typeof profiles> = {}, path = '') =>
    createOsrmRouter({ url: provider.url + path, profiles: { ...profiles, ...changes } })
  // As in https://project-osrm.org/docs/v5.24.0/api/#table-service
  const table = (durations: unknown) => ({
    body: { code: 'Ok', durations: [durations], sources: [], destinations: [] },
  })

  it('requests one row of a table, longitude first', async () => {
    answering(table([600, 660, 720]))

    expect(await router().minutes([HOME], DESTINATIONS, 'walk')).toEqual([[10, 11, 12]])

    expect(provider.requests[0]).toMatchObject({
      method: 'GET',
      path: '/table/v1/foot/-76.48,42.44;-76.4836,42.4445;-76.4851,42.4468;-76.478,42.4489',
    })
    expect(Object.fromEntries(provider.requests[0]?.query ?? [])).toEqual({
      sources: '0',
      destinations: '1;2;3',
      annotations: 'duration',
    })
  })

  it('takes the profile from the path, from the name of the server, or a server for each', async () => {
    answering(table([600, 660, 720]))

    await router({}, '/routed-{profile}').minutes([HOME], DESTINATIONS, 'bike')
    await router({ drive: `${provider.url}/cars/` }).minutes([HOME], DESTINATIONS, 'drive')

    expect(provider.requests.map(({ path }) => path.split('/-76.48')[0])).toEqual([
      '/routed-bike/table/v1/bike',
      '/cars/table/v1/driving',
    ])
  })

  it('returns null where there is no route', async () => {
    answering(table([600, null, 720]))
    expect(await router().minutes([HOME], DESTINATIONS, 'walk')).toEqual([[10, null, 12]])

    for (const code of ['NoTable', 'NoSegment']) {
      answering({ status: 400, body: { code, message: 'None.' } })
      expect(await router().minutes([HOME], DESTINATIONS, 'walk')).toEqual([[null, null, null]])
    }
  })

  it.each([
    ['InvalidValue', { status: 400, body: { code: 'InvalidValue', message: 'Bad.' } }, 'rejected'],
    ['TooBig', { status: 400, body: { code: 'TooBig' } }, 'rejected'],
    ['InvalidUrl', { status: 400, body: { code: 'InvalidUrl' } }, 'denied'],
    ['InvalidService', { status: 400, body: { code: 'InvalidService' } }, 'denied'],
    ['too many requests', { status: 429, headers: { 'retry-after': '5' } }, 'quota'],
    ['a server error', { status: 502 }, 'unavailable'],
    ['a table without its row', { body: { code: 'Ok', durations: [] } }, 'unavailable'],
    ['a row that is too short', table([600]), 'unavailable'],
    ['half a response', { ...table([1, 2, 3]), isCut: true }, 'unavailable'],
  ])('reports %s', async (_what, answer, failure) => {
    answering(answer)

    await expect(router().minutes([HOME], DESTINATIONS, 'drive')).rejects.toMatchObject({ failure })
  })

  it('reports that the server has no walking profile when it returns driving times', async () => {
    answering(table([60, 70, 80]))

    expect(await router().minutes([HOME], DESTINATIONS, 'drive')).toEqual([[1, 70 / 60, 80 / 60]])
    await expect(router().minutes([HOME], DESTINATIONS, 'walk')).rejects.toMatchObject({
      failure: 'denied',
      message: expect.stringContaining('ROUTING_PROFILES'),
    })
  })
})
