import { routeCommutes as routeCommutesJob } from '@offquad/contracts'
import { type MongoProxy, startMongoProxy, until } from '@offquad/service-kit/testing'
import { routeCommutes } from '../src/geography/commutes/route-commutes.job'
import { type FakeAnswer, type FakeProvider, type FakeRequest, startFakeProvider } from './fake-provider'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'
import { startWorker } from './start-worker'

const UPSON = { latitude: 42.444, longitude: -76.4826, mode: 'walk' as const }
/** An OSRM server takes 100 places in a request, one of which is where the ways lead to. */
const WAYS_PER_REQUEST = 99
const WAYS = 6 * WAYS_PER_REQUEST
const DAY_MS = 24 * 3_600_000

const sourcesOf = ({ query }: FakeRequest): string[] => (query.get('sources') ?? '').split(';')

const answerTable = (request: FakeRequest): FakeAnswer => {
  const destinations = (request.query.get('destinations') ?? '').split(';')
  const seconds = request.path.includes('/car/') ? 600 : 3600
  return { body: { code: 'Ok', durations: sourcesOf(request).map(() => destinations.map(() => seconds)) } }
}

/** The worker also fetches the times to landmarks. */
const isOfCommutes = ({ path }: Pick<FakeRequest, 'path'>): boolean => path.endsWith(';-76.4826,42.444')

const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    apartment(first + index, {
      latitude: 42.43 + 0.001 * Math.floor((first + index) / 30),
      longitude: -76.5 + 0.001 * ((first + index) % 30),
    }),
  )

let provider: FakeProvider
let proxy: MongoProxy
let catalog: TestCatalog
let worker: ReturnType<typeof startWorker> | undefined
beforeAll(async () => {
  provider = await startFakeProvider(answerTable)
  proxy = await startMongoProxy(process.env.MONGODB_URI ?? '')
  catalog = await startCatalog({ ROUTING_URL: provider.url })
  for (let first = 0; first < WAYS; first += WAYS_PER_REQUEST)
    await catalog.importApartments(...rowsFrom(first, WAYS_PER_REQUEST))
})
afterAll(async () => {
  worker?.stop()
  await catalog.close()
  await proxy.close()
  await provider.close()
})

/** The worker, which reaches its database through the proxy. */
function startNext(): void {
  worker = startWorker(catalog.config, proxy.uri, {
    ROUTING_URL: provider.url,
    ROUTING_PER_SECOND: '50',
    ROUTING_COMMUTES_PER_DAY: '10000',
  })
}

async function kill(): Promise<void> {
  if (worker) expect(await worker.kill()).toEqual([null, 'SIGKILL'])
}

/** Resolves when the router has a request, which it never answers. */
const requestInFlight = () =>
  new Promise<void>((resolve) => {
    provider.answer((request) => {
      if (!isOfCommutes(request)) return answerTable(request)
      // Later requests come from the next worker.
      provider.answer(answerTable)
      resolve()
      return { isSilent: true }
    })
  })

/** Kills a worker where it is, and starts the next one, to which Redis gives the job. */
async function killAt(reached: Promise<void>): Promise<void> {
  startNext()
  await reached
  await kill()
}

/** Origins of the requested commutes, with repetitions. */
const requested = () =>
  provider.requests.filter(isOfCommutes).flatMap((request) => {
    const places = request.path.split('/').at(-1)?.split(';') ?? []
    return sourcesOf(request).map((index) => places[Number(index)])
  })

async function routedWays(): Promise<number> {
  const commutes = await catalog.context.routedCommutes.find('osrm', { destination: UPSON, mode: 'walk' })
  return [...commutes.values()].filter((minutes) => minutes != null).length
}

const COLLECTION = 'routedCommutes'
/** Steps at which a worker is killed, with the resulting numbers of requested, stored and unresolved batches. */
const STEPS = [
  { reached: () => proxy.holdCommand('insert', COLLECTION, 'before'), requested: 0, routed: 0, lost: 0 },
  { reached: () => proxy.holdCommand('insert', COLLECTION, 'after'), requested: 0, routed: 0, lost: 1 },
  { reached: requestInFlight, requested: 1, routed: 0, lost: 1, isUsual: true },
  { reached: () => proxy.holdCommand('update', COLLECTION, 'before'), requested: 1, routed: 0, lost: 1 },
  {
    reached: () => proxy.holdCommand('update', COLLECTION, 'after'),
    requested: 1,
    routed: 1,
    lost: 0,
    isUsual: true,
  },
]
// Redis gives away the job of a killed worker after seconds, so all of them take most of a minute.
const KILLS = STEPS.filter(({ isUsual }) => isUsual || process.env.KILLED_AT === 'every step')
const LOST_WAYS = sumOf(KILLS.map(({ lost }) => lost)) * WAYS_PER_REQUEST

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

describe('a worker that is killed while it fetches the ways to a place', () => {
  it('is followed by one that requests only what no worker has requested', async () => {
    await catalog.context.jobs.addBulk(routeCommutesJob, [UPSON])

    for (const [index, { reached }] of KILLS.entries()) {
      await killAt(reached())
      const kills = KILLS.slice(0, index + 1)
      expect([requested().length, await routedWays()]).toEqual([
        sumOf(kills.map((kill) => kill.requested)) * WAYS_PER_REQUEST,
        sumOf(kills.map((kill) => kill.routed)) * WAYS_PER_REQUEST,
      ])
    }

    startNext()
    await until(async () => (await routedWays()) === WAYS - LOST_WAYS)
    await kill()
    expect(new Set(requested()).size).toBe(requested().length)
  })

  it('loses the requests in flight, which are sent once more a day later, in the budget of that day', async () => {
    const tomorrow = { ...catalog.context, now: () => new Date(Date.now() + DAY_MS) }
    const before = requested().length

    await routeCommutes(catalog.context, UPSON)
    expect(requested()).toHaveLength(before)

    await routeCommutes(tomorrow, UPSON)
    await routeCommutes(tomorrow, UPSON)
    expect(await routedWays()).toBe(WAYS)
    expect(requested()).toHaveLength(before + LOST_WAYS)
  })
})
