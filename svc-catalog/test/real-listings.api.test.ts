import { type Listing } from '@offquad/contracts'
import { hasRealRows, type Outcome, realRows, startCatalog, type TestCatalog } from './start-catalog'

const count = (outcomes: Outcome[]) =>
  outcomes.reduce<Record<string, number>>(
    (counts, { outcome }) => ({ ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }),
    {},
  )

const notesOf = (outcomes: Outcome[]) =>
  outcomes.flatMap(({ line, note }) => (note === undefined ? [] : [[line, note]]))

// They lie beside the repository, not in it.
const describeIfThere = hasRealRows() ? describe : describe.skip

describeIfThere('the real listings', () => {
  let catalog: TestCatalog
  beforeAll(async () => {
    catalog = await startCatalog()
  })
  afterAll(() => catalog.close())

  const NOTES = [
    [81, 'same name and address as 68'],
    [92, 'same name and address as 85'],
    [128, 'same name and address as 115'],
    [239, 'landlord 34 does not exist'],
    [240, 'landlord 35 does not exist'],
    [241, 'landlord 36 does not exist'],
    [242, 'landlord 37 does not exist'],
    [243, 'landlord 38 does not exist'],
    [244, 'landlord 39 does not exist'],
  ]

  it('all go in, with six landlords that do not exist reported', async () => {
    const landlords = await catalog.importRows('landlords', realRows('landlords'))
    const apartments = await catalog.importRows('apartments', realRows('buildings'))

    expect(count(landlords)).toEqual({ created: 32 })
    expect(count(apartments)).toEqual({ created: 244 })
    expect(notesOf(landlords)).toEqual([])
    expect(notesOf(apartments)).toEqual(NOTES)
  })

  it('are all found unchanged the second time, with the same notes', async () => {
    expect(count(await catalog.importRows('landlords', realRows('landlords')))).toEqual({ unchanged: 32 })
    const apartments = await catalog.importRows('apartments', realRows('buildings'))
    expect(count(apartments)).toEqual({ unchanged: 244 })
    expect(notesOf(apartments)).toEqual(NOTES)
  })

  it.each([
    ['COLLEGETOWN', 143],
    ['downtown', 44],
    ['West', 25],
    ['OTHER', 18],
    ['NORTH', 14],
  ])('has in %s %i', async (area, expected) => {
    const listings: Listing[] = await catalog.get(`/api/location/${area}/`)
    expect(listings).toHaveLength(expected)

    const inArea: Listing[] = await catalog.get(
      `/api/search-with-query-and-filters?locations=${area}&size=100`,
    )
    expect(inArea).toHaveLength(Math.min(expected, 100))
    const reversed: Listing[] = await catalog.get(
      `/api/search-with-query-and-filters?locations=${area}&size=100&sortBy=originalOrder&sortLowToHigh=false`,
    )
    const ids = new Set([...inArea, ...reversed].map(({ buildingData }) => buildingData.id))
    expect(ids.size).toBe(expected)
  })

  it('have neither beds nor baths nor a place, and no stray blanks', async () => {
    const ids = Array.from({ length: 244 }, (_, index) => index + 1).join(',')
    const apartments = await catalog.get(`/api/apts/${ids}`)

    for (const apartment of apartments) {
      const { numBeds, numBaths, price, latitude, distanceToCampus, name, address } = apartment
      expect([numBeds, numBaths, price, latitude, distanceToCampus]).toEqual([null, null, null, null, null])
      expect(`${name}|${address}`).not.toMatch(/\s{2}|^\s|\s\||\|\s|\s$/)
    }
    const times = await catalog.get('/api/travel-times-by-id/1')
    expect(Object.values(times)).toEqual([null, null, null, null, null, null])
  })

  it('are found with typing errors, landlords among them', async () => {
    const first = realRows('buildings')[13]
    const misspelt = String(first?.name).replace('tt', 't').replace('ow', 'wo')

    expect(await catalog.get(`/api/search?q=${encodeURIComponent(String(first?.name))}`)).toMatchObject([
      { id: '14' },
    ])
    expect((await catalog.get(`/api/search?q=${encodeURIComponent(misspelt)}`))[0]).toMatchObject({
      id: '14',
    })
    const landlord = realRows('landlords')[4]
    expect(
      (await catalog.get(`/api/search?q=${encodeURIComponent(String(landlord?.name))}`))[0],
    ).toMatchObject({
      id: String(landlord?.id),
      label: 'LANDLORD',
    })
  })

  it('give links to landlords a scheme', async () => {
    for (const { id } of realRows('landlords')) {
      const { contact } = await catalog.get(`/api/landlord/${id}`)
      expect(contact ?? 'https://').toMatch(/^https?:\/\//)
    }
  })
})
