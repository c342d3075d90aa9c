import { apartment, startCatalog, type TestCatalog } from './start-catalog'
import { GTFS_FOLDER } from './gtfs-feed'

const HOUSES = [
  // 222 m from the stop Lake Street.
  apartment('lake', { latitude: 42.4376, longitude: -76.497 }),
  apartment('campus', { latitude: 42.4467, longitude: -76.485 }),
  apartment('woods', { latitude: 42.42, longitude: -76.54 }),
  apartment('nowhere', { latitude: '', longitude: '' }),
]
const SEARCH = '/api/search-with-query-and-filters'

describe('a site with a timetable of buses', () => {
  let catalog: TestCatalog
  beforeAll(async () => {
    catalog = await startCatalog({ GTFS_FILE: GTFS_FOLDER })
    await catalog.importApartments(...HOUSES)
  })
  afterAll(() => catalog.close())

  const search = async (query: Record<string, string>) =>
    (await catalog.get(`${SEARCH}?${new URLSearchParams(query)}`)) as {
      buildingData: { id: string }
      commute?: object
    }[]

  it('offers the bus among the modes', async () => {
    expect(await catalog.get('/api/commute-options')).toMatchObject({
      modes: ['walk', 'bike', 'drive', 'bus'],
    })
  })

  it('finds what is within so many minutes by bus, sorts by them, and says where walking is faster', async () => {
    const listings = await search({ commute: 'urisLibrary:bus:25', sortBy: 'commute' })

    expect(listings.map(({ buildingData, commute }) => [buildingData.id, commute])).toEqual([
      ['campus', { placeId: 'urisLibrary', mode: 'bus', minutes: 2, isEstimate: true, isOnFoot: true }],
      // 3 to the stop, 5 waiting, 6 riding, 2 to the library.
      ['lake', { placeId: 'urisLibrary', mode: 'bus', minutes: 16, isEstimate: true }],
    ])
    expect(await catalog.get(`${SEARCH}/count?commute=urisLibrary:bus:15`)).toEqual({ count: 1 })
  })

  it('knows the ways to places of callers, and never pays a router for them', async () => {
    const place = { id: 'my-12345678', mode: 'bus', latitude: 42.4466, longitude: -76.4849 }
    const { body } = await catalog.call('/api/commutes', 'student', {
      apartmentIds: ['lake', 'nowhere'],
      places: [place],
    })

    expect(body).toEqual({
      items: [
        {
          apartmentId: 'lake',
          commutes: [{ placeId: 'my-12345678', mode: 'bus', minutes: 15, isEstimate: true }],
        },
        { apartmentId: 'nowhere', commutes: [] },
      ],
    })
  })

  it('lists the stops near an apartment with the lines from there to campus', async () => {
    expect(await catalog.get('/api/campus-buses/lake')).toEqual({
      timetable: { agencies: ['Hill, Lake & Campus Buses'], day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      stops: [
        {
          name: 'Lake Street',
          walkMinutes: 3,
          lines: [
            {
              name: '10',
              headsign: 'Campus',
              departures: 72,
              everyMinutes: 10,
              placeId: 'hoPlaza',
              rideMinutes: 6,
              walkMinutes: 0,
            },
          ],
        },
      ],
    })
  })

  it.each(['woods', 'nowhere'])('lists no stops for %s', async (id) => {
    expect(await catalog.get(`/api/campus-buses/${id}`)).toMatchObject({ timetable: {}, stops: [] })
  })
})

it('a site whose timetable is missing serves everything else', async () => {
  const catalog = await startCatalog({ GTFS_FILE: '/nowhere/gtfs.zip' })
  await catalog.importApartments(...HOUSES)

  expect(await catalog.get('/api/commute-options')).toMatchObject({ modes: ['walk', 'bike', 'drive'] })
  expect(await catalog.get('/api/campus-buses/lake')).toEqual({ stops: [] })
  expect((await catalog.call(`${SEARCH}?commute=urisLibrary:bus:25`)).status).toBe(400)
  await catalog.close()
})
