import { until } from '@offquad/service-kit/testing'
import { type Listing } from '@offquad/contracts'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
  await catalog.importLandlords({ id: 'L', name: 'Gorge Rentals', address: '1 Mill Ln' })
  await catalog.importApartments(
    apartment('1', { name: 'Gorge View', price: 1000, numBeds: 1, area: 'WEST', landlordId: 'L' }),
    apartment('2', { name: 'Gorge Lofts', price: 1500, numBeds: 3, area: 'NORTH' }),
    apartment('10', { name: 'Gorge Cottage', price: '', numBeds: '', numBaths: '', area: 'NORTH' }),
    apartment('9', { name: 'Quarry House', price: 1000, numBeds: 4, numBaths: 2, area: 'DOWNTOWN' }),
    apartment('11', { name: 'Quarry Annex', price: 700, numBeds: 2, numBaths: 2.5, area: 'OTHER' }),
  )
})
afterAll(() => catalog.close())

const search = async (query: Record<string, string | number | boolean>) => {
  const found = await catalog.get(
    `/api/search-with-query-and-filters?${new URLSearchParams(query as Record<string, string>)}`,
  )
  return found.map(({ buildingData }: Listing) => buildingData.id)
}
const suggest = (q: string) => catalog.get(`/api/search?${new URLSearchParams({ q })}`)

describe('GET /api/search', () => {
  it('suggests apartments and landlords together, best first', async () => {
    const found = await suggest('gorge')

    expect(found).toHaveLength(4)
    expect(found).toContainEqual({ id: 'L', name: 'Gorge Rentals', address: '1 Mill Ln', label: 'LANDLORD' })
    expect(found).toContainEqual({ id: '1', name: 'Gorge View', address: '1 Oak St', label: 'APARTMENT' })
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
  ])('survives %s, %i times', async (text, times) => {
    const { status, body } = await catalog.call(
      `/api/search?q=${encodeURIComponent(text.repeat(times).slice(0, 4000))}`,
    )

    // Beyond the limit of the HTTP server for an address: refused, not failed.
    expect([200, 431]).toContain(status)
    expect(status === 200 ? Array.isArray(body) : true).toBe(true)
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
    [{ locations: '' }, ['1', '2', '9', '10', '11']],
    [{ minPrice: 1000 }, ['1', '2', '9']],
    [{ maxPrice: 1000 }, ['1', '9', '11']],
    [{ minPrice: 1000, maxPrice: 1000 }, ['1', '9']],
    [{ minPrice: 2000, maxPrice: 1000 }, []],
    [{ bedrooms: 3 }, ['2', '9']],
    [{ bathrooms: 2 }, ['9', '11']],
    [{ bedrooms: 0, bathrooms: 0 }, ['1', '2', '9', '10', '11']],
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
    [{ sortBy: 'avgRating', sortLowToHigh: true }, ['1', '2', '9', '10', '11']],
    [{ sortBy: 'distanceToCampus' }, ['1', '2', '9', '10', '11']],
    [{ sortLowToHigh: true, size: 2 }, ['1', '2']],
  ])('orders by %j', async (query, expected) => {
    expect(await search(query)).toEqual(expected)
  })

  it('orders matches best first, or as asked, and filters them', async () => {
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

  it('answers 21 unless asked for another number', async () => {
    await catalog.importApartments(...Array.from({ length: 30 }, (_, id) => apartment(`many${id}`)))

    expect(await search({})).toHaveLength(21)
    expect(await search({ size: 100 })).toHaveLength(35)
    expect(await search({ size: 1 })).toHaveLength(1)
  })

  it.each([
    ...[{ size: 0 }, { size: 101 }, { sortBy: 'name' }, { sortBy: '__proto__' }, { minPrice: -1 }],
    ...[{ minPrice: 'x' }, { bedrooms: 1.5 }, { sortLowToHigh: 'maybe' }, { maxPrice: '1e99' }],
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
    [{}, 35],
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

describe('GET /api/listings/{ids}', () => {
  it('answers listings in the order of the request and leaves out unknown ones', async () => {
    const found = await catalog.get('/api/listings/9,nobody,1')

    expect(found.map(({ buildingData }: Listing) => buildingData.id)).toEqual(['9', '1'])
  })
})

describe('filters and words that mean a filter', () => {
  const near = (id: string, latitude: number, longitude: number) =>
    apartment(id, { name: `Placed ${id}`, area: 'COLLEGETOWN', price: 1100, latitude, longitude })

  beforeAll(async () => {
    await catalog.work()
    await catalog.importApartments(
      near('near', 42.4447, -76.4838),
      near('far', 42.4, -76.5),
      near('dear', 42.4446, -76.4837),
    )
    await catalog.importApartments({ ...near('dear', 42.4446, -76.4837), price: 2000 })
    await until(async () => (await search({ q: 'placed', commute: 'engQuad:walk:999' })).length === 3)
  })

  it('finds what is within so many minutes of a landmark, never an unknown travel time', async () => {
    expect(await search({ commute: 'engQuad:walk:15', sortBy: 'originalOrder' })).toEqual(['near', 'dear'])
    expect(await search({ commute: 'engQuad:walk:15', maxPrice: 1500 })).toEqual(['near'])
    expect(await search({ q: 'placed', commute: 'hoPlaza:drive:5', maxPrice: 1500 })).toEqual(['near'])
    expect(await catalog.get('/api/search-with-query-and-filters/count?commute=engQuad:walk:15')).toEqual({
      count: 2,
    })
  })

  it.each(['nowhere:walk:15', 'engQuad:fly:15', 'engQuad:walk:0', 'engQuad', '__proto__:walk:5'])(
    'refuses a commute of %s and names the field',
    async (commute) => {
      const { status, body } = await catalog.call(
        `/api/search-with-query-and-filters?${new URLSearchParams({ commute })}`,
      )

      expect(status).toBe(400)
      expect(body.errors[0].field).toBe('commute')
    },
  )

  it('reads words that mean a filter only for callers that want them read', async () => {
    const q = '2 bed under 1200 near engineering'

    expect(await search({ q, terms: true })).toEqual(['near'])
    expect(await search({ q: 'collegetown', terms: true, sortBy: 'originalOrder' })).toEqual([
      'near',
      'far',
      'dear',
    ])
    expect(await search({ q: 'collegetown' })).toEqual([])
    expect(
      await catalog.get(
        `/api/search-with-query-and-filters/count?${new URLSearchParams({ q, terms: 'true' })}`,
      ),
    ).toEqual({ count: 1 })
  })

  it('keeps the other words as text, and a filter of the query before one in the text', async () => {
    expect(await search({ q: 'placed under 1200 near engineering', terms: true })).toEqual(['near'])
    expect(await search({ q: 'placed under 1200 near engineering', terms: true, maxPrice: 2000 })).toEqual([
      'dear',
      'near',
    ])
  })

  it('suggests as before: apartments and landlords alone', async () => {
    expect(await suggest('collegetown')).toEqual([])
  })
})
