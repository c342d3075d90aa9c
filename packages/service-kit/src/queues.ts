import { type JobContract, type QueueState } from '@offquad/contracts'
import { type Job, Queue } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { UnavailableError } from './errors'
import { redisConnection } from './redis'

/** The queues of the whole platform, for those who look after it. Both calls throw UnavailableError without Redis. */
export interface Queues {
  list(): Promise<QueueState[]>
  /** Answers how many are tried again; undefined when there is no such queue. */
  retryFailed(name: string): Promise<number | undefined>
  close(): Promise<void>
}

const MOST_FAILURES = 10
const PATIENCE_MS = 3_000

/** Connections open when somebody looks. */
export function openQueues(
  jobs: readonly JobContract[],
  settings: { REDIS_URL: string; QUEUE_PREFIX: string },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Queues {
  const connection = redisConnection(settings.REDIS_URL)
  const open = new Map<string, Queue>()

  function queueOf(name: string): Queue {
    const known = open.get(name)
    if (known) return known
    const queue = new Queue(name, { connection, prefix: settings.QUEUE_PREFIX })
    queue.on('error', (err) => log.warn({ err, queue: name }, 'queue connection failed'))
    open.set(name, queue)
    return queue
  }

  async function stateOf({ queue: name, purpose }: JobContract): Promise<QueueState> {
    const queue = queueOf(name)
    const [counts, failures] = await Promise.all([
      queue.getJobCounts('waiting', 'delayed', 'prioritized', 'active', 'failed'),
      queue.getFailed(0, MOST_FAILURES - 1),
    ])
    const { waiting = 0, delayed = 0, prioritized = 0, active = 0, failed = 0 } = counts
    return {
      ...{ name, purpose, active, delayed, failed, waiting: waiting + prioritized },
      failures: failures.map(describeFailure),
    }
  }

  return {
    list: () => inTime(Promise.all(jobs.map(stateOf))),
    async retryFailed(name) {
      if (!jobs.some(({ queue }) => queue === name)) return undefined
      const queue = queueOf(name)
      const { failed = 0 } = await inTime(queue.getJobCounts('failed'))
      if (failed > 0) await inTime(queue.retryJobs({ state: 'failed' }))
      return failed
    },
    async close() {
      await Promise.all([...open.values()].map((queue) => queue.close()))
    },
  }
}

/** Its reason without what it carried. */
function describeFailure(job: Job): QueueState['failures'][number] {
  return {
    id: job.id ?? '',
    reason: job.failedReason || 'no reason given',
    failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
    attempts: job.attemptsMade,
  }
}

// While Redis is away its commands wait for it; whoever asks does not.
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new UnavailableError(
          'queues-unavailable',
          'The queues cannot be reached right now. Please try again in a moment.',
        ),
      )
    }, PATIENCE_MS)
  })
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
