import { until } from '@offquad/service-kit/testing'
import { type Listing } from '@offquad/contracts'
import { computeTravelTimes } from '../src/geography/travel-times/compute-travel-times.job'
import { updateListingStats } from './review-stats'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

// Tests leave this catalog as it is; tests that import more have one of their own.
let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
  await catalog.importLandlords({ id: 'L', name: 'Gorge Rentals', address: '1 Mill Ln' })
  await catalog.importApartments(
    apartment('1', {
      name: 'Gorge View',
      price: 1000,
      numBeds: 1,
      area: 'WEST',
      landlordId: 'L',
      latitude: 42.44,
      longitude: -76.48,
    }),
    apartment('2', {
      name: 'Gorge Lofts',
      price: 1500,
      numBeds: 3,
      area: 'NORTH',
      latitude: 42.5,
      longitude: -76.5,
    }),
    apartment('10', { name: 'Gorge Cottage', price: '', numBeds: '', numBaths: '', area: 'NORTH' }),
    apartment('9', {
      name: 'Quarry House',
      price: 1000,
      numBeds: 4,
      numBaths: 2,
      area: 'DOWNTOWN',
      latitude: 42.43,
      longitude: -76.49,
    }),
    apartment('11', { name: 'Quarry Annex', price: 700, numBeds: 2, numBaths: 2.5, area: 'OTHER' }),
  )
  for (const apartmentId of ['1', '2', '9']) await computeTravelTimes(catalog.context, { apartmentId })
  await storeStats('1', 3, 2)
  await storeStats('2', 1, 5)
  await storeStats('9', 8, 4)
  await until(async () => {
    const listings: Listing[] = await catalog.get('/api/listings/1,2,9')
    return listings.every((item) => item.numReviews > 0 && item.buildingData.distanceToCampus !== null)
  })
})
afterAll(() => catalog.close())

const storeStats = (aptId: string, numReviews: number, avgRating: number) =>
  updateListingStats(catalog.context, {
    aptId,
    numReviews,
    avgRating,
    avgPrice: 3,
    lastReviewedAt: null,
    version: 1,
  })

async function search(
  query: Record<string, string | number | boolean>,
  { get } = catalog,
): Promise<string[]> {
  const listings: Listing[] = await get(
    `/api/search-with-query-and-filters?${new URLSearchParams(query as Record<string, string>)}`,
  )
  return listings.map(({ buildingData }) => buildingData.id)
}
const suggest = (q: string) => catalog.get(`/api/search?${new URLSearchParams({ q })}`)

describe('GET /api/search', () => {
  it('suggests apartments and landlords together, best first', async () => {
    const suggestions = await suggest('gorge')

    expect(suggestions).toHaveLength(4)
    expect(suggestions).toContainEqual({
      id: 'L',
      name: 'Gorge Rentals',
      address: '1 Mill Ln',
      label: 'LANDLORD',
    })
    expect(suggestions).toContainEqual({
      id: '1',
      name: 'Gorge View',
      address: '1 Oak St',
      label: 'APARTMENT',
    })
  })

  it('forgives typing errors and finds by address', async () => {
    expect(await suggest('qarry hous')).toMatchObject([{ id: '9' }])
    expect(await suggest('11 oak')).toMatchObject([{ id: '11' }])
  })

  it('suggests at most 5', async () => {
    expect(await suggest('oak')).toHaveLength(5)
  })

  it('suggests nothing for an empty text and refuses a missing one', async () => {
    expect(await suggest('')).toEqual([])
    expect((await catalog.call('/api/search')).status).toBe(400)
    expect((await catalog.call('/api/search?q=a&q=b')).status).toBe(400)
  })

  it.each([
    ['.*(a+)+$[{\\', 700],
    ['$where', 1000],
    ['a b c d e f ', 800],
    ['gorge '.repeat(3), 1],
    ['👍🏽', 100],
    ['ﷺ', 100],
    ['<script>', 100],
  ])('answers %s, %i times, with a list', async (text, times) => {
    const typed = text.repeat(times).slice(0, 4000)
    const { status, body } = await catalog.call(`/api/search?q=${encodeURIComponent(typed)}`)

    expect(status).toBe(200)
    expect(body).toEqual(expect.any(Array))
  })

  it('refuses a URL that is longer than the server reads', async () => {
    expect((await catalog.call(`/api/search?q=${encodeURIComponent('👍'.repeat(2_000))}`)).status).toBe(431)
  })

  it('looks at the start of a text of 10,000 characters only', async () => {
    expect(await suggest(`${'quarry house'.padEnd(200)}${'zeppelin '.repeat(1_000)}`)).toMatchObject([
      { id: '9' },
    ])
    expect((await catalog.call(`/api/search?q=${'x'.repeat(10_001)}`)).status).toBe(400)
  })
})

describe('GET /api/search-with-query-and-filters', () => {
  it.each([
    [{ locations: 'north,West' }, ['1', '2', '10']],
    [{ locations: 'OTHER' }, ['11']],
    [{ locations: 'atlantis' }, []],
    [{ locations: '' }, ['9', '1', '2', '10', '11']],
    [{ minPrice: 1000 }, ['9', '1', '2']],
    [{ maxPrice: 1000 }, ['9', '1', '11']],
    [{ minPrice: 1000, maxPrice: 1000 }, ['9', '1']],
    [{ minPrice: 2000, maxPrice: 1000 }, []],
    [{ bedrooms: 3 }, ['9', '2']],
    [{ bathrooms: 2 }, ['9', '11']],
    [{ bedrooms: 0, bathrooms: 0 }, ['9', '1', '2', '10', '11']],
    [{ locations: 'north,downtown', minPrice: 900, bedrooms: 2, bathrooms: 2 }, ['9']],
  ])('with %j finds what fits, and never an unknown value', async (query, expected) => {
    expect(await search(query)).toEqual(expected)
  })

  it.each([
    [{ sortBy: 'price' }, ['2', '1', '9', '11', '10']],
    [{ sortBy: 'price', sortLowToHigh: false }, ['2', '1', '9', '11', '10']],
    [{ sortBy: 'price', sortLowToHigh: true }, ['11', '1', '9', '2', '10']],
    [{ sortBy: 'originalOrder', sortLowToHigh: true }, ['1', '2', '10', '9', '11']],
    [{ sortBy: 'originalOrder' }, ['1', '2', '10', '9', '11']],
    [{ sortBy: 'originalOrder', sortLowToHigh: false }, ['11', '9', '10', '2', '1']],
    [{ sortBy: 'avgRating', sortLowToHigh: true }, ['1', '9', '2', '10', '11']],
    [{ sortBy: 'avgRating' }, ['2', '9', '1', '10', '11']],
    [{ sortBy: 'weightedRating' }, ['9', '2', '1', '10', '11']],
    [{ sortBy: 'weightedRating', sortLowToHigh: true }, ['1', '2', '9', '10', '11']],
    [{ sortBy: 'distanceToCampus' }, ['1', '9', '2', '10', '11']],
    [{ sortBy: 'distanceToCampus', sortLowToHigh: false }, ['2', '9', '1', '10', '11']],
    [{ sortBy: 'numReviews' }, ['9', '1', '2', '10', '11']],
    [{ sortLowToHigh: true, size: 3 }, ['10', '11', '2']],
  ])('orders by %j', async (query, expected) => {
    expect(await search(query)).toEqual(expected)
  })

  it('orders matches best first, or as requested, and filters them', async () => {
    expect((await search({ q: 'gorge lofts' }))[0]).toBe('2')
    expect(await search({ q: 'gorge', sortBy: 'price' })).toEqual(['2', '1', '10'])
    expect(await search({ q: 'gorge', sortBy: 'price', sortLowToHigh: true, size: 2 })).toEqual(['1', '2'])
    expect(await search({ q: 'grge', locations: 'north', bedrooms: 2 })).toEqual(['2'])
  })

  it("finds the apartments of a landlord by the landlord's name, and no landlords", async () => {
    expect(await search({ q: 'rentals' })).toEqual(['1'])
  })

  it('takes blanks for no text', async () => {
    expect(await search({ q: '  ', size: 100 })).toHaveLength(5)
    expect(await search({ q: '???' })).toEqual([])
  })

  it.each([
    { size: 0 },
    { size: 101 },
    { sortBy: 'name' },
    { sortBy: '__proto__' },
    { minPrice: -1 },
    { minPrice: 'x' },
    { bedrooms: 1.5 },
    { sortLowToHigh: 'maybe' },
    { maxPrice: '1e99' },
  ])('refuses %j and names the field', async (query) => {
    const { status, body } = await catalog.call(
      `/api/search-with-query-and-filters?${new URLSearchParams(query as never)}`,
    )

    expect(status).toBe(400)
    expect(body.errors[0].field).toBe(Object.keys(query)[0])
  })
})

describe('pages of a search', () => {
  it.each<Record<string, string>>([
    { q: 'gorge' },
    { q: 'gorge', sortBy: 'price' },
    { sortBy: 'price' },
    { locations: 'north' },
  ])('of %p show every listing once, in the order of the whole', async (query) => {
    const whole = await search({ ...query, size: 100 })
    const offsets = whole.map((_: string, index: number) => index).filter((index: number) => index % 2 === 0)

    const pages = await Promise.all(offsets.map((offset: number) => search({ ...query, size: 2, offset })))

    expect(pages.flat()).toEqual(whole)
  })

  it.each([
    [{}, 5],
    [{ q: 'gorge' }, 3],
    [{ q: 'gorge', locations: 'north' }, 2],
    [{ locations: 'atlantis' }, 0],
    [{ minPrice: '1000', bedrooms: '2' }, 2],
    [{ q: 'zeppelin' }, 0],
  ])('are counted: %p finds %i', async (query, count) => {
    const parameters = new URLSearchParams(query as Record<string, string>)

    expect(await catalog.get(`/api/search-with-query-and-filters/count?${parameters}`)).toEqual({ count })
  })

  it('refuses to leave out fewer than none', async () => {
    expect((await catalog.call('/api/search-with-query-and-filters?offset=-1')).status).toBe(400)
  })
})

describe('filters and words that mean a filter', () => {
  const near = (id: string, latitude: number, longitude: number) =>
    apartment(id, { name: `Placed ${id}`, area: 'COLLEGETOWN', price: 1100, latitude, longitude })

  let placed: TestCatalog
  const searchPlaced = (query: Record<string, string | number | boolean>) => search(query, placed)
  beforeAll(async () => {
    placed = await startCatalog()
    await placed.work()
    await placed.importApartments(
      near('near', 42.4447, -76.4838),
      near('far', 42.4, -76.5),
      near('dear', 42.4446, -76.4837),
      ...Array.from({ length: 35 }, (_, id) => apartment(`many${id}`)),
    )
    await placed.importApartments({ ...near('dear', 42.4446, -76.4837), price: 2000 })
    await until(async () => (await searchPlaced({ q: 'placed', commute: 'engQuad:walk:999' })).length === 3)
  })

  afterAll(() => placed.close())

  it('finds what is within so many minutes of a landmark, never an unknown travel time', async () => {
    expect(await searchPlaced({ commute: 'engQuad:walk:15', sortBy: 'originalOrder' })).toEqual([
      'near',
      'dear',
    ])
    expect(await searchPlaced({ commute: 'engQuad:walk:15', maxPrice: 1500 })).toEqual(['near'])
    expect(await searchPlaced({ q: 'placed', commute: 'hoPlaza:drive:5', maxPrice: 1500 })).toEqual(['near'])
    expect(await placed.get('/api/search-with-query-and-filters/count?commute=engQuad:walk:15')).toEqual({
      count: 2,
    })
  })

  it('reads words that mean a filter only for callers that want them read', async () => {
    const q = '2 bed under 1200 near engineering'

    expect(await searchPlaced({ q, terms: true })).toEqual(['near'])
    expect(await searchPlaced({ q: 'collegetown', terms: true, sortBy: 'originalOrder' })).toEqual([
      'near',
      'far',
      'dear',
    ])
    expect(await searchPlaced({ q: 'collegetown' })).toEqual([])
    expect(
      await placed.get(
        `/api/search-with-query-and-filters/count?${new URLSearchParams({ q, terms: 'true' })}`,
      ),
    ).toEqual({ count: 1 })
  })

  it('keeps the other words as text, and a filter of the query before one in the text', async () => {
    expect(await searchPlaced({ q: 'placed under 1200 near engineering', terms: true })).toEqual(['near'])
    expect(
      await searchPlaced({ q: 'placed under 1200 near engineering', terms: true, maxPrice: 2000 }),
    ).toEqual(['dear', 'near'])
  })

  it('returns 21 listings unless another number is requested', async () => {
    expect(await searchPlaced({})).toHaveLength(21)
    expect(await searchPlaced({ size: 100 })).toHaveLength(38)
    expect(await searchPlaced({ size: 1 })).toHaveLength(1)
  })

  it('suggests no filters: apartments and landlords alone', async () => {
    expect(await placed.get('/api/search?q=collegetown')).toEqual([])
  })
})
