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

let catalog: TestCatalog
beforeEach(async () => {
  catalog = await startCatalog()
})
afterEach(() => catalog.close())

const stats = (version: number, changes: Partial<ListingStats> = {}): SentListing => ({
  aptId: '1',
  numReviews: version,
  avgRating: 4.5,
  avgPrice: 3,
  lastReviewedAt: null,
  version,
  ...changes,
})
const readCount = async () => (await catalog.get('/api/location/west'))[0]?.numReviews
const storedVersion = async () => (await catalog.context.reviewStats.list())[0]?.version

describe('what reviews say about an apartment', () => {
  it('arrives from the queue', async () => {
    await catalog.work()
    await catalog.importApartments(apartment('1'))

    await catalog.context.jobs.add(updateReviewStats, ofListing(stats(7)))

    await until(async () => (await readCount()) === 7)
    expect(await catalog.get('/api/review/WEST/count')).toEqual({ count: 7 })
    expect((await catalog.get('/api/location/west'))[0]).toMatchObject({ avgRating: 4.5, avgPrice: 3 })
  })

  it('is never replaced by an older version, in whatever order they arrive', async () => {
    await catalog.importApartments(apartment('1'))

    await updateListingStats(catalog.context, stats(2))
    await updateListingStats(catalog.context, stats(5))
    await updateListingStats(catalog.context, stats(4))
    await updateListingStats(catalog.context, stats(5, { numReviews: 99 }))

    await until(async () => (await readCount()) === 5)
    expect(await storedVersion()).toBe(5)
  })

  it('is reset when the last review is deleted', async () => {
    await catalog.importApartments(apartment('1'))
    await updateListingStats(catalog.context, stats(1))
    await until(async () => (await readCount()) === 1)

    await updateListingStats(catalog.context, stats(2, { numReviews: 0, avgRating: 0, avgPrice: 0 }))

    await until(async () => (await readCount()) === 0)
  })
})

describe('a read that comes after a change of reviews', () => {
  const readAfter = async (...changes: Change[]) => {
    const headers = { [READ_AFTER_HEADER]: formatChanges(changes) }
    const response = await fetch(`${catalog.url}/api/review/WEST/count`, { headers })
    return ((await response.json()) as { count: number }).count
  }
  const change = (version: number): Change => ({ resource: resourceOf('apartment', '1'), version })

  it('waits for the stats of that change, and does not for older ones', async () => {
    await catalog.importApartments(apartment('1'))

    const waiting = readAfter(change(2))
    await updateListingStats(catalog.context, stats(2))
    expect(await waiting).toBe(2)
    const later = readAfter(change(2), change(5))
    await updateListingStats(catalog.context, stats(5))
    expect(await later).toBe(5)
    expect(await readAfter(change(2), change(5))).toBe(5)
  })

  it('waits for stats of an apartment that is not known here', async () => {
    await updateListingStats(catalog.context, stats(2))
    const startedAt = performance.now()
    await readAfter(change(2))
    await readAfter(change(2))

    expect(performance.now() - startedAt).toBeLessThan(600)
    expect(await storedVersion()).toBe(2)
  })

  it('waits 300 ms at most, once, and shows what there is', async () => {
    await catalog.importApartments(apartment('1'))
    const startedAt = performance.now()

    const counts = await Promise.all([readAfter(change(9)), readAfter(change(9)), readAfter(change(9))])

    expect(counts).toEqual([0, 0, 0])
    expect(performance.now() - startedAt).toBeGreaterThan(290)
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
  it.each([
    ['/api/apts/1', 'apartment/1'],
    ['/api/travel-times-by-id/1', 'apartment/1'],
    ['/api/reported-rents?aptId=1', 'apartment/1'],
    ['/api/landlord/L', 'landlord/L'],
    ['/api/buildings/L', 'landlord/L'],
    // Its ratings are weighted by the mean of all reviews.
    ['/api/listings/1', null],
    ['/api/location/west', null],
    ['/api/reported-rents?area=west', null],
  ])('of %s says that it depends on %s', async (path, resources) => {
    await catalog.importLandlords({ id: 'L', name: 'Oak Homes' })
    await catalog.importApartments(apartment('1', { landlordId: 'L' }))

    const response = await fetch(catalog.url + path)

    expect([response.status, response.headers.get(SHOWS_HEADER)]).toEqual([200, resources])
  })
})

describe('the rent that students report', () => {
  const search = async (query: string): Promise<string[]> => {
    const found = await catalog.get(`/api/search-with-query-and-filters?${query}`)
    return found.map(({ buildingData }: { buildingData: { id: string } }) => buildingData.id)
  }
  const report = async (aptId: string, version: number, reportedRent: ListingStats['reportedRent']) => {
    await updateListingStats(catalog.context, stats(version, { aptId, reportedRent }))
    await until(async () => (await catalog.get(`/api/listings/${aptId}`))[0]?.numReviews === version)
  }

  beforeEach(() =>
    catalog.importApartments(
      apartment('1', { price: '' }),
      apartment('2', { price: 1250 }),
      apartment('3', { price: 1350 }),
      apartment('4', { price: '' }),
    ),
  )

  it('is served with the listing, and removed when too few reviews report one', async () => {
    await report('1', 5, { bracket: 4, reports: 3 })
    expect((await catalog.get('/api/listings/1'))[0]).toMatchObject({
      buildingData: { price: null },
      reportedRent: { bracket: 4, reports: 3 },
    })
    expect((await catalog.get('/api/location/west')).length).toBe(4)

    await report('1', 6, null)

    expect((await catalog.get('/api/listings/1'))[0]).not.toHaveProperty('reportedRent')
  })

  it('is kept with the name of the landlord when that changes', async () => {
    await report('4', 5, { bracket: 4, reports: 3 })
    await catalog.importLandlords({ id: 'L', name: 'Oak Homes' })
    await catalog.importApartments(apartment('4', { price: '', landlordId: 'L' }))

    await catalog.importLandlords({ id: 'L', name: 'Elm Homes' })

    await until(async () => (await catalog.get('/api/listings/4'))[0]?.company === 'Elm Homes')
    expect((await catalog.get('/api/listings/4'))[0]).toMatchObject({
      reportedRent: { bracket: 4, reports: 3 },
    })
  })

  it('decides about price filters and the order of prices where no rent is listed', async () => {
    await report('1', 5, { bracket: 4, reports: 3 })

    expect(await search('sortBy=price&sortLowToHigh=true')).toEqual(['2', '1', '3', '4'])
    expect(await search('sortBy=price&sortLowToHigh=false')).toEqual(['3', '1', '2', '4'])
    expect(await search('minPrice=1200&maxPrice=1399&sortBy=price&sortLowToHigh=true')).toEqual([
      '2',
      '1',
      '3',
    ])
    // Some of what students paid fits.
    expect(await search('maxPrice=1200')).toEqual(['1'])
    expect(await search('minPrice=1390')).toEqual(['1'])
    expect(await search('maxPrice=1199')).toEqual([])
    expect(await search('minPrice=1400')).toEqual([])
  })

  it('does not replace a rent that is listed', async () => {
    await report('2', 5, { bracket: 6, reports: 9 })

    expect(await search('minPrice=1600')).toEqual([])
    expect(await search('minPrice=1250&maxPrice=1250')).toEqual(['2'])
  })

  it('of the highest bracket is open upwards', async () => {
    await report('1', 5, { bracket: 6, reports: 3 })

    expect(await search('minPrice=9000')).toEqual(['1'])
    expect(await search('maxPrice=1599&sortBy=price')).toEqual(['3', '2'])
  })
})

describe('what students paid', () => {
  const rents = [
    { year: 2024, bedrooms: 2, brackets: [0, 0, 2, 1, 0, 0] },
    { year: 2025, bedrooms: 2, brackets: [0, 0, 0, 0, 2, 0] },
    { year: 2025, bedrooms: 1, brackets: [0, 0, 0, 0, 0, 2] },
  ]
  const paid = (query: string) => catalog.get(`/api/reported-rents?${query}`)
  const counted = async (aptId: string, version: number) =>
    until(async () => (await catalog.get(`/api/listings/${aptId}`))[0]?.numReviews === version)

  beforeEach(async () => {
    await catalog.importApartments(apartment('1'), apartment('2'), apartment('3', { area: 'NORTH' }))
    await updateListingStats(catalog.context, stats(5, { rents }))
    await counted('1', 5)
  })

  it('is served for an apartment when three reviews report it', async () => {
    expect(await paid('aptId=1')).toEqual({
      rents: [
        { bedrooms: 2, bracket: 4, reports: 5 },
        { bedrooms: 2, year: 2024, bracket: 3, reports: 3 },
      ],
    })
    expect(await paid('aptId=2')).toEqual({ rents: [] })
  })

  it('is served for an area from the reviews of all its apartments', async () => {
    await updateListingStats(catalog.context, stats(6, { aptId: '2', rents: rents.slice(1) }))
    await updateListingStats(catalog.context, stats(7, { aptId: '3', rents: rents.slice(1) }))
    await counted('2', 6)
    await counted('3', 7)

    expect(await paid('area=west')).toEqual({
      rents: [
        { bedrooms: 1, bracket: 6, reports: 4 },
        { bedrooms: 1, year: 2025, bracket: 6, reports: 4 },
        { bedrooms: 2, bracket: 5, reports: 7 },
        { bedrooms: 2, year: 2025, bracket: 5, reports: 4 },
        { bedrooms: 2, year: 2024, bracket: 3, reports: 3 },
      ],
    })
    expect(await paid('area=NORTH')).toEqual({ rents: [] })
    expect(await paid('area=nowhere')).toEqual({ rents: [] })
  })

  it('is no longer served when the reviews are deleted', async () => {
    await updateListingStats(catalog.context, stats(6, { rents: rents.slice(1) }))
    await counted('1', 6)
    expect(await paid('area=west')).toEqual({ rents: [] })
    expect(await paid('aptId=1')).toEqual({ rents: [] })
  })

  it('is not a field of the listing, and requires one apartment or area that exists', async () => {
    expect((await catalog.get('/api/listings/1'))[0]).not.toHaveProperty('rents')
    const statusOf = async (query: string) =>
      (await fetch(`${catalog.url}/api/reported-rents${query}`)).status
    expect(await Promise.all(['?aptId=9', '', '?aptId=1&area=west', '?landlordId=1'].map(statusOf))).toEqual([
      404, 400, 400, 400,
    ])
  })
})

describe('what reviews talk about', () => {
  const topics = [{ topic: 'heat' as const, praised: 1, criticised: 4 }]
  const listing = async () => (await catalog.get('/api/listings/1'))[0]
  const landlordStats = (version: number, changes: object = {}) => ({
    landlordId: 'L',
    numReviews: version,
    avgRating: 3,
    reviewIds: [],
    version,
    ...changes,
  })

  beforeEach(async () => {
    await catalog.importApartments(apartment('1', { landlordId: 'L' }))
    await catalog.importLandlords({ id: 'L', name: 'Oak Homes' })
  })

  it('is served with the listing and the landlord, and left out when reviews mention nothing', async () => {
    await updateListingStats(catalog.context, stats(5, { topics }))
    await updateLandlordStats(catalog.context, landlordStats(5, { topics }))
    await until(async () => (await catalog.get('/api/landlord/L')).numReviews === 5)
    expect(await listing()).toMatchObject({ topics })
    expect(await catalog.get('/api/landlord/L')).toMatchObject({ topics })

    await updateListingStats(catalog.context, stats(6, { topics: [] }))
    await updateLandlordStats(catalog.context, landlordStats(6, { topics: [] }))

    await until(async () => (await catalog.get('/api/landlord/L')).numReviews === 6)
    expect(await listing()).not.toHaveProperty('topics')
    expect(await catalog.get('/api/landlord/L')).not.toHaveProperty('topics')
  })

  it('decides which listings have no complaints: those with reviews, none of which criticizes a topic', async () => {
    const search = async (query: string) => {
      const found: Listing[] = await catalog.get(`/api/search-with-query-and-filters?${query}`)
      return found.map(({ buildingData }) => buildingData.id).toSorted()
    }
    await catalog.importApartments(...['2', '3', '4'].map((id) => apartment(id)))
    const mentioning = (aptId: string, changes: Partial<ListingStats>) =>
      updateListingStats(catalog.context, stats(5, { aptId, ...changes }))
    await mentioning('1', { topics })
    await mentioning('2', { topics: [{ topic: 'heat', praised: 3, criticised: 0 }] })
    await mentioning('3', { topics: [] })
    await until(async () => (await catalog.get('/api/listings/3'))[0]?.numReviews === 5)

    expect(await search('without=heat')).toEqual(['2', '3'])
    expect(await search('without=pests,noise')).toEqual(['1', '2', '3'])
    expect(await search('without=Pests,heat&locations=north')).toEqual([])
    expect(await search('q=no+mice&terms=true')).toEqual(['1', '2', '3'])
    expect(await catalog.call('/api/search-with-query-and-filters?without=pests,weather')).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'without', message: expect.stringMatching(/^There is no topic "weather"/) }],
      },
    })
  })
})

describe('the order by rating and number of reviews', () => {
  const ids = (listings: { buildingData: { id: string } }[]) =>
    listings.map(({ buildingData }) => buildingData.id)
  const mostLoved = async () => {
    const { buildingData } = await catalog.get('/api/page-data/home/8/weightedRating')
    return buildingData
  }
  const review = (aptId: string, numReviews: number, avgRating: number, version = 1) =>
    updateListingStats(catalog.context, stats(version, { aptId, numReviews, avgRating }))

  beforeEach(async () => {
    await catalog.importApartments(apartment('1'), apartment('2'), apartment('3'), apartment('4'))
    await Promise.all([review('1', 1, 5), review('2', 40, 4.6), review('3', 60, 3.5)])
    await until(async () => (await mostLoved()).filter((one: Listing) => one.numReviews > 0).length === 3)
  })

  it('puts many good reviews before a single perfect one and shows the plain mean of each', async () => {
    const found = await mostLoved()

    expect(ids(found)).toEqual(['2', '1', '3', '4'])
    expect(found.map(({ avgRating }: Listing) => avgRating)).toEqual([4.6, 5, 3.5, 0])
    expect(found[3]).not.toHaveProperty('weightedRating')
    expect(found[0].weightedRating).toBeGreaterThan(found[1].weightedRating)
  })

  it('leaves the order by the plain mean to those who ask for it', async () => {
    const { buildingData } = await catalog.get('/api/page-data/home/8/avgRating')

    expect(ids(buildingData)).toEqual(['1', '2', '3', '4'])
  })

  it('orders a search and its pages, each apartment on exactly one page', async () => {
    const path = '/api/search-with-query-and-filters?sortBy=weightedRating&size=1&offset='
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => catalog.get(path + offset)))

    expect(ids(pages.flat())).toEqual(['2', '1', '3', '4'])
  })

  it('follows the next count, and is the same in an instance that starts later', async () => {
    await review('1', 30, 5, 2)
    await until(async () => ids(await mostLoved())[0] === '1')

    const later = await catalog.startInstance()

    const { buildingData } = await later.get('/api/page-data/home/8/weightedRating')
    expect(buildingData).toEqual(await mostLoved())
  })
})

describe('what reviews say about a landlord', () => {
  it('arrives from the queue, also before the landlord', async () => {
    const landlordStats = { landlordId: 'L', numReviews: 2, avgRating: 3, reviewIds: ['a', 'b'], version: 1 }
    await catalog.work()
    await updateLandlordStats(catalog.context, landlordStats)
    await catalog.importLandlords({ id: 'L', name: 'Oak Homes' })
    expect(await catalog.get('/api/landlord/L')).toMatchObject({ numReviews: 2, reviews: ['a', 'b'] })

    await catalog.context.jobs.add(
      updateReviewStats,
      ofLandlord({ ...landlordStats, reviewIds: ['b'], version: 2 }),
    )

    await until(async () => (await catalog.get('/api/landlord/L')).reviews.length === 1)
  })
})
