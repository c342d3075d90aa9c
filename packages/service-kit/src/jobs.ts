import { type JobContract, type PayloadOf } from '@offquad/contracts'
import { type Job, type JobsOptions, UnrecoverableError, Worker } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { Value } from 'typebox/value'
import { observeJob } from './metrics/jobs'
import { createQueueSet, type QueueSettings } from './queue-set'
import { redisConnection } from './redis'
import { currentTracing } from './tracing/tracing'

// A job of a worker that was killed is taken over by another within seconds.
const TAKEOVER = { lockDuration: 6_000, stalledInterval: 3_000 }

export interface Jobs {
  /** Puts one job on its queue; waits while Redis is away, so never call it on the path of a request. */
  add<J extends JobContract>(job: J, payload: PayloadOf<J>, options?: JobsOptions): Promise<void>
  addBulk<J extends JobContract>(job: J, payloads: PayloadOf<J>[]): Promise<void>
  /** Runs `perform` for every job of the queue in this process; it must be idempotent. */
  work<J extends JobContract>(
    job: J,
    perform: (payload: PayloadOf<J>) => Promise<void>,
    concurrency?: number,
  ): Promise<void>
  /** Runs `perform` every `everyMs` in one of the processes that ask for it. */
  schedule(name: string, everyMs: number, perform: () => Promise<void>): Promise<void>
  /** Lets running jobs finish, then closes every connection. */
  close(): Promise<void>
}

const DEFAULT_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: { count: 100 },
  removeOnFail: { count: 1000 },
}

/** The queues of one process. Connections open when first used. */
export function openJobs(settings: QueueSettings, log: FastifyBaseLogger): Jobs {
  const connection = redisConnection(settings.REDIS_URL)
  const prefix = settings.QUEUE_PREFIX
  const queues = createQueueSet(settings, log, DEFAULT_OPTIONS)
  const workers: Worker[] = []

  async function startWorker(
    name: string,
    perform: (payload: unknown) => Promise<void>,
    concurrency: number,
  ) {
    const run = async (job: Job) => {
      // What is added from here on may come too late for this run: it gets a run of its own.
      await job.removeDeduplicationKey()
      await observeJob(name, () => perform(job.data))
    }
    const telemetry = currentTracing()?.jobs
    const options = { connection, prefix, concurrency, ...TAKEOVER, ...(telemetry && { telemetry }) }
    const worker = new Worker(name, run, options)
    worker.on('error', (err) => log.warn({ err, queue: name }, 'worker connection failed'))
    worker.on('failed', (job, err) => {
      const isLast = !job || job.attemptsMade >= (job.opts.attempts ?? 1) || err instanceof UnrecoverableError
      log[isLast ? 'error' : 'warn']({ err, queue: name, jobId: job?.id }, 'job failed')
    })
    workers.push(worker)
    await worker.waitUntilReady()
  }

  return {
    async add(job, payload, options) {
      await queues.of(job.queue).add(job.queue, payload, options)
    },
    async addBulk(job, payloads) {
      await queues.of(job.queue).addBulk(payloads.map((data) => ({ name: job.queue, data })))
    },
    work: (job, perform, concurrency = 10) =>
      startWorker(job.queue, (payload) => perform(validPayload(job, payload)), concurrency),
    async schedule(name, everyMs, perform) {
      await queues.of(name).upsertJobScheduler(name, { every: everyMs }, { name })
      await startWorker(name, perform, 1)
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
      await queues.close()
    },
  }
}

function validPayload<J extends JobContract>(job: J, payload: unknown): PayloadOf<J> {
  const [problem] = Value.Errors(job.payload, payload)
  // Another attempt cannot mend a malformed message.
  if (problem) throw new UnrecoverableError(`${job.queue}: ${problem.instancePath} ${problem.message}`)
  return payload as PayloadOf<J>
}
