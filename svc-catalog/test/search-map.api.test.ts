import { type Listing, type MapPlaces } from '@offquad/contracts'
import { updateListingStats } from './review-stats'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

/** Four apartments within some 30 m of each other, one a kilometer to the north, one without coordinates. */
let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
  const row = { address: '', landlordId: '', price: '' }
  await catalog.importApartments(
    apartment('1', {
      ...row,
      name: 'Gull House',
      price: 900,
      area: 'WEST',
      latitude: 42.44,
      longitude: -76.48,
    }),
    apartment('2', { ...row, name: 'Gull Annex', area: 'WEST', latitude: 42.4401, longitude: -76.4801 }),
    apartment('3', { ...row, name: 'Heron House', area: 'WEST', latitude: 42.4402, longitude: -76.4802 }),
    apartment('4', { ...row, name: 'Heron Annex', area: 'NORTH', latitude: 42.4402, longitude: -76.48 }),
    apartment('5', { ...row, name: 'Far House', area: 'NORTH', latitude: 42.45, longitude: -76.48 }),
    apartment('6', { ...row, name: 'Lost House', area: 'WEST', latitude: '', longitude: '' }),
  )
  await updateListingStats(catalog.context, {
    aptId: '5',
    numReviews: 2,
    avgRating: 4.5,
    avgPrice: 3,
    lastReviewedAt: null,
    version: 1,
  })
})
afterAll(() => catalog.close())

const SEARCH = '/api/search-with-query-and-filters'
const TOWN = '42.4,-76.6,42.5,-76.4'
const HOUSES = '42.4395,-76.4805,42.4405,-76.4795'
const mapOf = (query: string): Promise<MapPlaces> => catalog.get(`${SEARCH}/map?${query}`)
const namesOf = ({ places }: MapPlaces) => places.map(({ name }) => name).sort()

describe('GET /api/search-with-query-and-filters/map', () => {
  let another: TestCatalog
  beforeAll(async () => {
    another = await startCatalog()
  })
  afterAll(() => another.close())

  it('returns a cluster where pins would overlap, which splits at its zoom', async () => {
    const far = await mapOf(`bounds=${TOWN}&zoom=13`)
    expect(namesOf(far)).toEqual(['Far House'])
    expect(far.clusters).toEqual([
      {
        latitude: 42.44012,
        longitude: -76.48007,
        count: 4,
        zoom: expect.any(Number),
        bounds: { south: 42.44, west: -76.4802, north: 42.4402, east: -76.48 },
      },
    ])

    const closer = await mapOf(`bounds=${TOWN}&zoom=${far.clusters[0]?.zoom}`)
    expect(closer.places.length + closer.clusters.length).toBeGreaterThan(1)

    const closest = await mapOf(`bounds=${HOUSES}&zoom=19`)
    expect(namesOf(closest)).toEqual(['Gull Annex', 'Gull House', 'Heron Annex', 'Heron House'])
  })

  it('returns what is known about a place: its rent and rating', async () => {
    const { places } = await mapOf(`bounds=${HOUSES}&zoom=19`)
    const far = await mapOf(`bounds=${TOWN}&zoom=13`)

    expect(places.find(({ id }) => id === '1')).toEqual({
      id: '1',
      name: 'Gull House',
      latitude: 42.44,
      longitude: -76.48,
      leastRent: 900,
    })
    expect(far.places.find(({ id }) => id === '5')).toEqual({
      id: '5',
      name: 'Far House',
      latitude: 42.45,
      longitude: -76.48,
      avgRating: 4.5,
    })
    expect(places.find(({ id }) => id === '2')).not.toHaveProperty('leastRent')
  })

  it('applies the text and filters of the search', async () => {
    expect(namesOf(await mapOf(`bounds=${HOUSES}&zoom=19&q=gull`))).toEqual(['Gull Annex', 'Gull House'])
    expect(namesOf(await mapOf(`bounds=${HOUSES}&zoom=19&maxPrice=1000`))).toEqual(['Gull House'])
    expect(namesOf(await mapOf(`bounds=${TOWN}&zoom=13&q=in+north&terms=true`))).toEqual([
      'Far House',
      'Heron Annex',
    ])
  })

  it('leaves out what lies outside of the bounds, and counts what has no coordinates', async () => {
    expect(namesOf(await mapOf('bounds=42.445,-76.49,42.46,-76.47&zoom=16'))).toEqual(['Far House'])
    expect((await mapOf(`bounds=${TOWN}&zoom=16`)).unlocated).toBe(1)
    expect((await mapOf(`bounds=${TOWN}&zoom=16&locations=NORTH`)).unlocated).toBe(0)
  })

  it('clusters more where the bounds are larger than any map', async () => {
    expect((await mapOf('bounds=-80,-170,80,170&zoom=19')).clusters).toEqual([
      expect.objectContaining({ count: 5 }),
    ])
  })

  it('follows changes of the catalog', async () => {
    const query = `${SEARCH}/map?bounds=42.2,-76.6,42.45,-76.4&zoom=13`
    expect((await another.get(query)).places).toEqual([])

    const store = (name: string, latitude: number) =>
      another.importApartments(apartment('7', { name, latitude, longitude: -76.48 }))
    await store('New House', 42.44)

    expect(namesOf(await another.get(query))).toEqual(['New House'])
    await store('Renamed House', 42.44)
    expect(namesOf(await another.get(query))).toEqual(['Renamed House'])
    await store('Renamed House', 42.1)
    expect(namesOf(await another.get(query))).toEqual([])
  })

  it('lists the places of a cluster at one point, which no zoom separates', async () => {
    const tower = { area: 'WEST', latitude: 42.46, longitude: -76.51 }
    await another.importApartments(
      apartment('11', { ...tower, name: 'Tower 1', price: 800 }),
      apartment('12', { ...tower, name: 'Tower 2', price: '', latitude: 42.4600004 }),
    )
    const read = (zoom: number): Promise<MapPlaces> =>
      another.get(`${SEARCH}/map?bounds=42.459,-76.512,42.461,-76.508&zoom=${zoom}`)

    const { clusters } = await read(15)
    expect(clusters).toHaveLength(1)
    expect(clusters[0]?.places).toEqual([
      { id: '11', name: 'Tower 1', latitude: 42.46, longitude: -76.51, leastRent: 800 },
      { id: '12', name: 'Tower 2', latitude: 42.46, longitude: -76.51 },
    ])
    expect(namesOf(await read(19))).toEqual(['Tower 1', 'Tower 2'])

    // A third beside it comes apart, so there is no list.
    await another.importApartments(
      apartment('13', { ...tower, name: 'Tower 3', latitude: 42.46003, price: '' }),
    )
    const wider = await read(15)
    expect(wider.clusters).toEqual([expect.not.objectContaining({ places: expect.anything() })])
  })

  it.each([
    '',
    '1,2,3',
    '42.5,-76.6,42.4,-76.4',
    '42.4,-76.4,42.5,-76.6',
    'a,b,c,d',
    '-91,-76,42,-75',
    '1,2,3,4,5',
  ])('rejects the bounds "%s"', async (bounds) => {
    const { status } = await catalog.call(`${SEARCH}/map?bounds=${bounds}&zoom=16`)

    expect(status).toBe(400)
  })
})

describe('GET /api/search-with-query-and-filters with bounds', () => {
  const idsIn = async (bounds: string) => {
    const listings: Listing[] = await catalog.get(`${SEARCH}?bounds=${bounds}`)
    return listings.map(({ buildingData }) => buildingData.id).sort()
  }

  it('finds what lies within them, edges included, and nothing without coordinates', async () => {
    expect(await idsIn('42.4,-76.6,42.5,-76.4')).toEqual(['1', '2', '3', '4', '5'])
    expect(await idsIn('42.44,-76.4801,42.4401,-76.48')).toEqual(['1', '2'])
    expect((await catalog.get(`${SEARCH}/count?bounds=42.445,-77,43,-76`)).count).toBe(1)
  })

  it('rejects bounds that are not a part of the map', async () => {
    const { status, body } = await catalog.call(`${SEARCH}?bounds=43,-76,42,-77`)

    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'bounds', message: expect.stringContaining('south < north') }])
  })
})
