import { importApartments, pathOf } from '@offquad/contracts'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
beforeEach(() => catalog.empty())
afterAll(() => catalog.close())

const read = async (id: string) => (await catalog.get(`/api/apts/${id}`))[0]

describe('POST /api/import/apartments', () => {
  const path = pathOf(importApartments)

  it('cleans what old exports hold', async () => {
    const [outcome] = await catalog.importApartments({
      id: 7,
      name: '  The   Mill ',
      address: '1 Mill\tLn ',
      landlordId: '',
      numBeds: '3',
      numBaths: 0,
      price: '$1,200',
      area: 'collegeTown ',
      photos: '/a.webp|nothing|https://x.org/b.jpg|/\\x.org/c.jpg',
      latitude: '42.44',
      longitude: '-76.48',
      distanceToCampus: 3,
      avgRating: '',
      somethingElse: {},
    })

    expect(outcome).toEqual({ line: 1, outcome: 'created', note: '2 of photos left out: not a link' })
    expect(await read('7')).toEqual({
      id: '7',
      name: 'The Mill',
      address: '1 Mill Ln',
      landlordId: null,
      numBeds: 3,
      numBaths: null,
      price: 1200,
      area: 'COLLEGETOWN',
      photos: ['/a.webp'],
      latitude: 42.44,
      longitude: -76.48,
      coordinatesSource: 'listed',
      distanceToCampus: null,
    })
  })

  it('reports why it rejects a row, and imports the others', async () => {
    const outcomes = await catalog.importApartments(
      apartment('', { name: '' }),
      apartment('1', { area: 'Atlantis' }),
      apartment('2', { price: 'cheap', numBeds: -1 }),
      apartment('3', { latitude: 42.4 }),
      apartment('4', { name: 'x'.repeat(201), address: 'y'.repeat(301) }),
      apartment('5'),
    )

    expect(outcomes).toEqual([
      {
        line: 1,
        outcome: 'rejected',
        reason: 'id is missing: give every row a unique id; name is missing: fill it in',
      },
      {
        line: 2,
        outcome: 'rejected',
        reason: 'area must be one of COLLEGETOWN, WEST, NORTH, DOWNTOWN, OTHER, not "Atlantis"',
      },
      {
        line: 3,
        outcome: 'rejected',
        reason:
          'numBeds must be a number from 0 to 100 or empty, not -1; price must be a number from 0 to 1000000 or empty, not "cheap"',
      },
      {
        line: 4,
        outcome: 'rejected',
        reason: 'latitude and longitude must both be given or both be empty',
      },
      {
        line: 5,
        outcome: 'rejected',
        reason:
          'name is longer than 200 characters (201): shorten it; address is longer than 300 characters (301): shorten it',
      },
      { line: 6, outcome: 'created' },
    ])
  })

  it('reads what spreadsheets wrote as it is meant, or rejects the row with the reason', async () => {
    const outcomes = await catalog.importApartments(
      apartment('1.23457E+12'),
      apartment('3-Apr'),
      apartment('3', { name: '#REF!', price: '#VALUE!' }),
      apartment('4', { numBeds: '', price: '', roomTypes: '1 bed, 1 bath, $850, from 8/31/2027' }),
      apartment('5', { name: '=HYPERLINK("http://example.org";"x")' }),
      apartment('6', { photos: Array.from({ length: 300 }, (_, index) => `/p${index}.webp`) }),
      apartment('7', { latitude: '-76.4851', longitude: '42.4419' }),
      apartment('8', { name: 'A \u202eslluB\u202c House\u200b' }),
    )

    expect(outcomes.map(({ outcome, reason, note }) => `${outcome}: ${reason ?? note ?? ''}`)).toEqual([
      'rejected: id looks like a number that Excel shortened (1.23457E+12): format the column as text',
      'created: id 3-Apr looks like a date that Excel made of it',
      'rejected: name is an error of the spreadsheet (#REF!): fill in the value; price is an error of the spreadsheet (#VALUE!): fill in the value',
      'created: ',
      'created: ',
      'rejected: photos has 300 entries, 20 at most',
      expect.stringMatching(/^rejected: latitude and longitude are [\d,]+ km from campus/),
      'created: ',
    ])
    expect((await read('4')).roomTypes).toMatchObject([{ rent: 850, availableFrom: '2027-08-31' }])
    expect((await read('8')).name).toBe('A slluB House')
  })

  it('finds nothing to change the second time, and only what differs after that', async () => {
    const rows = [
      apartment('1', { photos: ['/a.webp'], latitude: 42.4, longitude: -76.5, price: 0.5 }),
      apartment('2', { name: 'Caf\u00e9 \ud800', numBaths: '1.50' }),
    ]
    await catalog.importApartments(...rows)

    expect(await catalog.importApartments(...rows)).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'unchanged' },
    ])
    rows[1] = apartment('2', { price: 901 })
    expect(await catalog.importApartments(...rows)).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'updated' },
    ])
    expect(await read('2')).toMatchObject({ name: 'House 2', price: 901 })
  })

  it('leaves alone what a row has no column for, and empties what it has an empty one for', async () => {
    await catalog.importApartments(apartment('1', { latitude: 42.4, longitude: -76.5, photos: ['/a.webp'] }))

    await catalog.importApartments({ id: '1', name: 'Renamed', price: '' })

    expect(await read('1')).toMatchObject({
      name: 'Renamed',
      price: null,
      numBeds: 2,
      area: 'WEST',
      latitude: 42.4,
      photos: ['/a.webp'],
    })
  })

  it('takes the first of several rows with one id', async () => {
    const outcomes = await catalog.importApartments(apartment('1'), apartment(1, { name: 'Other' }))

    expect(outcomes).toEqual([
      { line: 1, outcome: 'created' },
      { line: 2, outcome: 'rejected', reason: 'id 1 is already on line 1: keep one of the two rows' },
    ])
    expect(await read('1')).toMatchObject({ name: 'House 1' })
  })

  it('does not miss the landlords that the same import brings along, in a dry run', async () => {
    const rows = [apartment(1, { landlordId: 34 }), apartment(2, { landlordId: 35 })]
    const batch = { dryRun: true, rows: rows.map((value, index) => ({ line: index + 1, value })) }

    const { body } = await catalog.call(path, 'admin', { ...batch, alsoImported: { landlordIds: ['34'] } })

    expect(body.results).toEqual([
      { line: 1, outcome: 'created' },
      { line: 2, outcome: 'created', note: 'landlord 35 does not exist' },
    ])
  })

  it('keeps an apartment whose landlord does not exist, and knows the landlord once it comes', async () => {
    const [outcome] = await catalog.importApartments(apartment('1', { landlordId: 34 }))
    expect(outcome).toEqual({ line: 1, outcome: 'created', note: 'landlord 34 does not exist' })

    await catalog.importLandlords({ id: 34, name: 'Late Homes' })

    expect(await catalog.get('/api/landlord/34')).toMatchObject({ properties: ['1'] })
    expect(await catalog.get('/api/location/west')).toMatchObject([{ company: 'Late Homes' }])
    expect(await catalog.importApartments(apartment('1', { landlordId: 34 }))).toEqual([
      { line: 1, outcome: 'unchanged' },
    ])
  })

  it('imports an apartment that exists under another id, with a note each time', async () => {
    const rows = [apartment('9'), apartment('10', { name: 'House 9', address: '9  Oak St' })]
    const [first, second] = [await catalog.importApartments(...rows), await catalog.importApartments(...rows)]

    expect(first.map(({ note }) => note)).toEqual([undefined, 'same name and address as 9'])
    expect(second.map(({ note }) => note)).toEqual([undefined, 'same name and address as 9'])
    const [later] = await catalog.importApartments(apartment('1', { name: 'House 9', address: '9 Oak St' }))
    expect(later).toEqual({ line: 1, outcome: 'created', note: 'same name and address as 9' })
  })

  it('reports the same and changes nothing in a dry run', async () => {
    await catalog.importApartments(apartment('1'))
    const rows = [
      apartment('1', { price: 1 }),
      apartment('2', { landlordId: 'x' }),
      apartment('3', { area: 'x' }),
    ]

    const dry = await catalog.importRows('apartments', rows, true)

    expect(await read('1')).toMatchObject({ price: 900 })
    expect((await catalog.call('/api/apts/2')).status).toBe(404)
    expect(await catalog.importRows('apartments', rows)).toEqual(dry)
  })

  it('takes 500 rows and no more', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => ({
      line: index + 1,
      value: apartment(`a${index}`),
    }))

    expect((await catalog.call(path, 'admin', { rows })).status).toBe(400)
    const { body } = await catalog.call(path, 'admin', { rows: rows.slice(0, 500) })
    expect(body.results).toHaveLength(500)
    expect(await catalog.get('/api/page-data/home/100')).toMatchObject({ isEnded: false })
  })

  it('is not confused by several imports of the same at once', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => apartment(`a${index}`))
    const cheaper = rows.map((row) => ({ ...row, price: 500 }))
    const second = await catalog.startInstance()

    await Promise.all([
      catalog.importRows('apartments', rows),
      second.importRows('apartments', cheaper),
      catalog.importRows('apartments', rows),
    ])
    await catalog.importRows('apartments', cheaper)

    const apartments = await catalog.context.connection.collection('apartments').find().toArray()
    expect(apartments.map(({ price }) => price)).toEqual(rows.map(() => 500))
    expect(new Set(apartments.map(({ order }) => order)).size).toBe(100)
  })

  it('takes nothing in a row for a command', async () => {
    const [outcome] = await catalog.importApartments({
      id: '1',
      name: 'x',
      address: { $ne: null },
      $set: { price: 1 },
    })

    expect(outcome).toEqual({ line: 1, outcome: 'rejected', reason: 'address must be a text' })
  })
})

describe('POST /api/import/landlords', () => {
  it('cleans what old exports hold', async () => {
    const outcomes = await catalog.importLandlords(
      { id: 2, name: ' Oak  Homes ', contact: 'oak.example', photos: '', avgRating: '', address: null },
      { id: 3, name: 'Elm', contact: 'javascript:alert(1)', address: '1 Elm St', photos: ['/e.webp'] },
      { id: 4, name: '' },
    )

    expect(outcomes).toEqual([
      { line: 1, outcome: 'created' },
      { line: 2, outcome: 'created', note: 'contact left out: "javascript:alert(1)" is not a link' },
      { line: 3, outcome: 'rejected', reason: 'name is missing: fill it in' },
    ])
    expect(await catalog.get('/api/landlord/2')).toMatchObject({
      name: 'Oak Homes',
      contact: 'https://oak.example',
      address: null,
      photos: [],
    })
    expect(await catalog.get('/api/landlord/3')).toMatchObject({ contact: null, address: '1 Elm St' })
  })
})
