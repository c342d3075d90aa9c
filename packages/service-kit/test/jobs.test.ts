import { accountDeleted, computeTravelTimes, job, type JobContract } from '@offquad/contracts'
import { Queue } from 'bullmq'
import { Type } from 'typebox'
import { createLog } from '../src/log'
import { type Jobs, openJobs } from '../src/jobs'
import { redisConnection } from '../src/redis'
import { testSettings, until } from '../src/testing'

const log = createLog('jobs-test', 'silent')

/** Works on a queue until so many jobs are done; resolves with their payloads. */
async function collect(jobs: Jobs, worked: JobContract, count: number): Promise<unknown[]> {
  const seen: unknown[] = []
  await new Promise<void>((resolve, reject) => {
    const perform = async (payload: unknown) => {
      seen.push(payload)
      if (seen.length === count) resolve()
    }
    jobs.registerWorker(worked, perform, { concurrency: 1 }).catch(reject)
  })
  return seen
}

describe('jobs', () => {
  let jobs: Jobs
  beforeEach(() => {
    jobs = openJobs(testSettings(), log)
  })
  afterEach(() => jobs.close())

  it('are retried for a day if another service waits for them, soon at first', async () => {
    const settings = testSettings()
    const own = openJobs(settings, log)
    const queue = new Queue(accountDeleted.queue, {
      connection: redisConnection(settings),
      prefix: settings.QUEUE_PREFIX,
    })
    await own.registerWorker(accountDeleted, () => Promise.reject(new Error('no database')))
    await own.add(accountDeleted, { userId: 'ann', reviews: 'remove' })

    const pauses: number[] = []
    const attempts = await until(async () => {
      const [retried] = await queue.getDelayed()
      if (!retried || retried.attemptsMade === pauses.length) return false
      pauses.push(retried.delay / 1000)
      await retried.promote()
      return pauses.length === 13 && retried.opts.attempts
    })
    await own.close()
    await queue.close()

    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    expect(attempts * 300).toBeGreaterThan(24 * 60 * 60)
  })

  it('may have additional fields of a newer version, but are never handed over malformed', async () => {
    const malformed = { apartmentId: 5 } as unknown as { apartmentId: string }
    const more = { apartmentId: 'good', reason: 'moved' }
    await jobs.addBulk(computeTravelTimes, [malformed, more])

    expect(await collect(jobs, computeTravelTimes, 1)).toEqual([more])
  })

  it('leaves nothing of a finished payload in Redis, and still does a job with an id once', async () => {
    const settings = testSettings()
    const own = openJobs(settings, log)
    const queue = new Queue(computeTravelTimes.queue, {
      connection: redisConnection(settings),
      prefix: settings.QUEUE_PREFIX,
    })
    const seen: string[] = []
    await own.registerWorker(computeTravelTimes, async ({ apartmentId }) => void seen.push(apartmentId), {
      concurrency: 1,
    })

    await own.add(computeTravelTimes, { apartmentId: 'of-ann' }, { jobId: 'once' })
    await own.add(computeTravelTimes, { apartmentId: 'of-ben' })
    await until(async () => seen.length === 2)
    await own.add(computeTravelTimes, { apartmentId: 'of-ann' }, { jobId: 'once' })
    await own.add(computeTravelTimes, { apartmentId: 'last' })
    await until(async () => seen.length >= 3)
    await own.close()

    expect(seen).toEqual(['of-ann', 'of-ben', 'last'])
    const left = await queue.getJobs()
    expect(left.map(({ id, data }) => ({ id, data }))).toEqual([{ id: 'once', data: { done: true } }])
    await queue.close()
  })

  it('repeats scheduled work', async () => {
    let runs = 0
    await jobs.schedule('sweep', 200, async () => void (runs += 1))

    await until(() => runs === 2)
  })
})

const RentV1 = Type.Object({ id: Type.String(), dollars: Type.Number() })
const RentV2 = Type.Object({ id: Type.String(), rent: Type.Object({ dollars: Type.Number() }) })
const rentV1 = job('rents', { to: 'svc-catalog' }, 'Stores a rent', RentV1)
const rentV2 = job('rents', { to: 'svc-catalog' }, 'Stores a rent', RentV2, {
  version: 2,
  upgrade(payload) {
    const { id, dollars } = payload as { id: string; dollars: number }
    return { id, rent: { dollars } }
  },
})

describe('the version of a job', () => {
  const settings = () => {
    const { REDIS_URL, QUEUE_PREFIX } = testSettings()
    return { REDIS_URL, QUEUE_PREFIX }
  }
  /** The queue itself, as dashboards and the processes of before have it. */
  const openQueue = (used: ReturnType<typeof settings>) =>
    new Queue('rents', { connection: redisConnection(used), prefix: used.QUEUE_PREFIX })

  it('lets a newer worker upgrade what an older process queues, one by one or many at once', async () => {
    const used = settings()
    const [older, newer] = [openJobs(used, log), openJobs(used, log)]
    await older.add(rentV1, { id: 'a', dollars: 1 })
    await older.addBulk(rentV1, [{ id: 'b', dollars: 2 }])
    await newer.add(rentV2, { id: 'c', rent: { dollars: 3 } })

    expect(await collect(newer, rentV2, 3)).toEqual([
      { id: 'a', rent: { dollars: 1 } },
      { id: 'b', rent: { dollars: 2 } },
      { id: 'c', rent: { dollars: 3 } },
    ])
    await older.close()
    await newer.close()
  })

  it('makes an older worker put a newer job back until a newer worker runs it', async () => {
    const used = settings()
    const queue = openQueue(used)
    const [older, newer] = [openJobs(used, log), openJobs(used, log)]
    const misread: unknown[] = []
    await older.registerWorker(rentV1, async (payload) => void misread.push(payload))
    await newer.add(rentV2, { id: 'new', rent: { dollars: 700 } }, { attempts: 2 })

    for (let round = 0; round < 4; round += 1) {
      const [putBack] = await until(async () => {
        const delayed = await queue.getDelayed()
        return delayed.length > 0 && delayed
      })
      expect(putBack?.attemptsMade).toBe(0)
      await putBack?.promote()
    }
    await older.close()
    for (const job of await queue.getDelayed()) await job.promote()

    expect(await collect(newer, rentV2, 1)).toEqual([{ id: 'new', rent: { dollars: 700 } }])
    expect(misread).toEqual([])
    expect(await queue.getFailedCount()).toBe(0)
    await newer.close()
    await queue.close()
  })
})
