import { addApartment, exportApartments, type Listing } from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { apartment, type Row, startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const read = async (id: string) => (await catalog.get(`/api/apts/${id}`))[0]
const change = (id: string, body: Row) =>
  catalog.send('PUT', `/api/admin/apartments/${id}`, { who: 'admin', body })

const ROOM_TYPES = [
  { beds: 3, baths: 1.5, rent: 800, leaseMonths: 12 },
  { beds: 1, baths: 1, rent: 1100, availableFrom: '2027-08-01', squareFeet: 480 },
  { beds: 1, baths: 1, rent: 950 },
]

describe('room types of an imported apartment', () => {
  it('say what the older fields say: the smallest one, and the cheapest of these', async () => {
    const row = apartment('old-fields', { numBeds: '', numBaths: '', price: '', roomTypes: ROOM_TYPES })

    expect(await catalog.importApartments(row)).toEqual([{ line: 1, outcome: 'created' }])
    expect(await read('old-fields')).toMatchObject({
      roomTypes: ROOM_TYPES,
      numBeds: 1,
      numBaths: 1,
      price: 950,
    })
  })

  it('count where the older fields of the row differ, which the report notes', async () => {
    const row = apartment('differs', { numBeds: 4, price: 950, roomTypes: ROOM_TYPES })

    expect(await catalog.importApartments(row)).toEqual([
      {
        line: 1,
        outcome: 'created',
        note: 'numBeds is 1 by the room types, not 4: change these instead',
      },
    ])
    expect(await read('differs')).toMatchObject({ numBeds: 1, price: 950 })
  })

  it.each([
    [
      'a text',
      '3 beds, 1.5 baths, $1,800, 12 months; studio, 1 bath, $950/month, from 2027-08-01, 480 sq ft',
    ],
    [
      'a text with a comma in its date',
      '3 beds, 1.5 baths, $1,800, 12 months; studio, 1 bath, $950/month, from August 1, 2027, 480 sq ft',
    ],
    [
      'JSON',
      JSON.stringify([
        { beds: '3', baths: 1.5, rent: '$1,800', leaseMonths: 12, squareFeet: '' },
        { beds: 0, baths: '1', rent: 950, availableFrom: '2027-08-01', squareFeet: 480 },
      ]),
    ],
  ])('may be %s', async (_what, roomTypes) => {
    await catalog.importApartments(apartment('text', { numBeds: '', price: '', roomTypes }))

    expect(await read('text')).toMatchObject({
      roomTypes: [
        { beds: 3, baths: 1.5, rent: 1800, leaseMonths: 12 },
        { beds: 0, baths: 1, rent: 950, availableFrom: '2027-08-01', squareFeet: 480 },
      ],
      numBeds: 0,
      price: 950,
    })
  })

  it.each<[unknown, string]>([
    [
      [
        { beds: 1, baths: 1, rent: 900 },
        { beds: 'two', baths: 1, availableFrom: '2027-02-30' },
      ],
      'beds of room type 2 must be a whole number from 0 to 20, not "two"; rent of room type 2 is missing: fill it in; availableFrom of room type 2 must be a day like 2027-08-01, not "2027-02-30"',
    ],
    [
      [{ beds: 1, bathrooms: 1 }],
      'roomTypes entry 1 has unknown fields (bathrooms): use beds, baths, rent, availableFrom, leaseMonths, squareFeet',
    ],
    [
      '2 beds, 1 bath, $900, near the lake',
      'roomTypes has "near the lake", which is not part of a room type: write a text like "2 beds, 1 bath, $950, from 2027-08-01, 12 months, 700 sq ft; studio, 1 bath, $800"',
    ],
    [
      '[{',
      'roomTypes must be a list of objects or a text like "2 beds, 1 bath, $950, from 2027-08-01, 12 months, 700 sq ft; studio, 1 bath, $800", not "[{"',
    ],
    [Array.from({ length: 31 }, () => ROOM_TYPES[0]), 'roomTypes has 31 entries, 30 at most'],
  ])('are rejected with the reason: %j', async (roomTypes, reason) => {
    expect(await catalog.importApartments(apartment('rejected', { roomTypes }))).toEqual([
      { line: 1, outcome: 'rejected', reason },
    ])
  })

  it('are kept by a file without such a column, and removed by an empty one', async () => {
    await catalog.importApartments(apartment('kept', { numBeds: '', price: '', roomTypes: ROOM_TYPES }))

    expect(await catalog.importApartments(apartment('kept', { numBeds: '', price: '' }))).toMatchObject([
      { outcome: 'unchanged' },
    ])
    await catalog.importApartments(apartment('kept', { numBeds: 2, price: 700, roomTypes: '' }))

    const { roomTypes, ...others } = await read('kept')
    expect(roomTypes).toBeUndefined()
    expect(others).toMatchObject({ numBeds: 2, price: 700 })
  })
})

describe('amenities of an imported apartment', () => {
  it.each([
    ['a list', ['parking', 'Laundry', 'laundry'], ['laundry', 'parking']],
    ['a text', 'parking; Laundry', ['laundry', 'parking']],
    ['JSON', '["Laundry", "PARKING"]', ['laundry', 'parking']],
    ['names', 'Air conditioning, step free, Pets allowed', ['pets', 'air-conditioning', 'step-free']],
  ])('may be %s', async (_what, amenities, expected) => {
    await catalog.importApartments(apartment('amenities', { amenities }))

    expect((await read('amenities')).amenities).toEqual(expected)
  })

  it('are rejected by name when they are unknown', async () => {
    expect(
      await catalog.importApartments(apartment('unknown', { amenities: 'laundry, pool, helipad' })),
    ).toEqual([
      {
        line: 1,
        outcome: 'rejected',
        reason:
          'amenities has "pool", "helipad", which is not a known amenity: use laundry, parking, pets, furnished, utilities-included, air-conditioning, dishwasher, bike-storage, step-free, roommate-matching',
      },
    ])
  })
})

describe('exported room types and amenities', () => {
  it('change nothing when the file is imported again, as JSON or CSV', async () => {
    await catalog.importApartments(
      apartment('export-1'),
      apartment('export-2', { numBeds: '', price: '', roomTypes: ROOM_TYPES, amenities: ['pets'] }),
    )
    const { body } = await catalog.call(exportApartments.path, 'admin')
    const rows: Row[] = body
    const cells = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      ),
    )
    for (const file of [rows, cells])
      for (const { outcome, note } of await catalog.importApartments(...file))
        expect({ outcome, note }).toEqual({ outcome: 'unchanged', note: undefined })
  })
})

describe('room types that an administrator edits', () => {
  it('are stored with what they say about the older fields', async () => {
    const { status, body } = await catalog.call(addApartment.path, 'admin', {
      name: 'The Mill',
      roomTypes: [{ beds: '2', baths: '1', rent: '950', availableFrom: '', leaseMonths: '', squareFeet: '' }],
      amenities: ['dishwasher'],
    })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      numBeds: 2,
      price: 950,
      roomTypes: [{ beds: 2, baths: 1, rent: 950 }],
      amenities: ['dishwasher'],
    })
  })

  it('are rejected with the path of each field', async () => {
    const { status, body } = await catalog.call(addApartment.path, 'admin', {
      name: 'The Mill',
      roomTypes: [ROOM_TYPES[0], { beds: 1, baths: '', rent: 'much' }],
    })

    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { field: 'roomTypes.1.baths', message: 'Is missing: fill it in.' },
      { field: 'roomTypes.1.rent', message: 'Must be a whole number from 1 to 1000000, not "much".' },
    ])
  })

  it('are changed instead of the older fields, which follow them', async () => {
    await catalog.importApartments(apartment('edited', { numBeds: '', price: '', roomTypes: ROOM_TYPES }))

    const { status, body } = await change('edited', { price: 500 })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { field: 'price', message: 'Is 950 by the room types, not 500: change these instead.' },
    ])

    await change('edited', { roomTypes: [{ beds: 2, baths: 1, rent: 500 }] })
    expect(await read('edited')).toMatchObject({ numBeds: 2, numBaths: 1, price: 500 })
    await change('edited', { roomTypes: [] })
    expect(await read('edited')).toMatchObject({ numBeds: 2, price: 500 })
  })
})

describe('a search for rooms', () => {
  const AREA = 'NORTH'
  beforeAll(() =>
    catalog.importApartments(
      apartment('s1', {
        area: AREA,
        numBeds: '',
        price: '',
        amenities: 'laundry, parking',
        roomTypes: [
          { beds: 1, baths: 1, rent: 900, availableFrom: '2027-06-01' },
          { beds: 3, baths: 2, rent: 1500, availableFrom: '2027-08-15' },
        ],
      }),
      apartment('s2', {
        area: AREA,
        numBeds: '',
        price: '',
        amenities: ['laundry'],
        roomTypes: [{ beds: 3, baths: 1, rent: 1000, availableFrom: '2027-08-01' }],
      }),
      apartment('s3', { area: AREA, numBeds: 4, numBaths: 2, price: 1200 }),
    ),
  )

  const SEARCH = '/api/search-with-query-and-filters'
  const find = (query: object): Promise<Listing[]> =>
    catalog.get(`${SEARCH}?${new URLSearchParams({ locations: AREA, ...query })}`)
  async function search(query: object, order: object = {}): Promise<string[]> {
    const listings = await find({ ...query, ...order })
    const { count } = await catalog.get(
      `${SEARCH}/count?${new URLSearchParams({ locations: AREA, ...query })}`,
    )
    expect(count).toBe(listings.length)
    return listings.map(({ buildingData }) => buildingData.id)
  }

  it.each([
    [{ bedrooms: '3' }, ['s1', 's2', 's3']],
    [{ bedrooms: '3', maxPrice: '1200' }, ['s2', 's3']],
    [{ bedrooms: '3', maxPrice: '1200', bathrooms: '2' }, ['s3']],
    [{ minPrice: '950', maxPrice: '1400' }, ['s2', 's3']],
    [{ maxPrice: '900' }, ['s1']],
    [{ maxBedrooms: '1' }, ['s1']],
    [{ maxBedrooms: '0' }, []],
    [{ bedrooms: '2', maxBedrooms: '3' }, ['s1', 's2']],
    [{ amenities: 'laundry' }, ['s1', 's2']],
    [{ amenities: 'Parking, laundry' }, ['s1']],
    [{ amenities: 'laundry,pets' }, []],
    [{ availableBy: '2027-08-01' }, ['s1', 's2']],
    [{ availableBy: '2027-08-01', bedrooms: '3' }, ['s2']],
    [{ availableBy: '2027-05-31' }, []],
    [{ amenities: 'laundry', availableBy: '2027-09-01', bedrooms: '2', maxPrice: '1500' }, ['s1', 's2']],
    [{ q: 'house', amenities: 'laundry', bedrooms: '2', maxPrice: '1200' }, ['s2']],
  ])('for %j finds the apartments in which one room type meets all of it', async (query, ids) => {
    expect((await search(query)).sort()).toEqual(ids)
  })

  it.each([
    [
      { availableBy: '2027-09-01', minPrice: '1200', amenities: 'parking' },
      {
        s1: { room: { beds: 3, baths: 2, rent: 1500, availableFrom: '2027-08-15' }, amenities: ['parking'] },
      },
    ],
    [
      { q: 'house 3br with parking', terms: 'true' },
      { s1: { room: { beds: 3, baths: 2, rent: 1500 }, amenities: ['parking'] } },
    ],
  ])('says what matched for %j', async (query, matches) => {
    const listings = await find(query)

    for (const [id, match] of Object.entries(matches))
      expect(listings.find(({ buildingData }) => buildingData.id === id)?.match).toEqual(match)
  })

  it('understands a landlord, a street, an area, an amenity and rooms together', async () => {
    const cedar = { area: 'COLLEGETOWN', landlordId: 'cedar', amenities: 'laundry' }
    await catalog.importLandlords({ id: 'cedar', name: 'Cedar Homes' })
    await catalog.importApartments(
      apartment('c1', { ...cedar, address: '7 Birch St' }),
      apartment('c2', { ...cedar, address: '9 Birch St', landlordId: '' }),
      apartment('c3', { ...cedar, address: '8 Pine St' }),
      apartment('c4', { ...cedar, address: '5 Birch St', numBeds: 1 }),
      apartment('c5', { ...cedar, address: '3 Birch St', area: 'WEST' }),
      apartment('c6', { ...cedar, address: '1 Birch St', amenities: 'parking' }),
    )

    const q = 'cedar homes birch street, 2br flat with a washer in ctown'
    const listings: Listing[] = await catalog.get(`${SEARCH}?${new URLSearchParams({ q, terms: 'true' })}`)

    expect(listings.map(({ buildingData }) => buildingData.id)).toEqual(['c1'])
    expect(listings[0]?.match).toEqual({ room: { beds: 2, baths: 1, rent: 900 }, amenities: ['laundry'] })
  })

  it('shows the lowest rent of a room type first for "cheap", unless it is asked for another order', async () => {
    const cheap = { q: 'cheap', terms: 'true' }
    expect(await search(cheap)).toEqual(['s1', 's2', 's3'])
    expect(await search(cheap, { sortBy: 'price', sortLowToHigh: 'false' })).toEqual(['s3', 's2', 's1'])
  })

  it('has nothing to explain without criteria', async () => {
    const listings = await find({ bedrooms: '0' })

    expect(listings.length).toBe(3)
    for (const listing of listings) expect(listing).not.toHaveProperty('match')
  })

  it('explains each result by one of its room types, whatever the criteria', async () => {
    const random = createRandom(22)
    const dayIn = (month: number) => `2027-0${month}-01`
    await catalog.importApartments(
      ...Array.from({ length: 60 }, (_, index) =>
        apartment(`random-${index}`, {
          area: 'DOWNTOWN',
          numBeds: '',
          price: '',
          roomTypes: Array.from({ length: random.between(1, 4) }, () => ({
            beds: random.below(5),
            baths: random.between(1, 3),
            rent: 100 * random.between(6, 16),
            ...(random.chance(0.8) && { availableFrom: dayIn(random.between(5, 9)) }),
          })),
        }),
      ),
    )
    let explained = 0
    for (let round = 0; round < 25; round += 1) {
      const criteria = {
        ...(random.chance(0.5) && { bedrooms: random.between(1, 4) }),
        ...(random.chance(0.5) && { bathrooms: random.between(1, 3) }),
        ...(random.chance(0.5) && { minPrice: 100 * random.between(6, 12) }),
        ...(random.chance(0.5) && { maxPrice: 100 * random.between(8, 16) }),
        ...(random.chance(0.5) && { availableBy: dayIn(random.between(5, 9)) }),
      }
      if (Object.keys(criteria).length === 0) continue
      for (const { buildingData, match } of await find({ locations: 'DOWNTOWN', size: 100, ...criteria })) {
        explained += 1
        expect(buildingData.roomTypes).toContainEqual(expect.objectContaining(match?.room))
        expect(match?.room?.rent).toBeGreaterThanOrEqual(criteria.minPrice ?? 0)
        expect(match?.room?.rent).toBeLessThanOrEqual(criteria.maxPrice ?? Infinity)
      }
    }
    expect(explained).toBeGreaterThan(100)
  })

  it.each([
    ['amenities=laundry,pool', 'There is no amenity "pool".'],
    ['availableBy=soon', 'availableBy'],
    ['availableBy=2027-13-01', 'availableBy'],
    ['availableBy=2027-02-30', 'There is no day "2027-02-30".'],
  ])('for %s is refused', async (query, message) => {
    const { status, body } = await catalog.call(`${SEARCH}?${query}`)

    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(JSON.stringify(message).slice(1, -1))
  })
})
