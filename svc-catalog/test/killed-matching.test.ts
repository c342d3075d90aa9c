import { MAX_ALERT_PLACES, type PayloadOf, reportSearchMatches } from '@offquad/contracts'
import { createLog, type Jobs, openJobs } from '@offquad/service-kit'
import {
  type KillableRedis,
  type MongoProxy,
  startKillableRedis,
  startMongoProxy,
  until,
} from '@offquad/service-kit/testing'
import { createRandom } from '@offquad/service-kit/testing/random'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'
import { startWorker } from './start-worker'

// Redis gives away the job of a killed worker after seconds.
const KILLS = Number(process.env.KILLS ?? 5)
const SEED = Number(process.env.SEED ?? Date.now())
/** More than fit into one message. */
const SEARCHES = Array.from({ length: Number(process.env.SEARCHES ?? 450) }, (_, index) =>
  JSON.stringify({ maxPrice: 1000 + index }),
)

type Match = PayloadOf<typeof reportSearchMatches>['matches'][number]

let proxy: MongoProxy
let redis: KillableRedis
let catalog: TestCatalog
let receivers: Jobs
let worker: ReturnType<typeof startWorker> | undefined
/** Matches that svc-users would store, by search, then by round. */
const stored = new Map<string, Map<number, string>>()
const isUnequal: string[] = []

beforeAll(async () => {
  proxy = await startMongoProxy(process.env.MONGODB_URI ?? '')
  redis = await startKillableRedis()
  catalog = await startCatalog({ REDIS_URL: redis.url })
  receivers = openJobs(catalog.config, createLog('receiver', 'silent'))
  await receivers.registerWorker(reportSearchMatches, async (report) => receive(report))
  await catalog.context.watchedSearches.watch(SEARCHES, new Date())
})
afterAll(async () => {
  worker?.stop()
  await receivers.close()
  await catalog.close()
  await redis.close()
  await proxy.close()
})

function receive({ round, matches }: PayloadOf<typeof reportSearchMatches>): void {
  for (const { search, ...match } of matches) {
    const ofSearch = stored.get(search) ?? new Map<number, string>()
    const earlier = ofSearch.get(round)
    if (earlier !== undefined && earlier !== JSON.stringify(match)) isUnequal.push(`${search}/${round}`)
    stored.set(search, ofSearch.set(round, JSON.stringify(match)))
  }
}

function startNext(): void {
  worker = startWorker(catalog.config, proxy.uri, { CATALOG_REFRESH_MS: '200' })
}

async function kill(): Promise<void> {
  if (worker) expect(await worker.kill()).toEqual([null, 'SIGKILL'])
}

const collection = (name: string) => catalog.context.connection.collection(name)
const countSeen = () => collection('seen_listings').countDocuments()

/** Steps at which a worker is killed: a round is stored, its searches are read, its listings are marked as seen. */
const STEPS = [
  ['update', 'listing_rounds', 'before'],
  ['update', 'listing_rounds', 'after'],
  ['find', 'watched_searches', 'after'],
  ['update', 'seen_listings', 'before'],
  ['update', 'seen_listings', 'after'],
] as const

describe('a worker that is killed while it compares changed listings with saved searches', () => {
  it(
    `is followed by one that reports each of them once, ${KILLS} times, also without Redis for a while (seed ${SEED})`,
    async () => {
      const random = createRandom(SEED)
      startNext()
      await until(async () => (await collection('listing_rounds').countDocuments()) > 0)
      await kill()

      for (let killed = 0; killed < KILLS; killed += 1) {
        await catalog.importApartments(apartment(`k${killed}`))
        const [command, of, when] = STEPS[killed] ?? random.pick(STEPS)
        const reached = proxy.holdCommand(command, of, when)
        startNext()
        await reached
        await Promise.all([kill(), ...(random.chance(0.5) ? [redis.kill()] : [])])
      }
      await catalog.importApartments(apartment('last'))
      startNext()

      const all = [...Array.from({ length: KILLS }, (_, killed) => `k${killed}`), 'last'].toSorted()
      await until(async () => (await countSeen()) === all.length)
      const matchesOf = (search: string) =>
        [...(stored.get(search)?.values() ?? [])].map(
          (match) => JSON.parse(match) as Pick<Match, 'places' | 'total'>,
        )
      const totalOf = (search: string) => matchesOf(search).reduce((sum, { total }) => sum + total, 0)
      for (const search of SEARCHES) {
        await until(() => totalOf(search) >= all.length)
        expect(totalOf(search)).toBe(all.length)
        // After many kills a round has more than it names.
        for (const { places, total } of matchesOf(search))
          expect(places.length).toBe(Math.min(total, MAX_ALERT_PLACES))
        const named = matchesOf(search).flatMap(({ places }) => places.map(({ aptId }) => aptId))
        expect(named).toEqual([...new Set(named)])
        expect(all).toEqual(expect.arrayContaining(named))
      }
      expect(isUnequal).toEqual([])
      // Only to end a run that hangs.
    },
    KILLS * 60_000,
  )
})
