import { emptyDatabase, until } from '@offquad/service-kit/testing'
import {
  changeApartment,
  exportApartments,
  listUnplacedApartments,
  pathOf,
  retryGeocoding,
} from '@offquad/contracts'
import { geocodeApartment, sweepGeocoding } from '../src/geography/geocoding/geocode-apartment.job'
import { computeTravelTimes } from '../src/geography/travel-times/compute-travel-times.job'
import { type FakeAnswer, type FakeProvider, type FakeRequest, startFakeProvider } from './fake-provider'
import { apartment, type Row, startCatalog, type TestCatalog } from './start-catalog'

const house = (changes: object = {}) => ({
  lat: '42.4415',
  lon: '-76.4852',
  place_rank: 30,
  display_name: 'A house',
  ...changes,
})

/** Knows houses on Oak St. */
function answerAddress({ query }: FakeRequest): FakeAnswer {
  const [, number] = /^(\d+) Oak St/i.exec(query.get('q') ?? '') ?? []
  return { body: number ? [house({ address: { house_number: number } })] : [] }
}

let provider: FakeProvider
let catalog: TestCatalog
beforeAll(async () => {
  provider = await startFakeProvider(answerAddress)
  catalog = await startCatalog({ GEOCODER_URL: provider.url })
})
beforeEach(async () => {
  const { connection } = catalog.context
  await emptyDatabase(connection, ['apartments', 'geocodes', 'providerPauses'])
  provider.answer(answerAddress)
  provider.requests.length = 0
})
afterAll(async () => {
  await catalog.close()
  await provider.close()
})

const HERE = { latitude: 42.44, longitude: -76.48 }
const FOUND = { latitude: 42.4415, longitude: -76.4852, coordinatesSource: 'geocoded' }

const read = async (id: string) => (await catalog.get(`/api/apts/${id}`))[0]
const geocode = (id: string) => geocodeApartment(catalog.context, { apartmentId: id })
const listed = async (query = '') =>
  (await catalog.call(`${pathOf(listUnplacedApartments)}${query}`, 'admin')).body
const problemOf = async (id: string): Promise<string | undefined> =>
  (await listed('?size=100')).items.find((item: Row) => item.id === id)?.problem
const change = (id: string, body: object) =>
  catalog.send('PUT', pathOf(changeApartment, { id }), { who: 'admin', body })
const retry = (body: object = {}) => catalog.call(pathOf(retryGeocoding), 'admin', body)
const documents = () => catalog.context.connection.collection<{ _id: string }>('apartments')

describe('a worker', () => {
  it('places apartments soon after their import, at the configured rate of all workers together', async () => {
    const working = await startCatalog({ GEOCODER_URL: provider.url, GEOCODER_PER_SECOND: 5 })
    const second = await working.startInstance()
    await working.importApartments(apartment('9'))
    const startedAt = Date.now()
    await working.work()
    await second.work()
    await working.importApartments(...[1, 2, 3, 4, 5].map((id) => apartment(id)))

    const placed = await until(async () => {
      const [apartment] = await working.get('/api/apts/1')
      return apartment.distanceToCampus !== null && apartment
    })
    await until(() => provider.requests.length === 6)
    await until(async () => (await working.call(pathOf(listUnplacedApartments), 'admin')).body.total === 0)
    const lastAt = provider.requests.at(-1)?.at ?? 0
    await working.close()

    expect(placed).toMatchObject({ ...FOUND, isDistanceEstimate: true })
    expect(provider.requests[0]?.headers['user-agent']).toBe('Offquad/1.0 (cornell.edu)')
    // Five pauses of 200 ms. Not since the first request: on a busy machine that one may arrive as late as the others.
    expect(lastAt - startedAt).toBeGreaterThan(950)
  })
})

describe('an apartment without coordinates', () => {
  it('is looked up with its town', async () => {
    await catalog.importApartments(apartment('1'))

    await geocode('1')

    expect(provider.requests.map(({ query }) => query.get('q'))).toEqual(['1 Oak St, Ithaca, New York'])
    expect(await documents().findOne({ _id: '1' })).toMatchObject(FOUND)
    expect(await listed()).toMatchObject({ items: [], total: 0, geocoder: { provider: 'nominatim' } })
  })

  it('shares the result with other apartments at the same address in any spelling', async () => {
    await catalog.importApartments(
      apartment('1'),
      apartment('2', { address: '1  OAK ST.' }),
      apartment('3', { address: '1 Oak St Apt 2' }),
    )

    for (const id of ['1', '2', '3']) await geocode(id)

    expect(provider.requests).toHaveLength(1)
    await until(async () => (await read('3')).latitude === 42.4415)
  })

  it('at an address whose street alone is known stays off the map, with the reason and the nearest the geocoder came', async () => {
    provider.answer(() => ({ body: [house({ place_rank: 26, display_name: 'Oak Street' })] }))
    await catalog.importApartments(apartment('1'))

    await geocode('1')

    expect(await read('1')).toMatchObject({ latitude: null, longitude: null })
    expect((await listed()).items).toMatchObject([
      { problem: 'imprecise', suggestion: { latitude: 42.4415, longitude: -76.4852, label: 'Oak Street' } },
    ])
    await sweepGeocoding(catalog.context)
    await geocode('1')
    expect(provider.requests).toHaveLength(1)
  })

  it('and without an address is listed, and never looked up', async () => {
    await catalog.importApartments(apartment('1', { address: '' }))

    await geocode('1')

    expect(await problemOf('1')).toBe('no-address')
    expect(provider.requests).toEqual([])
  })
})

describe('coordinates', () => {
  it('that were listed or placed by hand are never looked up, and stay when the address changes', async () => {
    await catalog.importApartments(apartment('1', HERE), apartment('2'))
    await change('2', HERE)
    await change('1', { address: '5 Oak St' })
    await change('2', { address: '6 Oak St' })

    for (const id of ['1', '2']) await geocode(id)

    expect(provider.requests).toEqual([])
    expect(await read('1')).toMatchObject({ ...HERE, coordinatesSource: 'listed' })
    expect(await read('2')).toMatchObject({ ...HERE, coordinatesSource: 'placed' })
  })

  it('that are placed during the request to the geocoder win', async () => {
    await catalog.importApartments(apartment('1'))
    const { geocoder } = catalog.context
    if (!geocoder) throw new Error('no geocoder')
    const slow: typeof geocoder = {
      ...geocoder,
      async find(address, near) {
        const position = await geocoder.find(address, near)
        await change('1', HERE)
        return position
      },
    }

    await geocodeApartment({ ...catalog.context, geocoder: slow }, { apartmentId: '1' })

    expect(await read('1')).toMatchObject({ ...HERE, coordinatesSource: 'placed' })
  })

  it('that were found for an address go with it', async () => {
    await catalog.importApartments(apartment('1'))
    await geocode('1')
    await until(async () => (await read('1')).latitude === 42.4415)
    await computeTravelTimes(catalog.context, { apartmentId: '1' })

    await change('1', { address: '9 Elm St' })

    expect(await read('1')).toMatchObject({ latitude: null, longitude: null, distanceToCampus: null })
    expect(await problemOf('1')).toBe('waiting')
    await geocode('1')
    expect(await problemOf('1')).toBe('not-found')
  })

  it('that were found or placed are not emptied by a file that knows none, nor by another spelling of the address', async () => {
    await catalog.importApartments(apartment('1'), apartment('2'))
    await geocode('1')
    await change('2', HERE)

    const outcomes = await catalog.importApartments(
      apartment('1', { latitude: '', longitude: '' }),
      apartment('2', { latitude: null, longitude: null }),
    )

    expect(outcomes).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }])
    await until(async () => (await read('1')).latitude === 42.4415)
    await change('1', { address: '1 Oak St.' })
    expect(await read('1')).toMatchObject(FOUND)
    expect(await read('2')).toMatchObject(HERE)
  })

  it('keep their source through an export and an import', async () => {
    await catalog.importApartments(apartment('1'), apartment('2', HERE), apartment('3'))
    await geocode('1')
    await change('3', HERE)
    const exported = (await catalog.call(pathOf(exportApartments), 'admin')).body as Row[]
    const sources = exported.map(({ coordinatesSource }) => coordinatesSource)
    expect(sources).toEqual(['geocoded', 'listed', 'placed'])
    expect(await catalog.importApartments(...exported)).toMatchObject(
      exported.map(() => ({ outcome: 'unchanged' })),
    )

    const copy = await startCatalog()
    await copy.importApartments(...exported)
    const again = (await copy.call(pathOf(exportApartments), 'admin')).body
    await copy.close()

    expect(again).toEqual(exported)
  })

  it('of an address that was changed just before a crash are removed by the sweep', async () => {
    await catalog.importApartments(apartment('1'), apartment('2', HERE))
    await geocode('1')
    await documents().updateMany({}, { $set: { geocoding: null } })

    await catalog.context.apartments.dropCoordinatesOfOldAddresses()

    expect(await documents().findOne({ _id: '1' })).toMatchObject({
      latitude: null,
      coordinatesSource: 'none',
    })
    expect(await documents().findOne({ _id: '2' })).toMatchObject(HERE)
  })

  it('that an administrator removes are not looked up again, until the address changes or a retry', async () => {
    await catalog.importApartments(apartment('1'))
    await geocode('1')

    await change('1', { latitude: null, longitude: null })
    await geocode('1')
    expect(await problemOf('1')).toBe('removed')

    await change('1', { address: '2 Oak St' })
    await geocode('1')
    await until(async () => (await read('1')).latitude === 42.4415)
  })
})

describe('a geocoder that', () => {
  it.each([
    ['denies', { status: 403 }],
    ['is out of quota', { status: 429, headers: { 'retry-after': '600' } }],
  ])('%s is called once and then paused, and its reason is shown', async (_what, answer) => {
    provider.answer(() => answer)
    await catalog.importApartments(apartment('1'), apartment('2'), apartment('3'))

    for (const id of ['1', '2', '3']) await geocode(id)
    await sweepGeocoding(catalog.context)

    expect(provider.requests).toHaveLength(1)
    const { items, geocoder } = await listed()
    expect(items.map(({ problem }: Row) => problem)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(geocoder.pauseReason).toContain('GEOCODER_URL')
    expect(Date.parse(geocoder.pausedUntil)).toBeGreaterThan(Date.now() + 500_000)
  })

  it('was paused is called at once with other settings or after a retry', async () => {
    provider.answer(() => ({ status: 403 }))
    await catalog.importApartments(apartment('1'), apartment('2'))
    await geocode('1')
    provider.answer(answerAddress)
    const { geocoder } = catalog.context
    if (!geocoder) throw new Error('no geocoder')

    await geocodeApartment(
      { ...catalog.context, geocoder: { ...geocoder, settings: 'another key' } },
      { apartmentId: '1' },
    )
    expect(await documents().findOne({ _id: '1' })).toMatchObject(FOUND)

    await catalog.context.pauses.clear('geocoding')
    provider.answer(() => ({ status: 403 }))
    await geocode('2')
    provider.answer(answerAddress)
    await retry()
    await geocode('2')
    expect(await documents().findOne({ _id: '2' })).toMatchObject(FOUND)
  })

  it('is down is retried with backoff, without holding up others', async () => {
    provider.answer((request) =>
      request.query.get('q')?.startsWith('1 ') ? { status: 500 } : answerAddress(request),
    )
    await catalog.importApartments(apartment('1'), apartment('2'))
    const failOnce = async () => {
      await catalog.context.pauses.clear('geocoding')
      await geocode('1')
      const { geocoding } = (await documents().findOne({ _id: '1' })) as unknown as {
        geocoding: { failures: number; nextLookupAt: Date; lookedUpAt: Date }
      }
      await documents().updateOne({ _id: '1' }, { $set: { 'geocoding.nextLookupAt': new Date(0) } })
      return {
        failures: geocoding.failures,
        seconds: (+geocoding.nextLookupAt - +geocoding.lookedUpAt) / 1000,
      }
    }

    const [first, second, third] = [await failOnce(), await failOnce(), await failOnce()]
    await catalog.context.pauses.clear('geocoding')
    await geocode('2')

    expect([first, second, third].map(({ failures }) => failures)).toEqual([1, 2, 3])
    expect([first, second, third].map(({ seconds }) => Math.round(seconds))).toEqual([60, 120, 240])
    expect(await documents().findOne({ _id: '2' })).toMatchObject(FOUND)
  })

  it('rejects one address is called for the others', async () => {
    provider.answer((request) =>
      request.query.get('q')?.startsWith('1 ')
        ? { status: 400, body: { error: { code: 400, message: 'Bad address.' } } }
        : answerAddress(request),
    )
    await catalog.importApartments(apartment('1'), apartment('2'))

    for (const id of ['1', '2']) await geocode(id)

    expect((await listed()).items).toMatchObject([
      { id: '1', problem: 'rejected', detail: expect.stringContaining('Bad address.') },
    ])
  })
})

describe('GET /api/admin/unplaced-apartments', () => {
  it('is paged by a cursor, in order, and complete while apartments are placed meanwhile', async () => {
    await catalog.importApartments(...Array.from({ length: 7 }, (_, index) => apartment(`a${index}`)))

    const first = await listed('?size=3')
    await change('a0', HERE)
    const second = await listed(`?size=3&cursor=${first.next}`)
    const third = await listed(`?size=3&cursor=${second.next}`)

    const idsOf = ({ items }: { items: Row[] }) => items.map(({ id }) => id)
    expect([first.total, second.total]).toEqual([7, 6])
    expect([first, second, third].flatMap(idsOf)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
    expect(third.next).toBeUndefined()
  })

  it('refuses a cursor of something else and unknown parameters', async () => {
    for (const query of ['?cursor=%20', '?cursor=abc', '?colour=red', '?size=0'])
      expect((await catalog.call(`${pathOf(listUnplacedApartments)}${query}`, 'admin')).status).toBe(400)
  })

  it('says that there is no geocoder where none is configured', async () => {
    const without = await startCatalog()
    await without.importApartments(apartment('1'))

    const { body } = await without.call(pathOf(listUnplacedApartments), 'admin')
    const { body: retried } = await without.call(pathOf(retryGeocoding), 'admin', {})
    await without.close()

    expect(body).toMatchObject({ items: [{ problem: 'no-geocoder' }], geocoder: { provider: 'none' } })
    expect(retried).toEqual({ queued: 0 })
  })
})

describe('POST /api/admin/unplaced-apartments/retry', () => {
  it('looks one address or all up again, past what was found before', async () => {
    provider.answer(() => ({ body: [] }))
    await catalog.importApartments(apartment('1'), apartment('2'), apartment('3', HERE))
    for (const id of ['1', '2']) await geocode(id)
    provider.answer(answerAddress)

    expect((await retry({ apartmentIds: ['1', '3', 'unknown'] })).body).toEqual({ queued: 1 })
    expect([await problemOf('1'), await problemOf('2')]).toEqual(['waiting', 'not-found'])
    await geocode('1')
    expect((await retry()).body).toEqual({ queued: 1 })
    await geocode('2')

    expect((await listed()).total).toBe(0)
    expect(await read('3')).toMatchObject(HERE)
  })
})
