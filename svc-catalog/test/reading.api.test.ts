import { until } from '@offquad/service-kit/testing'
import { type Listing, type ReviewedLandlord, updateReviewStats } from '@offquad/contracts'
import { ofLandlord, ofListing } from './review-stats'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog

const idsOf = (listings: Listing[]) => listings.map(({ buildingData }) => buildingData.id)

const sendStats = (aptId: string, stats: { numReviews: number; avgRating: number; lastReviewedAt: string }) =>
  catalog.context.jobs.add(updateReviewStats, ofListing({ aptId, avgPrice: 2.5, version: 1, ...stats }))

beforeAll(async () => {
  catalog = await startCatalog()
  await catalog.work()
  await catalog.importLandlords(
    { id: 'L', name: 'Oak Homes', contact: 'oak.example', photos: ['/l.webp'], profilePhoto: '/p.webp' },
    { id: 'M', name: 'Elm Homes' },
  )
  await catalog.importApartments(
    apartment('10', { landlordId: 'L', area: 'North', latitude: 42.45, longitude: -76.48 }),
    apartment('2', { landlordId: 'L', area: 'NORTH', latitude: 42.447, longitude: -76.485 }),
    apartment('1', { landlordId: 'gone', photos: ['/1.webp'] }),
    apartment('3', { area: '', numBeds: 0, price: '' }),
  )
  await sendStats('10', { numReviews: 2, avgRating: 3.5, lastReviewedAt: '2024-05-01T00:00:00.000Z' })
  await sendStats('1', { numReviews: 2, avgRating: 4.25, lastReviewedAt: '2024-06-01T00:00:00.000Z' })
  await sendStats('3', { numReviews: 5, avgRating: 1, lastReviewedAt: '2023-01-01T00:00:00.000Z' })
  await catalog.context.jobs.add(
    updateReviewStats,
    ofLandlord({ landlordId: 'L', numReviews: 2, avgRating: 3.5, reviewIds: ['r1', 'r2'], version: 1 }),
  )
  await until(async () => (await catalog.get('/api/landlord/L')).numReviews === 2)
  await until(async () => {
    const listings: Listing[] = await catalog.get('/api/page-data/reviews/100')
    const isPlaced = ({ buildingData: { latitude, distanceToCampus } }: Listing) =>
      (latitude === null) === (distanceToCampus === null)
    return listings.filter(({ numReviews }) => numReviews > 0).length === 3 && listings.every(isPlaced)
  })
})
afterAll(() => catalog.close())

describe('GET /api/apts/:ids', () => {
  it('returns apartments in the order of the request, including repeated ids', async () => {
    const apartments = await catalog.get('/api/apts/3,10,%203')

    expect(apartments.map(({ id }: { id: string }) => id)).toEqual(['3', '10', '3'])
    expect(apartments[0]).toEqual({
      id: '3',
      name: 'House 3',
      address: '3 Oak St',
      landlordId: null,
      numBeds: null,
      numBaths: 1,
      price: null,
      photos: [],
      area: 'OTHER',
      latitude: null,
      longitude: null,
      distanceToCampus: null,
    })
    expect(apartments[1].distanceToCampus).toBeGreaterThan(1)
  })

  it('takes the ids of all apartments of a large landlord', async () => {
    const ids = Array.from({ length: 400 }, () => '3'.repeat(36)).join(',')

    expect((await catalog.call(`/api/apts/${ids}`)).status).toBe(404)
  })

  it('names the unknown id', async () => {
    const { status, body } = await catalog.call('/api/apts/3,nope,10')

    expect(status).toBe(404)
    expect(body).toMatchObject({
      type: '/problems/apartment-not-found',
      detail: 'There is no apartment "nope".',
    })
  })

  it('accepts a trailing slash', async () => {
    expect((await catalog.call('/api/apts/3/')).status).toBe(200)
  })

  it.each(['__proto__', 'constructor', '%00', '$where', '{}'])('does not know the id %s', async (id) => {
    expect((await catalog.call(`/api/apts/${id}`)).status).toBe(404)
  })
})

describe('GET /api/travel-times-by-id/:id', () => {
  it('returns minutes to every landmark', async () => {
    const times = await catalog.get('/api/travel-times-by-id/10')

    expect(Object.keys(times).sort()).toEqual([
      'agQuadDriving',
      'agQuadWalking',
      'engQuadDriving',
      'engQuadWalking',
      'hoPlazaDriving',
      'hoPlazaWalking',
      'isEstimate',
    ])
    const { hoPlazaWalking, hoPlazaDriving } = times
    expect(hoPlazaWalking).toBeGreaterThan(hoPlazaDriving)
    expect((await catalog.get('/api/apts/10'))[0].distanceToCampus).toBe(hoPlazaWalking)
  })

  it('returns nulls without coordinates', async () => {
    const times = await catalog.get('/api/travel-times-by-id/1')

    expect(Object.values(times)).toEqual([null, null, null, null, null, null])
  })
})

describe('GET /api/page-data/home/:size/:sortBy', () => {
  it.each([
    ['', ['3', '1', '10', '2']],
    ['/numReviews', ['3', '1', '10', '2']],
    ['/avgRating', ['1', '10', '3', '2']],
    ['/distanceToCampus', ['2', '10', '1', '3']],
  ])('orders%s with unknown values last and ties by id', async (sortBy, expected) => {
    const page = await catalog.get(`/api/page-data/home/8${sortBy}`)

    expect(idsOf(page.buildingData)).toEqual(expected)
    expect(page.isEnded).toBe(true)
  })

  it('reports whether there are more', async () => {
    const page = await catalog.get('/api/page-data/home/3')

    expect(page).toMatchObject({ isEnded: false })
    expect(page.buildingData).toHaveLength(3)
  })

  it('returns listings with review stats and landlord', async () => {
    const { buildingData } = await catalog.get('/api/page-data/home/8')
    const [, withoutLandlord, withLandlord] = buildingData

    expect(withLandlord).toMatchObject({ numReviews: 2, avgRating: 3.5, avgPrice: 2.5, company: 'Oak Homes' })
    expect(withoutLandlord).not.toHaveProperty('company')
    expect(withoutLandlord.buildingData.landlordId).toBe('gone')
  })

  it.each(['0', '101', 'many', '8/price', '8/__proto__'])('refuses %s', async (wrong) => {
    expect((await catalog.call(`/api/page-data/home/${wrong}`)).status).toBe(400)
  })
})

describe('GET /api/page-data/reviews/:size', () => {
  it('puts the most recently reviewed first and what has no review last', async () => {
    expect(idsOf(await catalog.get('/api/page-data/reviews/12'))).toEqual(['1', '10', '3', '2'])
    expect(idsOf(await catalog.get('/api/page-data/reviews/1'))).toEqual(['1'])
  })
})

describe('GET /api/page-data/landlords/:size', () => {
  it('returns the landlords with reviews, each with its most reviewed listings', async () => {
    const [landlord, ...others]: ReviewedLandlord[] = await catalog.get('/api/page-data/landlords/12')

    expect(landlord).toMatchObject({ id: 'L', numReviews: 2, avgRating: 3.5 })
    expect(others).toEqual([])
    const ofLandlord: Listing[] = await catalog.get('/api/buildings/all/L')
    expect(landlord?.numBuildings).toBe(ofLandlord.length)
    const counts = landlord?.listings.map(({ numReviews }) => numReviews) ?? []
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts.length).toBe(Math.min(4, ofLandlord.length))
  })
})

describe('GET /api/location/:area', () => {
  it.each(['NORTH', 'north', 'nOrTh/'])('returns the listings of %s, most reviewed first', async (area) => {
    expect(idsOf(await catalog.get(`/api/location/${area}`))).toEqual(['10', '2'])
  })

  it.each(['atlantis', 'constructor', '%25', 'x'.repeat(200)])('returns nothing for %s', async (area) => {
    expect(await catalog.get(`/api/location/${area}`)).toEqual([])
  })
})

describe('GET /api/review/:area/count', () => {
  it.each([
    ['NORTH', 2],
    ['west', 2],
    ['OTHER', 5],
    ['DOWNTOWN', 0],
    ['nowhere', 0],
  ])('counts the visible reviews of %s', async (area, count) => {
    expect(await catalog.get(`/api/review/${area}/count`)).toEqual({ count })
  })
})

describe('the buildings of a landlord', () => {
  it('come in original order', async () => {
    const buildings = await catalog.get('/api/buildings/L')
    const listings = await catalog.get('/api/buildings/all/L')

    expect(buildings.map(({ id }: { id: string }) => id)).toEqual(['10', '2'])
    expect(idsOf(listings)).toEqual(['10', '2'])
    expect(listings[0]).toMatchObject({ company: 'Oak Homes', numReviews: 2, buildingData: buildings[0] })
  })
})

describe('GET /api/landlord/:id', () => {
  it('returns the landlord with apartments and review stats', async () => {
    expect(await catalog.get('/api/landlord/L')).toEqual({
      id: 'L',
      name: 'Oak Homes',
      contact: 'https://oak.example',
      address: null,
      photos: ['/l.webp'],
      profilePhoto: '/p.webp',
      properties: ['10', '2'],
      avgRating: 3.5,
      numReviews: 2,
      reviews: ['r1', 'r2'],
    })
  })

  it('returns zeros and empty lists where nothing is known', async () => {
    expect(await catalog.get('/api/landlord/M')).toEqual({
      id: 'M',
      name: 'Elm Homes',
      contact: null,
      address: null,
      photos: [],
      properties: [],
      avgRating: 0,
      numReviews: 0,
      reviews: [],
    })
  })

  it('is 404 for an unknown landlord, even if apartments reference it', async () => {
    expect((await catalog.call('/api/landlord/nope')).status).toBe(404)
    expect((await catalog.call('/api/landlord/gone')).status).toBe(404)
  })
})

describe('GET /api/listings/:ids and GET /api/landlords/:ids', () => {
  it('return the order of the request and leave unknown ones out', async () => {
    const listings = await catalog.get('/api/listings/2,nope,10')
    const landlords = await catalog.get('/api/landlords/M,gone,L')

    expect(listings.map((listing: Listing) => listing.buildingData.id)).toEqual(['2', '10'])
    expect(landlords.map(({ id }: { id: string }) => id)).toEqual(['M', 'L'])
    expect(landlords[1]).toEqual(await catalog.get('/api/landlord/L'))
  })
})

describe('the service', () => {
  it('is ready, and responds to unknown paths with problem details', async () => {
    expect(await catalog.get('/readyz')).toEqual({ status: 'ready', needs: { database: 'ok' } })
    expect((await catalog.call('/api/nothing')).body).toMatchObject({
      status: 404,
      type: '/problems/unknown-path',
    })
  })
})
