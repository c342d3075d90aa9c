import { until } from '@offquad/service-kit/testing'
import {
  addApartment,
  addLandlord,
  exportApartments,
  exportLandlords,
  findLandlords,
  findSimilarPlaces,
} from '@offquad/contracts'
import { apartment, type Row, startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
  await catalog.work()
})
beforeEach(() => catalog.empty())
afterAll(() => catalog.close())

const add = (body: Row) => catalog.call(addApartment.path, 'admin', body)
const change = (id: string, body: Row) =>
  catalog.send('PUT', `/api/admin/apartments/${id}`, { who: 'admin', body })
const ask = async (path: string, query: Record<string, string> = {}) =>
  (await catalog.call(`${path}?${String(new URLSearchParams(query))}`, 'admin')).body
const idOf = ({ id }: { id: string }) => id

describe('an apartment an administrator adds', () => {
  it('is there at once, cleaned as an import would, and gets travel times', async () => {
    await catalog.importLandlords({ id: 'L1', name: 'Ann' })

    const { status, body } = await add({
      name: ' The  Mill ',
      address: '1 Mill Ln',
      landlordId: 'L1',
      numBeds: '3',
      numBaths: '',
      price: '$1,200',
      area: 'WEST',
      latitude: 42.44,
      longitude: -76.48,
      photos: ['/a.webp'],
    })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'The Mill',
      numBeds: 3,
      numBaths: null,
      price: 1200,
      landlordId: 'L1',
    })
    expect(await catalog.get('/api/search?q=mill')).toMatchObject([{ id: body.id, label: 'APARTMENT' }])
    expect(await catalog.get('/api/buildings/L1')).toMatchObject([{ id: body.id }])
    const times = await until(async () => {
      const times = await catalog.get(`/api/travel-times-by-id/${body.id}`)
      return times.hoPlazaWalking !== null && times
    })
    expect(times.hoPlazaWalking).toBeGreaterThan(0)
  })

  it('is rejected with a message for each invalid field, and nothing is stored', async () => {
    const { status, body } = await add({
      name: '',
      price: 'cheap',
      landlordId: 'nobody',
      photos: ['javascript:alert(1)'],
      latitude: 42,
      area: 'Atlantis',
    })

    expect(status).toBe(400)
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'area',
      'latitude and longitude',
      'name',
      'price',
    ])
    expect(body.errors[0]).toEqual({ field: 'name', message: 'Is missing: fill it in.' })
    const photos = await add({ name: 'A', photos: ['javascript:alert(1)'] })
    expect(photos.body.errors).toMatchObject([{ field: 'photos' }])
    const landlord = await add({ name: 'A', landlordId: 'nobody' })
    expect(landlord.body.errors).toMatchObject([{ field: 'landlordId' }])
    expect(await ask(exportApartments.path)).toEqual([])
  })
})

describe('an apartment an administrator changes', () => {
  it('keeps fields that are not sent, so that concurrent edits of different fields do not undo each other', async () => {
    await catalog.importApartments(apartment(1))

    await Promise.all([change('1', { price: 1500 }), change('1', { name: 'The Mill', numBaths: null })])

    const [changed] = await catalog.get('/api/apts/1')
    expect(changed).toMatchObject({ name: 'The Mill', price: 1500, numBeds: 2, numBaths: null })
    expect(changed.address).toBe('1 Oak St')
  })
})

/** Does this between the reading and the writing of the next edit. */
function beforeStoring<Args extends unknown[]>(
  repository: { edit: (...args: Args) => Promise<boolean> },
  act: () => Promise<unknown>,
): void {
  const store = repository.edit
  jest.spyOn(repository, 'edit').mockImplementationOnce(async (...args) => {
    await act()
    return store(...args)
  })
}

describe('an edit of what somebody else has changed meanwhile', () => {
  const rooms = [{ beds: 2, baths: 1, rent: 900 }]

  it('is refused with what it is now, lists included', async () => {
    await catalog.importApartments(apartment('1', { amenities: ['pets'], price: 900 }))
    const read = { amenities: ['pets'], roomTypes: [], price: '900' }
    expect(
      (await change('1', { amenities: ['pets', 'laundry'], read: { amenities: ['pets'] } })).status,
    ).toBe(200)

    const { status, body } = await change('1', { amenities: ['pets', 'parking'], roomTypes: rooms, read })

    expect([status, body.type]).toEqual([409, '/problems/place-changed'])
    expect(body.errors).toEqual([
      { field: 'amenities', message: 'Somebody else has changed this: it is laundry, pets now.' },
    ])
    expect((await catalog.get('/api/apts/1'))[0].amenities).toEqual(['laundry', 'pets'])
  })

  it('is made when it was of other fields, knows the change, or does not say what it has read', async () => {
    await catalog.importApartments(
      apartment('1', { amenities: ['pets'], price: 900, latitude: 42.44, longitude: -76.48 }),
    )
    await change('1', { price: 950, read: { price: '900' } })

    const others = { amenities: ['laundry'], latitude: 42.45, longitude: -76.48 }
    const read = { amenities: ['pets'], latitude: '42.44', longitude: '-76.48' }
    expect((await change('1', { ...others, read })).status).toBe(200)
    expect((await change('1', { price: 1000, read: { price: '900' } })).status).toBe(409)
    expect((await change('1', { price: 1000, read: { price: '950' } })).status).toBe(200)
    // Its first reply was lost.
    const repeated = { price: 1000, read: { price: '950' } }
    expect((await change('1', repeated)).status).toBe(200)
    expect((await change('1', { ...repeated, amenities: ['pets', 'laundry'] })).status).toBe(200)
    // Older clients do not send what they read.
    expect((await change('1', { amenities: [] })).status).toBe(200)
  })

  it('is refused where both save at the same moment', async () => {
    await catalog.importApartments(apartment('x', { price: 900 }))
    const read = { price: 900 }
    beforeStoring(catalog.context.apartments, () => change('x', { price: 950, read }))

    expect((await change('x', { price: 1000, read })).status).toBe(409)
    expect(await ask(exportApartments.path)).toMatchObject([{ price: 950 }])
  })

  it('is made beside one of other fields at the same moment, and of a listing that was stored before writes had ids', async () => {
    await catalog.importApartments(apartment('x', { price: 900 }))
    await catalog.context.connection.collection('apartments').updateMany({}, { $unset: { lastWrite: 1 } })
    beforeStoring(catalog.context.apartments, () => change('x', { name: 'The Mill' }))

    expect((await change('x', { price: 1000, read: { price: 900 } })).status).toBe(200)
    expect(await ask(exportApartments.path)).toMatchObject([{ name: 'The Mill', price: 1000 }])
  })

  it('is refused for landlords, too', async () => {
    await catalog.importLandlords({ id: 'L1', name: 'Ann', contact: 'ann.example' })
    const edit = (body: Row) => catalog.send('PUT', '/api/admin/landlords/L1', { who: 'admin', body })
    const { contact } = await catalog.get('/api/landlord/L1')
    expect((await edit({ contact: 'new.example', read: { contact } })).status).toBe(200)

    expect((await edit({ contact: 'other.example', read: { contact } })).status).toBe(409)
    beforeStoring(catalog.context.landlords, () =>
      edit({ contact: 'third.example', read: { contact: 'new.example' } }),
    )
    const concurrent = await edit({ contact: 'fourth.example', read: { contact: 'new.example' } })
    expect([concurrent.status, (await catalog.get('/api/landlord/L1')).contact]).toEqual([
      409,
      'https://third.example',
    ])
  })
})

describe('an apartment that is made from a submission', () => {
  const from = (body: Row) => catalog.call(`${addApartment.path}?submission=s1`, 'admin', body)

  it('is added once, whoever does it', async () => {
    const mill = { name: 'The Mill', address: '1 Mill Ln' }
    const first = await from(mill)

    const second = await from({ ...mill, name: 'Mill' })

    expect([first.status, second.status, second.body.type]).toEqual([201, 409, '/problems/submission-done'])
    expect(second.body.detail).toContain('"The Mill" was already added from this submission.')
    expect(await from(mill)).toMatchObject({ status: 201, body: { id: first.body.id } })
    expect(await catalog.get('/api/search?q=mill')).toHaveLength(1)
  })
})

describe('a landlord', () => {
  it('is added, changed and found by name', async () => {
    const { status, body } = await catalog.call(addLandlord.path, 'admin', {
      name: 'Gorge Rentals',
      contact: 'gorge.example',
      address: '',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ contact: 'https://gorge.example', address: null, numReviews: 0 })

    const path = `/api/admin/landlords/${body.id}`
    const changed = await catalog.send('PUT', path, { who: 'admin', body: { contact: '(607) 555-0100' } })
    expect(changed.body).toMatchObject({ name: 'Gorge Rentals', contact: 'tel:6075550100' })
    const refused = await catalog.send('PUT', path, { who: 'admin', body: { contact: 'ask at the door' } })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'contact'])
    await catalog.importLandlords({ id: 'a', name: 'Anna' }, { id: 'z', name: 'Zoe' })
    const all = await ask(findLandlords.path, { size: '2' })
    expect([all.landlords.map(idOf), all.total]).toEqual([['a', body.id], 3])
    expect((await ask(findLandlords.path, { size: '2', offset: '2' })).landlords.map(idOf)).toEqual(['z'])
    expect((await ask(findLandlords.path, { q: 'gorje' })).landlords.map(idOf)).toEqual([body.id])
  })
})

describe('places that are there already', () => {
  beforeEach(async () => {
    await catalog.importApartments(
      apartment(1, { name: 'The Mill', address: '113 College Ave, Ithaca, NY' }),
      apartment(2, { name: 'The Mill House', address: '113 College Pl' }),
    )
  })
  const similar = async (query: Record<string, string>) =>
    (await ask(findSimilarPlaces.path, { label: 'APARTMENT', ...query })).map(idOf)

  it.each([
    [{ name: 'the  MILL' }, ['1']],
    [{ address: '113 College Avenue' }, ['1']],
    [{ address: '113 college ave., ithaca, ny 14850' }, ['1']],
    [{ name: 'Mill' }, []],
    [{ address: '11 College Ave' }, []],
    [{ address: '113' }, []],
    [{ name: 'The Mill House', address: '113 College Ave' }, ['1', '2']],
    [{ name: 'The Mill', except: '1' }, []],
    [{}, []],
  ])('%j is like %j', async (query, expected) => {
    expect((await similar(query)).sort()).toEqual(expected)
  })

  it('are apartments or landlords, not both', async () => {
    await catalog.importLandlords({ id: 'L', name: 'The Mill' })

    expect(await similar({ name: 'The Mill', label: 'LANDLORD' })).toEqual(['L'])
  })
})

describe('an export', () => {
  it('makes the same catalog elsewhere', async () => {
    await catalog.importLandlords({ id: 'L', name: 'Ann', contact: 'a@b.org', profilePhoto: '/p.webp' })
    await catalog.importApartments(
      apartment(2, { landlordId: 'L', photos: ['/a.webp', 'https://x.org/b.jpg?c=1|2'] }),
      apartment(1, { latitude: 42.1, longitude: -76.2, price: '' }),
    )
    const [landlords, apartments] = [await ask(exportLandlords.path), await ask(exportApartments.path)]
    const other = await startCatalog()

    await other.importRows('landlords', landlords)
    await other.importRows('apartments', apartments)

    expect((await other.call(exportApartments.path, 'admin')).body).toEqual(apartments)
    expect((await other.call(exportLandlords.path, 'admin')).body).toEqual(landlords)
    expect(apartments.map(idOf)).toEqual(['2', '1'])
    await other.close()
  })
})
