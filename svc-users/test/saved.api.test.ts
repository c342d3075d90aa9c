import {
  addSavedApartment,
  addSavedLandlord,
  checkSavedApartment,
  checkSavedLandlord,
  getSavedApartments,
  getSavedLandlords,
  pathOf,
  removeSavedApartment,
  removeSavedLandlord,
} from '@offquad/contracts'
import { landlordOf, listingOf } from './start-catalog-stand-in'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
const start = async () => {
  const started = await startUsers()
  for (const id of ['a', 'b', 'c']) started.catalog.apartments.add(id)
  for (const id of ['L', 'M']) started.catalog.landlords.add(id)
  return started
}
beforeAll(async () => {
  service = await start()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

const tokenOf = (userId: string) => service.context.tokens.issue({ id: userId, role: 'student' })

/** Calls as a user; answers status and body. */
async function as(userId: string, endpoint: { path: `/api/${string}` }, body?: object) {
  const answer = await service.call(pathOf(endpoint), { token: tokenOf(userId), body })
  return { status: answer.status, body: answer.body }
}

const save = (apartmentId: string, userId = 'maya') => as(userId, addSavedApartment, { apartmentId })
const SUCCESS = { status: 200, body: { result: 'Success' } }

describe('saved apartments', () => {
  it('are listed in the order they were saved, however often each is saved', async () => {
    for (const id of ['b', 'a', 'c', 'b']) expect(await save(id)).toEqual(SUCCESS)

    expect((await as('maya', getSavedApartments)).body).toEqual(['b', 'a', 'c'].map(listingOf))
  })

  it('are saved once when many tabs save at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => save('a')))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await as('maya', getSavedApartments)).body).toHaveLength(1)
  })

  it('are each user’s own', async () => {
    await save('a')

    expect((await as('theo', getSavedApartments)).body).toEqual([])
    expect((await as('theo', checkSavedApartment, { apartmentId: 'a' })).body).toEqual({ result: false })
    expect((await as('maya', checkSavedApartment, { apartmentId: 'a' })).body).toEqual({ result: true })
  })

  it('can be removed, also repeatedly', async () => {
    await save('a')

    expect(await as('maya', removeSavedApartment, { apartmentId: 'a' })).toEqual(SUCCESS)
    expect(await as('maya', removeSavedApartment, { apartmentId: 'a' })).toEqual(SUCCESS)
    expect((await as('maya', getSavedApartments)).body).toEqual([])
  })

  it.each(['nope', 'a,b', 'a,', ' a', '../x', '%', '.', '..', '\ud800'])(
    'cannot be "%s", which does not exist',
    async (id) => {
      expect(await save(id)).toMatchObject({ status: 404, body: { type: '/problems/apartment-not-found' } })
      expect((await as('maya', removeSavedApartment, { apartmentId: id })).status).toBe(404)
      expect((await as('maya', checkSavedApartment, { apartmentId: id })).body).toEqual({ result: false })
    },
  )

  it.each([{}, { apartmentId: '' }, { apartmentId: 5 }, { apartmentId: { $ne: '' } }])(
    'cannot be %j, which is no id',
    async (body) => {
      expect((await as('maya', addSavedApartment, body)).status).toBe(400)
    },
  )

  it('do not list deleted apartments, which can still be removed', async () => {
    service.catalog.apartments.add('deleted later')
    await save('deleted later')
    await save('b')
    service.catalog.apartments.delete('deleted later')

    expect((await as('maya', getSavedApartments)).body).toEqual([listingOf('b')])
    expect(await as('maya', removeSavedApartment, { apartmentId: 'deleted later' })).toEqual(SUCCESS)
  })

  it('may be hundreds', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => `apartment-${index}`)
    for (const id of ids) service.catalog.apartments.add(id)
    for (const id of ids)
      await service.context.savedItems.add(
        { userId: 'maya', kind: 'apartment', itemId: id },
        new Date(ids.indexOf(id)),
      )

    const { body } = await as('maya', getSavedApartments)

    expect(body).toEqual(ids.map(listingOf))
  })
})

describe('saved landlords', () => {
  it('are saved, listed, checked and removed apart from apartments', async () => {
    service.catalog.apartments.add('L')
    expect(await as('maya', addSavedLandlord, { landlordId: 'M' })).toEqual(SUCCESS)
    expect(await as('maya', addSavedLandlord, { landlordId: 'L' })).toEqual(SUCCESS)

    expect((await as('maya', getSavedLandlords)).body).toEqual(['M', 'L'].map(landlordOf))
    expect((await as('maya', checkSavedLandlord, { landlordId: 'L' })).body).toEqual({ result: true })
    expect((await as('maya', checkSavedApartment, { apartmentId: 'L' })).body).toEqual({ result: false })
    expect(await as('maya', removeSavedLandlord, { landlordId: 'M' })).toEqual(SUCCESS)
    expect((await as('maya', getSavedLandlords)).body).toEqual([landlordOf('L')])
  })

  it('must exist', async () => {
    expect(await as('maya', addSavedLandlord, { landlordId: 'a' })).toMatchObject({
      status: 404,
      body: { type: '/problems/landlord-not-found' },
    })
  })
})

describe('without the catalog', () => {
  let shared: TestUsers
  beforeEach(async () => {
    shared = service
    service = await start()
    await save('a')
  })
  afterEach(async () => {
    await service.close()
    service = shared
  })

  it('lists cannot be had right now', async () => {
    await service.catalog.close()

    expect(await as('maya', getSavedApartments)).toMatchObject({
      status: 503,
      body: { type: '/problems/catalog-unavailable' },
    })
    expect((await save('b')).status).toBe(503)
  })

  it('what is saved stays saved, and can be removed', async () => {
    await service.catalog.close()

    expect((await as('maya', checkSavedApartment, { apartmentId: 'a' })).body).toEqual({ result: true })
    expect(await save('a')).toEqual(SUCCESS)
    expect(await as('maya', removeSavedApartment, { apartmentId: 'a' })).toEqual(SUCCESS)
    expect(await as('maya', getSavedApartments)).toEqual({ status: 200, body: [] })
  })

  it('which hangs, lists are not waited for without end', async () => {
    service.catalog.hang()

    expect((await as('maya', getSavedApartments)).status).toBe(503)
  })
})
