import { type Listing } from '@offquad/contracts'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
  await catalog.importApartments(
    apartment('near', { latitude: 42.4445, longitude: -76.4826 }),
    apartment('far', { latitude: 42.4, longitude: -76.5 }),
    apartment('nowhere', { latitude: '', longitude: '' }),
    apartment('middle', { latitude: 42.45, longitude: -76.49 }),
  )
})
afterAll(() => catalog.close())

const SEARCH = '/api/search-with-query-and-filters'
const search = (query: Record<string, string>): Promise<Listing[]> =>
  catalog.get(`${SEARCH}?${new URLSearchParams(query)}`)
const ids = (listings: Listing[]) => listings.map(({ buildingData }) => buildingData.id)

describe('a search with the commute to a building', () => {
  it('finds what is within so many minutes, never an unknown way, and says how many they are', async () => {
    const listings = await search({ commute: 'upsonHall:walk:20', sortBy: 'commute' })

    expect(ids(listings)).toEqual(['near', 'middle'])
    expect(listings[0]?.commute).toEqual({ placeId: 'upsonHall', mode: 'walk', minutes: 1, isEstimate: true })
    expect(await catalog.get(`${SEARCH}/count?commute=upsonHall:walk:20`)).toEqual({ count: 2 })
  })

  it('filters nothing without minutes, and sorts an unknown way last in both directions', async () => {
    expect(ids(await search({ commute: 'upsonHall:bike', sortBy: 'commute' }))).toEqual([
      'near',
      'middle',
      'far',
      'nowhere',
    ])
    const listings = await search({ commute: 'upsonHall:bike', sortBy: 'commute', sortLowToHigh: 'false' })
    expect(ids(listings)).toEqual(['far', 'middle', 'near', 'nowhere'])
    expect(listings.at(-1)).not.toHaveProperty('commute')
  })

  it('knows minutes by every mode, each with its own', async () => {
    const minutesBy = async (mode: string) =>
      (await search({ commute: `olinLibrary:${mode}`, sortBy: 'commute', sortLowToHigh: 'false' }))[0]
        ?.commute?.minutes

    const [walk = 0, bike = 0, drive = 0] = await Promise.all(['walk', 'bike', 'drive'].map(minutesBy))

    expect(walk).toBeGreaterThan(bike)
    expect(bike).toBeGreaterThan(drive)
  })

  it('shows the travel times of landmarks as elsewhere, and does not estimate what the page does not', async () => {
    const [listing] = await search({ commute: 'hoPlaza:walk', q: 'near' })

    expect(listing).not.toHaveProperty('commute')
  })

  it('follows an apartment that moves', async () => {
    await search({ commute: 'baileyHall:walk:5', sortBy: 'commute' })
    await catalog.importApartments(apartment('moving', { latitude: 42.4, longitude: -76.5 }))
    expect(ids(await search({ commute: 'baileyHall:walk:5' }))).toEqual([])

    await catalog.importApartments(apartment('moving', { latitude: 42.4493, longitude: -76.4801 }))
    expect(ids(await search({ commute: 'baileyHall:walk:5' }))).toEqual(['moving'])
    await catalog.importApartments(apartment('moving', { latitude: '', longitude: '' }))
  })

  it('reads the way to a building in words', async () => {
    expect(ids(await search({ q: '20 min walk to upson hall', terms: 'true', sortBy: 'price' }))).toEqual([
      'middle',
      'near',
    ])
  })

  it('is answered for more places than there are columns, and again for the first', async () => {
    const all = ['walk', 'bike', 'drive'].flatMap(
      (mode) => catalog.context.university.buildings?.map(({ id }) => `${id}:${mode}`) ?? [],
    )
    expect(all.length).toBeGreaterThan(24)

    for (const commute of [...all, ...all.slice(0, 2)])
      expect(ids(await search({ commute, sortBy: 'commute' })).slice(-3)).toEqual([
        'far',
        'moving',
        'nowhere',
      ])
  })

  it.each([
    [{ commute: 'atlantis:walk:15' }, 'commute'],
    [{ commute: 'upsonHall:bus:15' }, 'commute'],
    [{ commute: 'upsonHall:walk:0' }, 'commute'],
    [{ commute: '__proto__:walk:5' }, 'commute'],
    [{ sortBy: 'commute' }, 'sortBy'],
  ])('refuses %j and names the field', async (query, field) => {
    const { status, body } = await catalog.call(`${SEARCH}?${new URLSearchParams(query)}`)

    expect([status, body.errors[0].field]).toEqual([400, field])
  })
})

describe('the ways to a caller’s places', () => {
  const GYM = { id: 'my-12345678', mode: 'bike', latitude: 42.4531234, longitude: -76.4775 }
  const UPSON = { id: 'upsonHall', mode: 'walk', latitude: 0, longitude: 0 }
  const nearPlaces = (search: object, places: object[]) =>
    catalog.call('/api/search-near-places', 'nobody', { search, places })

  it('are those to every place, where they are known', async () => {
    const { body } = await catalog.call('/api/commutes', 'nobody', {
      apartmentIds: ['near', 'nowhere', 'unknown', 'near'],
      places: [GYM, UPSON],
    })

    expect(body.items).toEqual([
      {
        apartmentId: 'near',
        commutes: [
          { placeId: 'my-12345678', mode: 'bike', minutes: 7, isEstimate: true },
          { placeId: 'upsonHall', mode: 'walk', minutes: 1, isEstimate: true },
        ],
      },
      { apartmentId: 'nowhere', commutes: [] },
      { apartmentId: 'unknown', commutes: [] },
    ])
  })

  it('filter and sort a search, whose listings have them', async () => {
    const { status, body } = await nearPlaces({ commute: 'my-12345678:bike:8', sortBy: 'commute' }, [
      UPSON,
      GYM,
    ])

    expect(status).toBe(200)
    expect(body).toMatchObject({
      total: 2,
      items: [{ commute: { minutes: 7 } }, { commute: { minutes: 7 } }],
    })
    expect(ids(body.items)).toEqual(['middle', 'near'])
    expect(body.items[0].commute).toEqual({
      placeId: 'my-12345678',
      mode: 'bike',
      minutes: 7,
      isEstimate: true,
    })
  })

  it('are to the first place where the search names none, and to any on campus where it does', async () => {
    const first = await nearPlaces({ sortBy: 'commute' }, [GYM, UPSON])
    const named = await nearPlaces({ commute: 'olinLibrary:walk', sortBy: 'commute' }, [GYM])

    expect(first.body).toMatchObject({
      total: 5,
      items: [{ commute: { placeId: 'my-12345678' } }, {}, {}, {}, {}],
    })
    expect(named.body.items[0].commute.placeId).toBe('olinLibrary')
  })

  it('are computed from rounded coordinates: nearby places of several students are one', async () => {
    const minutesTo = async (latitude: number) => {
      const places = [{ ...GYM, mode: 'walk', latitude }]
      const { body } = await catalog.call('/api/commutes', 'nobody', { apartmentIds: ['far'], places })
      return body.items[0].commutes[0].minutes
    }

    expect(await minutesTo(42.4534)).toBe(await minutesTo(42.4526))
  })

  it('are refused without a place, with too many, and for a place that is not among them', async () => {
    const statuses = await Promise.all([
      nearPlaces({}, []),
      nearPlaces({}, Array(6).fill(GYM)),
      nearPlaces({ commute: 'my-87654321:walk:15' }, [GYM]),
      nearPlaces({ commute: 'my-12345678:bus:15' }, [GYM]),
    ])

    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })
})
