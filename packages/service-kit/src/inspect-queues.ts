import { type JobContract, type QueueState } from '@offquad/contracts'
import { type Job } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { Gauge } from 'prom-client'
import { UnavailableError } from './errors'
import { beforeScrape } from './metrics/serve'
import { createQueueSet, type QueueSettings } from './queue-set'
import { withTimeout } from './with-timeout'

export type Queues = ReturnType<typeof openQueues>

/** The load of a queue. */
export interface QueueMeasure extends Pick<QueueState, 'name' | 'waiting' | 'active' | 'delayed' | 'failed'> {
  /** When the oldest waiting job was added; absent if none is waiting. */
  waitingSince?: Date
}

const MOST_FAILURES = 10
const TIMEOUT_MS = 3_000

/** The queues of the whole platform, for operators. Calls throw UnavailableError without Redis. Connections open on first use. */
export function openQueues(
  jobs: readonly JobContract[],
  settings: QueueSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  const queues = createQueueSet(settings, log)

  async function countsOf(name: string) {
    const counts = await queues.of(name).getJobCounts('waiting', 'delayed', 'prioritized', 'active', 'failed')
    const { waiting = 0, delayed = 0, prioritized = 0, active = 0, failed = 0 } = counts
    return { name, active, delayed, failed, waiting: waiting + prioritized }
  }

  async function stateOf({ queue: name, purpose }: JobContract): Promise<QueueState> {
    const [counts, failures] = await Promise.all([
      countsOf(name),
      queues.of(name).getFailed(0, MOST_FAILURES - 1),
    ])
    return { ...counts, purpose, failures: failures.map(describeFailure) }
  }

  async function measure({ queue: name }: JobContract): Promise<QueueMeasure> {
    const [counts, [longest]] = await Promise.all([countsOf(name), queues.of(name).getWaiting(0, 0)])
    return { ...counts, ...(longest && { waitingSince: new Date(longest.timestamp + longest.delay) }) }
  }

  return {
    list: () => withDeadline(Promise.all(jobs.map(stateOf))),
    measure: () => withDeadline(Promise.all(jobs.map(measure))),
    /** Returns the number of retried jobs; undefined when there is no such queue. */
    async retryFailed(name: string): Promise<number | undefined> {
      if (!jobs.some(({ queue }) => queue === name)) return undefined
      const queue = queues.of(name)
      const { failed = 0 } = await withDeadline(queue.getJobCounts('failed'))
      if (failed > 0) await withDeadline(queue.retryJobs({ state: 'failed' }))
      return failed
    },
    close: () => queues.close(),
  }
}

/** Describes the failure of a job, without its payload. */
function describeFailure(job: Job): QueueState['failures'][number] {
  return {
    id: job.id ?? '',
    reason: job.failedReason || 'no reason given',
    failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
    attempts: job.attemptsMade,
  }
}

// While Redis is unavailable its commands wait, so the caller gets an error after a timeout.
const withDeadline = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(
    work,
    TIMEOUT_MS,
    () =>
      new UnavailableError(
        'queues-unavailable',
        'The queues cannot be reached right now. Please try again in a moment.',
      ),
  )

const jobsGauge = new Gauge({
  name: 'queue_jobs',
  help: 'Jobs of a queue by state',
  labelNames: ['queue', 'state'] as const,
})
const ageGauge = new Gauge({
  name: 'queue_oldest_waiting_seconds',
  help: 'Waiting time of the oldest waiting job; 0 if there is none',
  labelNames: ['queue'] as const,
})

/** Measures the queues of the whole platform; one process of the platform is enough. */
export function observeQueues(queues: Pick<Queues, 'measure'>): void {
  beforeScrape('queues', async () => {
    for (const gauge of [jobsGauge, ageGauge]) gauge.reset()
    for (const { name: queue, waitingSince, ...counts } of await queues.measure()) {
      for (const state of ['waiting', 'active', 'delayed', 'failed'] as const)
        jobsGauge.set({ queue, state }, counts[state])
      ageGauge.set({ queue }, waitingSince === undefined ? 0 : (Date.now() - waitingSince.getTime()) / 1000)
    }
  })
}
