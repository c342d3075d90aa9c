import { until } from '@offquad/service-kit/testing'
import { catalogChanged, type Listing, resourceOf, responsesInvalidated } from '@offquad/contracts'
import { createLog, openEvents } from '@offquad/service-kit'
import { ofListing, type SentListing, updateLandlordStats, updateListingStats } from './review-stats'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

const stats = (changes: Partial<SentListing>): SentListing => ({
  aptId: '1',
  numReviews: 3,
  avgRating: 2,
  avgPrice: 0,
  lastReviewedAt: null,
  version: 1,
  ...changes,
})

describe('a change made through one instance', () => {
  let first: TestCatalog
  let second: Awaited<ReturnType<TestCatalog['startInstance']>>
  beforeAll(async () => {
    first = await startCatalog()
    second = await first.startInstance()
    // Events arrive from now on.
    await second.importApartments(apartment('0', { name: 'Zeppelin' }))
    await until(async () => (await first.call('/api/apts/0')).status === 200)
    await first.importLandlords({ id: 'L', name: 'Quarry Homes' })
    await first.importApartments(apartment('1', { name: 'Brick House', landlordId: 'L' }))
  })
  afterAll(() => first.close())

  const suggested = async (q: string): Promise<string[]> =>
    (await second.get(`/api/search?q=${q}`)).map(({ name }: { name: string }) => name)
  const search = async (query: string): Promise<Listing[]> =>
    second.get(`/api/search-with-query-and-filters?${query}`)

  it('is seen by another when something is created', async () => {
    await until(async () => (await suggested('brick')).includes('Brick House'))
    expect(await search('q=quarry%20homes')).toMatchObject([
      { company: 'Quarry Homes', buildingData: { id: '1' } },
    ])
  })

  it('is seen when the name, the rent and the rooms of an apartment change', async () => {
    await first.importApartments(
      apartment('1', { name: 'Marble Hall', landlordId: 'L', price: 4200, numBeds: 6 }),
    )

    await until(async () => (await search('minPrice=4000&bedrooms=6')).length === 1)
    expect(await suggested('marble')).toContain('Marble Hall')
    expect(await suggested('brick')).toEqual([])
  })

  it('is seen in the search when a landlord is renamed', async () => {
    await first.importLandlords({ id: 'L', name: 'Elm Estates' })

    await until(async () => (await search('q=elm%20estates'))[0]?.company === 'Elm Estates')
    expect(await search('q=quarry%20homes')).toEqual([])
    expect(await suggested('elm estates')).toEqual(['Elm Estates'])
  })

  it('is seen in the orders when counts change', async () => {
    await updateListingStats(first.context, stats({ numReviews: 7, version: 2 }))

    await until(async () => (await search('sortBy=numReviews'))[0]?.numReviews === 7)
  })

  it('is seen when an apartment and its landlord are deleted', async () => {
    await first.context.connection.collection('apartments').deleteOne({ _id: '1' as never })
    await first.context.connection.collection('landlords').deleteOne({ _id: 'L' as never })
    await first.context.events.publish(catalogChanged, { apartmentIds: ['1'], landlordIds: ['L'] })

    await until(async () => (await suggested('marble')).length === 0)
    expect(await search('size=100')).toHaveLength(1)
    expect(await suggested('elm estates')).toEqual([])
    expect((await second.call('/api/landlord/L')).status).toBe(404)
  })
})

describe('an instance', () => {
  it('notifies the gateways once it serves the change', async () => {
    const catalog = await startCatalog()
    const gateway = openEvents(catalog.config, 'gateway', createLog('gateway', 'silent'))
    const seen: number[] = []
    await gateway.subscribe(responsesInvalidated, async ({ service }) => {
      if (service === 'svc-catalog') seen.push((await catalog.call('/api/apts/1')).status)
    })

    await catalog.importApartments(apartment('1'))

    await until(() => seen.includes(200))
    await gateway.close()
    await catalog.close()
  })

  it('does not notify the gateways if a poll finds no change', async () => {
    const catalog = await startCatalog({ CATALOG_REFRESH_MS: 50 })
    await catalog.importLandlords({ id: 'L', name: 'Quarry Homes' })
    await catalog.importApartments(apartment('1'))
    await updateListingStats(catalog.context, stats({}))
    await until(async () => (await catalog.get('/api/review/west/count')).count === 3)
    const gateway = openEvents(catalog.config, 'gateway', createLog('gateway', 'silent'))
    let received: string[] = []
    await gateway.subscribe(
      responsesInvalidated,
      ({ resources = ['all'] }) => void received.push(...resources),
    )

    const landlordStats = { landlordId: 'L', numReviews: 1, avgRating: 5, reviewIds: ['r'] }
    await updateListingStats(catalog.context, stats({ version: 2 }))
    await updateLandlordStats(catalog.context, { ...landlordStats, version: 1 })
    await until(() => received.includes(resourceOf('landlord', 'L')))
    received = []
    await updateLandlordStats(catalog.context, { ...landlordStats, version: 2 })
    await updateListingStats(catalog.context, stats({ version: 3 }))
    // It looks for changes several times meanwhile.
    await catalog.importApartments(apartment('2'))
    await until(() => received.includes(resourceOf('apartment', '2')))

    expect(new Set(received)).toEqual(new Set([resourceOf('apartment', '2')]))
    await gateway.close()
    await catalog.close()
  })

  it('finds changes without events by polling', async () => {
    const catalog = await startCatalog({ CATALOG_REFRESH_MS: 100 })
    await catalog.importLandlords({ id: 'L', name: 'Quarry Homes' })
    await catalog.importApartments(apartment('1'), apartment('2'))

    await catalog.context.apartments.save([{ id: '1', isNew: false, content: { price: 1234 } }])
    await catalog.context.reviewStats.saveNewer(ofListing(stats({})))
    await catalog.context.connection.collection('apartments').deleteOne({ _id: '2' as never })
    await catalog.context.connection.collection('landlords').deleteOne({ _id: 'L' as never })

    await until(async () => (await catalog.get('/api/apts/1'))[0].price === 1234)
    await until(async () => (await catalog.get('/api/review/west/count')).count === 3)
    await until(async () => (await catalog.call('/api/apts/2')).status === 404)
    await until(async () => (await catalog.get('/api/search?q=quarry%20homes')).length === 0)
    await catalog.close()
  })
})
