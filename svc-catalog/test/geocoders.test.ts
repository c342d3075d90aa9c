import { type Geocoder } from '../src/geography/geocoding/geocoder'
import { createGoogleGeocoder } from '../src/geography/geocoding/google-geocoder'
import { judgeCandidates } from '../src/geography/geocoding/judge-candidates'
import { createNominatimGeocoder } from '../src/geography/geocoding/nominatim-geocoder'
import { geocodableAddress } from '../src/geography/postal-address'
import { type FakeAnswer, type FakeProvider, startFakeProvider } from './fake-provider'

const BOUNDS = { south: 42.3, west: -76.75, north: 42.6, east: -76.25 }
const ADDRESS = '304 College Ave, Ithaca, New York'

let provider: FakeProvider
beforeEach(async () => {
  provider = await startFakeProvider(() => ({}))
})
afterEach(() => provider.close())

const answering = (answer: FakeAnswer) => provider.answer(() => answer)

/** Failures of any provider. */
const FAILURES: [string, FakeAnswer, object][] = [
  ['a server error', { status: 503 }, { failure: 'unavailable' }],
  [
    'a server error that says when to come back',
    { status: 503, headers: { 'retry-after': '90' } },
    { failure: 'unavailable', retryAfterMs: 90_000 },
  ],
  [
    'too many requests',
    { status: 429, headers: { 'retry-after': '30' } },
    { failure: 'quota', retryAfterMs: 30_000 },
  ],
  ...['31536000', '9'.repeat(400)].map((seconds): [string, FakeAnswer, object] => [
    'too many requests until much later',
    { status: 429, headers: { 'retry-after': seconds } },
    { failure: 'quota', retryAfterMs: 6 * 3_600_000 },
  ]),
  ['a refusal', { status: 403, body: '<html>Blocked</html>' }, { failure: 'denied' }],
  ['half a response', { body: [{ lat: '42.4' }], isCut: true }, { failure: 'unavailable' }],
  ['something that is not JSON', { body: '<html>' }, { failure: 'unavailable' }],
]

describe('the geocoder of Google', () => {
  const geocoder = (): Geocoder => createGoogleGeocoder('secret-key', provider.url)
  // As in https://developers.google.com/maps/documentation/geocoding/requests-geocoding
  const result = (changes: object = {}, geometry: object = {}) => ({
    address_components: [
      { long_name: '304', short_name: '304', types: ['street_number'] },
      { long_name: 'College Avenue', short_name: 'College Ave', types: ['route'] },
    ],
    formatted_address: '304 College Ave, Ithaca, NY 14850, USA',
    geometry: {
      location: { lat: 42.4415, lng: -76.4852 },
      location_type: 'ROOFTOP',
      viewport: {},
      ...geometry,
    },
    place_id: 'x',
    types: ['street_address'],
    ...changes,
  })
  const findAmong = async (results: object[]) => {
    answering({ body: { status: 'OK', results } })
    return geocoder().find(ADDRESS, BOUNDS)
  }

  it('sends the address, the bounds of the university and the key', async () => {
    await findAmong([result()])

    expect(provider.requests[0]).toMatchObject({ method: 'GET', path: '/maps/api/geocode/json' })
    expect(Object.fromEntries(provider.requests[0]?.query ?? [])).toEqual({
      address: ADDRESS,
      bounds: '42.3,-76.75|42.6,-76.25',
      language: 'en',
      key: 'secret-key',
    })
  })

  it.each([
    ['ROOFTOP', 'building'],
    ['RANGE_INTERPOLATED', 'interpolated'],
    ['GEOMETRIC_CENTER', 'street'],
    ['APPROXIMATE', 'area'],
    ['SOMETHING_NEW', 'area'],
  ])('takes %s for %s', async (location_type, precision) => {
    expect(await findAmong([result({}, { location_type })])).toEqual([
      {
        latitude: 42.4415,
        longitude: -76.4852,
        precision,
        label: '304 College Ave, Ithaca, NY 14850, USA',
      },
    ])
  })

  it('takes neither a partial match nor another house number for the house', async () => {
    const neighbour = [{ long_name: '306', types: ['street_number'] }]

    const candidates = await findAmong([
      result({ partial_match: true }),
      result({ address_components: neighbour }),
      result({ address_components: [] }),
    ])

    expect(candidates.map(({ precision }) => precision)).toEqual(['street', 'street', 'street'])
  })

  it('finds nothing where Google knows nothing', async () => {
    answering({ body: { status: 'ZERO_RESULTS', results: [] } })

    expect(await geocoder().find(ADDRESS, BOUNDS)).toEqual([])
  })

  it('leaves out results without coordinates', async () => {
    expect(await findAmong([result({}, { location: { lat: 42 } }), result({ geometry: undefined })])).toEqual(
      [],
    )
  })

  it.each([
    ['OVER_QUERY_LIMIT', 'quota'],
    ['OVER_DAILY_LIMIT', 'denied'],
    ['REQUEST_DENIED', 'denied'],
    ['INVALID_REQUEST', 'rejected'],
    ['UNKNOWN_ERROR', 'unavailable'],
  ])('reports %s as %s, with the reason and without the key', async (status, failure) => {
    answering({ body: { status, results: [], error_message: 'The provided API key is invalid.' } })

    const error = await geocoder()
      .find(ADDRESS, BOUNDS)
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ failure, message: expect.stringContaining(status) })
    expect((error as Error).message).toContain('The provided API key is invalid.')
    expect((error as Error).message).not.toContain('secret-key')
  })

  it.each(FAILURES)('reports %s', async (_what, answer, expected) => {
    answering(answer)

    await expect(geocoder().find(ADDRESS, BOUNDS)).rejects.toMatchObject(expected)
  })
})

describe('the geocoder of a server with the API of Nominatim', () => {
  const geocoder = (): Geocoder =>
    createNominatimGeocoder({ url: `${provider.url}/`, userAgent: 'Offquad/1.0 (testville.edu)' })
  // As in https://nominatim.org/release-docs/latest/api/Output/
  const result = (changes: object = {}) => ({
    place_id: 100149,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0.',
    osm_type: 'node',
    osm_id: 107775,
    boundingbox: ['42.44', '42.45', '-76.49', '-76.48'],
    lat: '42.4415000',
    lon: '-76.4852000',
    display_name: '304, College Avenue, Ithaca, Tompkins County, New York, 14850, United States',
    place_rank: 30,
    category: 'place',
    type: 'house',
    importance: 0.4,
    addresstype: 'place',
    address: { house_number: '304', road: 'College Avenue', city: 'Ithaca' },
    ...changes,
  })

  it('sends its user agent, the address and the preferred bounds', async () => {
    answering({ body: [result()] })

    await geocoder().find(ADDRESS, BOUNDS)

    expect(provider.requests).toHaveLength(1)
    expect(provider.requests[0]).toMatchObject({ path: '/search' })
    expect(provider.requests[0]?.headers['user-agent']).toBe('Offquad/1.0 (testville.edu)')
    expect(Object.fromEntries(provider.requests[0]?.query ?? [])).toEqual({
      q: ADDRESS,
      format: 'jsonv2',
      addressdetails: '1',
      limit: '5',
      viewbox: '-76.75,42.6,-76.25,42.3',
    })
  })

  it.each([
    [30, { house_number: '304' }, 'building'],
    [30, { house_number: '310' }, 'street'],
    [30, { road: 'College Avenue' }, 'street'],
    [26, { road: 'College Avenue' }, 'street'],
    [16, { city: 'Ithaca' }, 'area'],
  ])('takes rank %s with %j for %s', async (place_rank, address, precision) => {
    answering({ body: [result({ place_rank, address })] })

    expect(await geocoder().find(ADDRESS, BOUNDS)).toMatchObject([
      { latitude: 42.4415, longitude: -76.4852, precision },
    ])
  })

  it('finds nothing in an empty list, and leaves out what has no coordinates', async () => {
    answering({ body: [] })
    expect(await geocoder().find(ADDRESS, BOUNDS)).toEqual([])

    answering({ body: [result({ lat: '' }), result({ lon: undefined }), null, 'x'] })
    expect(await geocoder().find(ADDRESS, BOUNDS)).toEqual([])
  })

  it('reports what the server says about an invalid request', async () => {
    answering({ status: 400, body: { error: { code: 400, message: "Parameter 'q' missing." } } })

    await expect(geocoder().find('', BOUNDS)).rejects.toMatchObject({
      failure: 'rejected',
      message: expect.stringContaining("Parameter 'q' missing."),
    })
  })

  it.each(FAILURES)('reports %s', async (_what, answer, expected) => {
    answering(answer)

    await expect(geocoder().find(ADDRESS, BOUNDS)).rejects.toMatchObject(expected)
  })

  it('reports a server that is not there', async () => {
    const gone = createNominatimGeocoder({ url: 'http://127.0.0.1:9', userAgent: 'x' })

    await expect(gone.find(ADDRESS, BOUNDS)).rejects.toMatchObject({ failure: 'unavailable' })
  })
})

describe('a result', () => {
  const candidate = (precision: 'building' | 'street' | 'area', changes: object = {}) => ({
    latitude: 42.44,
    longitude: -76.48,
    precision,
    label: 'Here',
    ...changes,
  })
  const judge = (...candidates: ReturnType<typeof candidate>[]) => judgeCandidates(candidates, BOUNDS)

  it('places an apartment when it is a house within the bounds', () => {
    expect(judge(candidate('area'), candidate('building'))).toMatchObject({ isFound: true })
  })

  it('far from the university places nothing', () => {
    expect(judge(candidate('building', { latitude: 40.7 }))).toEqual({ isFound: false, problem: 'outside' })
  })

  it('for a street alone is a suggestion', () => {
    const street = candidate('street')

    expect(judge(street)).toEqual({ isFound: false, problem: 'imprecise', suggestion: street })
  })

  it('for a town alone is nothing', () => {
    expect(judge(candidate('area'))).toEqual({ isFound: false, problem: 'not-found' })
    expect(judge()).toEqual({ isFound: false, problem: 'not-found' })
  })

  it('is ambiguous where two houses of the address are far apart', () => {
    expect(judge(candidate('building'), candidate('building', { latitude: 42.4405 }))).toMatchObject({
      isFound: true,
    })
    expect(judge(candidate('building'), candidate('building', { latitude: 42.5 }))).toMatchObject({
      isFound: false,
      problem: 'ambiguous',
    })
  })
})

describe('an address', () => {
  it.each([
    ['304 College Ave', '304 College Ave, Ithaca, New York'],
    ['  304  College Ave Apt 4B ', '304 College Ave, Ithaca, New York'],
    ['304 College Ave, # 3', '304 College Ave, Ithaca, New York'],
    ['304 College Ave, Unit #12', '304 College Ave, Ithaca, New York'],
    ['304 College Ave, ITHACA NY 14850', '304 College Ave, ITHACA NY 14850'],
    ['', ''],
  ])('%j is looked up as %j', (address, expected) => {
    expect(geocodableAddress(address, 'Ithaca, New York')).toBe(expected)
  })

  it('is looked up as it is where no locality is configured', () => {
    expect(geocodableAddress('304 College Ave', undefined)).toBe('304 College Ave')
  })
})
