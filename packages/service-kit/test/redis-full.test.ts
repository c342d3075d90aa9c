import { computeTravelTimes, JOBS } from '@offquad/contracts'
import { startEmbeddedRedis } from '@offquad/embedded-redis'
import { Redis } from 'ioredis'
import { openEvents } from '../src/events'
import { openJobs } from '../src/jobs'
import { createLog } from '../src/log'
import { openQueues } from '../src/inspect-queues'
import { until } from '../src/testing'

const log = createLog('redis-full-test', 'silent')

describe('a Redis whose memory is full', () => {
  it('rejects jobs, serves reads, keeps its data, and accepts jobs again once there is memory', async () => {
    const redis = await startEmbeddedRedis()
    const operator = new Redis(redis.url)
    const settings = { REDIS_URL: redis.url, QUEUE_PREFIX: 'offquad' }
    const jobs = openJobs(settings, log)
    const queues = openQueues(JOBS, settings, log)
    const events = openEvents(settings, 'one', log)
    await events.ping()
    const done: string[] = []
    await jobs.add(computeTravelTimes, { apartmentId: 'before' })
    await operator.set('everything', 'x'.repeat(3_000_000))
    await operator.config('SET', 'maxmemory', '2mb')

    await expect(jobs.add(computeTravelTimes, { apartmentId: 'refused' })).rejects.toThrow('OOM')
    const waiting = (await queues.measure()).find(({ name }) => name === computeTravelTimes.queue)?.waiting
    expect(waiting).toBe(1)
    await events.ping()
    const working = jobs.registerWorker(
      computeTravelTimes,
      async ({ apartmentId }) => void done.push(apartmentId),
      { concurrency: 1 },
    )

    await operator.del('everything')
    await operator.config('SET', 'maxmemory', '0')
    await working
    await jobs.add(computeTravelTimes, { apartmentId: 'after' })

    await until(() => done.includes('after'))
    expect(new Set(done)).toEqual(new Set(['before', 'after']))
    await Promise.all([jobs, queues, events].map((open) => open.close()))
    operator.disconnect()
    await redis.close()
  })
})
