import { emptyDatabase } from '@offquad/service-kit/testing'
import { type FakeAnswer, type FakeProvider, type FakeRequest, startFakeProvider } from './fake-provider'
import { startCatalog, type TestCatalog } from './start-catalog'

const house = (label: string, lat: number) => ({
  lat: String(lat),
  lon: '-76.4852',
  place_rank: 30,
  display_name: label,
})
/** Two houses in town, and one far away. */
const answerHouses = (): FakeAnswer => ({
  body: [
    house('1 Oak St, Ithaca', 42.4415),
    house('1 Oak St, Elsewhere', 12),
    house('1 Oak St North', 42.45),
  ],
})

let provider: FakeProvider
let catalog: TestCatalog
beforeAll(async () => {
  provider = await startFakeProvider(answerHouses)
  catalog = await startCatalog({ GEOCODER_URL: provider.url, GEOCODER_ADDRESSES_PER_DAY: 3 })
})
beforeEach(async () => {
  await emptyDatabase(catalog.context.connection, ['geocodes', 'providerPauses', 'providerBudgets'])
  provider.answer(answerHouses)
  provider.requests.length = 0
})
afterAll(async () => {
  await catalog.close()
  await provider.close()
})

const find = (address: string, who: 'nobody' | 'student' = 'student') =>
  catalog.call('/api/find-address', who, { address })
const requestedAddresses = () => provider.requests.map(({ query }: FakeRequest) => query.get('q'))

describe('looking up the address of a place', () => {
  it('returns what the geocoder finds near the university, and requests each address once', async () => {
    const { status, body } = await find('1 Oak St')
    await find(' 1 oak st. ')

    expect(status).toBe(200)
    expect(body.items).toEqual([
      { label: '1 Oak St, Ithaca', latitude: 42.4415, longitude: -76.4852 },
      { label: '1 Oak St North', latitude: 42.45, longitude: -76.4852 },
    ])
    expect(requestedAddresses()).toEqual(['1 Oak St, Ithaca, New York'])
  })

  it('stops when the day’s budget is spent, except for cached addresses', async () => {
    const replies = await Promise.all(['1', '2', '3', '4', '5'].map((number) => find(`${number} Elm St`)))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503])
    expect(requestedAddresses()).toHaveLength(3)
    const address = requestedAddresses()[0]?.split(',')[0] ?? ''
    expect((await find(address)).status).toBe(200)
  })

  it('pauses a geocoder that fails', async () => {
    provider.answer(() => ({ status: 500 }))
    const first = await find('1 Oak St')
    const second = await find('1 Oak St')

    expect([first.status, second.status]).toEqual([503, 503])
    expect(second.body.detail).toContain('Choose a building or a point on the map')
    expect(requestedAddresses()).toHaveLength(1)
  })

  it('pauses it for the shortest time again after a lookup that succeeded', async () => {
    const pauses = catalog.context.connection.collection('providerPauses')
    provider.answer(() => ({ status: 500 }))
    await find('1 Oak St')
    await pauses.updateMany({}, { $set: { until: new Date(0) } })
    provider.answer(answerHouses)
    expect((await find('1 Oak St')).status).toBe(200)

    provider.answer(() => ({ status: 500 }))
    await find('2 Oak St')

    expect(await pauses.findOne()).toMatchObject({ failures: 1 })
  })
})
