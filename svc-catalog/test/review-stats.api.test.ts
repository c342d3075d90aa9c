import { until } from '@offquad/service-kit/testing'
import {
  type Change,
  formatChanges,
  type Listing,
  type ListingStats,
  READ_AFTER_HEADER,
  resourceOf,
  SHOWS_HEADER,
  updateReviewStats,
} from '@offquad/contracts'
import {
  ofLandlord,
  ofListing,
  type SentListing,
  updateLandlordStats,
  updateListingStats,
} from './review-stats'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

// Each test has apartments of its own, and those that search an area of its own.
let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const stats = (aptId: string, version: number, changes: Partial<ListingStats> = {}): SentListing => ({
  aptId,
  numReviews: version,
  avgRating: 4.5,
  avgPrice: 3,
  lastReviewedAt: null,
  version,
  ...changes,
})
const listing = async (id: string): Promise<Listing> => (await catalog.get(`/api/listings/${id}`))[0]
const counted = (id: string, numReviews: number) =>
  until(async () => (await listing(id)).numReviews === numReviews)

describe('what reviews say about an apartment', () => {
  it('is never replaced by an older version, in whatever order they arrive, and is reset with the last review', async () => {
    await catalog.importApartments(apartment('order', { area: 'COLLEGETOWN' }))

    await updateListingStats(catalog.context, stats('order', 2))
    await updateListingStats(catalog.context, stats('order', 5))
    await updateListingStats(catalog.context, stats('order', 4))
    await updateListingStats(catalog.context, stats('order', 5, { numReviews: 99 }))

    await counted('order', 5)
    const stored = await catalog.context.reviewStats.list()
    expect(stored.find(({ resource }) => resource === 'apartment/order')?.version).toBe(5)
    await updateListingStats(catalog.context, stats('order', 6, { numReviews: 0, avgRating: 0, avgPrice: 0 }))
    await counted('order', 0)
  })
})

describe('a read that comes after a change of reviews', () => {
  const readAfter = async (...changes: Change[]) => {
    const headers = { [READ_AFTER_HEADER]: formatChanges(changes) }
    const response = await fetch(`${catalog.url}/api/listings/changed`, { headers })
    return ((await response.json()) as Listing[])[0]?.numReviews
  }
  const change = (version: number): Change => ({ resource: resourceOf('apartment', 'changed'), version })
  beforeAll(() => catalog.importApartments(apartment('changed', { area: 'COLLEGETOWN' })))

  it('waits for the stats of that change, and does not for older ones', async () => {
    // However long they take on a busy machine.
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const waiting = readAfter(change(1), change(2))
    await updateListingStats(catalog.context, stats('changed', 2))
    expect(await waiting).toBe(2)
    timeout.mockRestore()
  })

  it('waits a second at most, once, and shows what there is', async () => {
    const startedAt = performance.now()

    const counts = await Promise.all([readAfter(change(9)), readAfter(change(9)), readAfter(change(9))])

    expect(new Set(counts).size).toBe(1)
    expect(performance.now() - startedAt).toBeGreaterThan(990)
    const order: string[] = []
    await Promise.all([
      readAfter(change(10)).then(() => order.push('waits')),
      readAfter(change(9)).then(() => order.push('does not wait again')),
    ])
    expect(order).toEqual(['does not wait again', 'waits'])
  })

  it('ignores what is not a change', async () => {
    const response = await fetch(`${catalog.url}/api/review/WEST/count`, {
      headers: { [READ_AFTER_HEADER]: 'apartment/1,,x;y,room/1/2' },
    })

    expect(response.status).toBe(200)
  })
})

describe('a read of single apartments or landlords', () => {
  beforeAll(async () => {
    await catalog.importLandlords({ id: 'shown', name: 'Oak Homes' })
    await catalog.importApartments(apartment('shown', { landlordId: 'shown', area: 'COLLEGETOWN' }))
  })

  it.each([
    ['/api/apts/shown', 'apartment/shown'],
    ['/api/travel-times-by-id/shown', 'apartment/shown'],
    ['/api/reported-rents?aptId=shown', 'apartment/shown'],
    ['/api/landlord/shown', 'landlord/shown'],
    ['/api/buildings/shown', 'landlord/shown'],
    // Its ratings are weighted by the mean of all reviews.
    ['/api/listings/shown', null],
    ['/api/location/west', null],
    ['/api/reported-rents?area=west', null],
  ])('of %s says that it depends on %s', async (path, resources) => {
    const response = await fetch(catalog.url + path)

    expect([response.status, response.headers.get(SHOWS_HEADER)]).toEqual([200, resources])
  })
})

describe('the rent that students report', () => {
  const search = async (query: string): Promise<string[]> => {
    const listings: Listing[] = await catalog.get(
      `/api/search-with-query-and-filters?locations=WEST&${query}`,
    )
    return listings.map(({ buildingData }) => buildingData.id)
  }
  const report = async (aptId: string, version: number, reportedRent: ListingStats['reportedRent']) => {
    await updateListingStats(catalog.context, stats(aptId, version, { reportedRent }))
    await counted(aptId, version)
  }

  beforeAll(async () => {
    await catalog.importApartments(
      apartment('rent-1', { price: '' }),
      apartment('rent-2', { price: 1250 }),
      apartment('rent-3', { price: 1350 }),
      apartment('rent-4', { price: '' }),
      apartment('rent-5', { price: '' }),
    )
    await report('rent-1', 5, { bracket: 4, reports: 3 })
    await report('rent-2', 5, { bracket: 6, reports: 9 })
    await report('rent-5', 5, { bracket: 6, reports: 3 })
  })

  it('is served with the listing, kept when the name of the landlord changes, and removed when too few reviews report one', async () => {
    const rent = { bracket: 4, reports: 3 }
    await catalog.importLandlords({ id: 'rented', name: 'Oak Homes' })
    await catalog.importApartments(apartment('named', { price: '', landlordId: 'rented', area: 'OTHER' }))
    await report('named', 5, rent)
    expect(await listing('named')).toMatchObject({ buildingData: { price: null }, reportedRent: rent })

    await catalog.importLandlords({ id: 'rented', name: 'Elm Homes' })
    await until(async () => (await listing('named')).company === 'Elm Homes')
    expect(await listing('named')).toMatchObject({ reportedRent: rent })

    await report('named', 6, null)
    expect(await listing('named')).not.toHaveProperty('reportedRent')
  })

  it('decides about price filters and the order of prices where no rent is listed', async () => {
    expect(await search('sortBy=price&sortLowToHigh=true')).toEqual([
      ...['rent-2', 'rent-1', 'rent-3', 'rent-5', 'rent-4'],
    ])
    expect(await search('minPrice=1200&maxPrice=1399&sortBy=price')).toEqual(['rent-3', 'rent-1', 'rent-2'])
    // Some of what students paid fits.
    expect(await search('maxPrice=1200')).toEqual(['rent-1'])
    expect(await search('minPrice=1390&maxPrice=1399')).toEqual(['rent-1'])
    expect(await search('maxPrice=1199')).toEqual([])
    expect(await search('minPrice=1400&maxPrice=1599')).toEqual([])
  })

  it('does not replace a rent that is listed, and is open upwards in the highest bracket', async () => {
    expect(await search('minPrice=1250&maxPrice=1250')).toEqual(['rent-1', 'rent-2'])
    expect(await search('minPrice=9000')).toEqual(['rent-5'])
  })
})

describe('what students paid', () => {
  const rents = [
    { year: 2024, bedrooms: 2, brackets: [0, 0, 2, 1, 0, 0] },
    { year: 2025, bedrooms: 2, brackets: [0, 0, 0, 0, 2, 0] },
    { year: 2025, bedrooms: 1, brackets: [0, 0, 0, 0, 0, 2] },
  ]
  const signedMonths = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 0]
  const paid = (query: string) => catalog.get(`/api/reported-rents?${query}`)

  beforeAll(async () => {
    const ids = ['paid-1', 'paid-2', 'paid-3']
    await catalog.importApartments(...ids.map((id) => apartment(id, { area: 'NORTH' })))
    await updateListingStats(catalog.context, stats('paid-1', 5, { rents }))
    await updateListingStats(catalog.context, stats('paid-2', 6, { rents: rents.slice(1), signedMonths }))
    await counted('paid-1', 5)
    await counted('paid-2', 6)
  })

  it('is served for an apartment when three reviews report it', async () => {
    expect(await paid('aptId=paid-1')).toEqual({
      rents: [
        { bedrooms: 2, bracket: 4, reports: 5 },
        { bedrooms: 2, year: 2024, bracket: 3, reports: 3 },
      ],
    })
    expect(await paid('aptId=paid-2')).toEqual({ rents: [] })
    expect(await paid('aptId=paid-3')).toEqual({ rents: [] })
  })

  it('is served for an area from the reviews of all its apartments, with when leases are usually signed', async () => {
    expect(await paid('area=north')).toEqual({
      rents: [
        { bedrooms: 1, bracket: 6, reports: 4 },
        { bedrooms: 1, year: 2025, bracket: 6, reports: 4 },
        { bedrooms: 2, bracket: 5, reports: 7 },
        { bedrooms: 2, year: 2025, bracket: 5, reports: 4 },
        { bedrooms: 2, year: 2024, bracket: 3, reports: 3 },
      ],
      season: { from: 10, to: 11, reports: 5 },
    })
    expect(await paid('area=WEST')).toEqual({ rents: [] })
    expect(await paid('area=nowhere')).toEqual({ rents: [] })
  })

  it('is not a field of the listing, and requires one apartment or area that exists', async () => {
    expect(await listing('paid-1')).not.toHaveProperty('rents')
    const statusOf = async (query: string) =>
      (await fetch(`${catalog.url}/api/reported-rents${query}`)).status
    expect(
      await Promise.all(['?aptId=none', '', '?aptId=paid-1&area=west', '?landlordId=1'].map(statusOf)),
    ).toEqual([404, 400, 400, 400])
  })
})

describe('what reviews talk about', () => {
  const topics = [{ topic: 'heat' as const, praised: 1, criticised: 4 }]
  const landlord = () => catalog.get('/api/landlord/talked')
  const landlordStats = (version: number, changes: object = {}) => ({
    landlordId: 'talked',
    numReviews: version,
    avgRating: 3,
    reviewIds: [],
    version,
    ...changes,
  })

  it('is served with the listing and the landlord, and left out when reviews mention nothing', async () => {
    await catalog.importApartments(apartment('talked', { landlordId: 'talked', area: 'OTHER' }))
    await catalog.importLandlords({ id: 'talked', name: 'Oak Homes' })
    await updateListingStats(catalog.context, stats('talked', 5, { topics }))
    await updateLandlordStats(catalog.context, landlordStats(5, { topics }))
    await until(async () => (await landlord()).numReviews === 5)
    expect(await listing('talked')).toMatchObject({ topics })
    expect(await landlord()).toMatchObject({ topics })

    await updateListingStats(catalog.context, stats('talked', 6, { topics: [] }))
    await updateLandlordStats(catalog.context, landlordStats(6, { topics: [] }))

    await until(async () => (await landlord()).numReviews === 6)
    expect(await listing('talked')).not.toHaveProperty('topics')
    expect(await landlord()).not.toHaveProperty('topics')
  })

  it('decides which listings have no complaints: those with reviews, none of which criticizes a topic', async () => {
    const area = 'DOWNTOWN'
    const search = async (query: string) => {
      const listings: Listing[] = await catalog.get(`/api/search-with-query-and-filters?${query}`)
      return listings.map(({ buildingData }) => buildingData.id).toSorted()
    }
    await catalog.importApartments(...['t1', 't2', 't3', 't4'].map((id) => apartment(id, { area })))
    await updateListingStats(catalog.context, stats('t1', 5, { topics }))
    const praise = [{ topic: 'heat' as const, praised: 3, criticised: 0 }]
    await updateListingStats(catalog.context, stats('t2', 5, { topics: praise }))
    await updateListingStats(catalog.context, stats('t3', 5, { topics: [] }))
    await counted('t3', 5)

    expect(await search(`locations=${area}&without=heat`)).toEqual(['t2', 't3'])
    expect(await search(`locations=${area}&without=pests,noise`)).toEqual(['t1', 't2', 't3'])
    expect(await search(`locations=${area}&q=no+mice&terms=true`)).toEqual(['t1', 't2', 't3'])
    expect(await catalog.call('/api/search-with-query-and-filters?without=pests,weather')).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'without', message: expect.stringMatching(/^There is no topic "weather"/) }],
      },
    })
  })
})

describe('the order by rating and number of reviews', () => {
  let rated: TestCatalog
  const mostLoved = async ({ get }: Pick<TestCatalog, 'get'> = rated): Promise<Listing[]> =>
    (await get('/api/page-data/home/8/weightedRating')).buildingData
  const idsOf = (listings: Listing[]) => listings.map(({ buildingData }) => buildingData.id)
  const review = (aptId: string, numReviews: number, avgRating: number, version = 1) =>
    updateListingStats(rated.context, stats(aptId, version, { numReviews, avgRating }))

  beforeAll(async () => {
    rated = await startCatalog()
    await rated.importApartments(...['1', '2', '3', '4'].map((id) => apartment(id)))
  })
  afterAll(() => rated.close())

  it('puts many good reviews before a single perfect one, shows the plain mean of each, and follows the next count', async () => {
    await Promise.all([review('1', 1, 5), review('2', 40, 4.6), review('3', 60, 3.5)])
    const loved = await until(async () => {
      const listings = await mostLoved()
      return listings.filter(({ numReviews }) => numReviews > 0).length === 3 && listings
    })

    expect(idsOf(loved)).toEqual(['2', '1', '3', '4'])
    expect(loved.map(({ avgRating }) => avgRating)).toEqual([4.6, 5, 3.5, 0])
    expect(loved[3]).not.toHaveProperty('weightedRating')
    expect(loved[0]?.weightedRating).toBeGreaterThan(loved[1]?.weightedRating ?? Infinity)

    await review('1', 30, 5, 2)
    await until(async () => idsOf(await mostLoved())[0] === '1')
    expect(await mostLoved(await rated.startInstance())).toEqual(await mostLoved())
  })
})

describe('what reviews say', () => {
  it('arrives from the queue, about a landlord also before the landlord', async () => {
    const working = await startCatalog()
    const { context } = working
    const landlordStats = { landlordId: 'L', numReviews: 2, avgRating: 3, reviewIds: ['a', 'b'], version: 1 }
    await working.work()
    await updateLandlordStats(context, landlordStats)
    await working.importLandlords({ id: 'L', name: 'Oak Homes' })
    await working.importApartments(apartment('1'))
    expect(await working.get('/api/landlord/L')).toMatchObject({ numReviews: 2, reviews: ['a', 'b'] })

    await context.jobs.add(updateReviewStats, ofListing(stats('1', 7)))
    await context.jobs.add(updateReviewStats, ofLandlord({ ...landlordStats, reviewIds: ['b'], version: 2 }))

    await until(async () => (await working.get('/api/landlord/L')).reviews.length === 1)
    await until(async () => (await working.get('/api/review/WEST/count')).count === 7)
    expect((await working.get('/api/listings/1'))[0]).toMatchObject({ avgRating: 4.5, avgPrice: 3 })
    await working.close()
  })
})
