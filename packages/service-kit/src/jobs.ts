import { type JobContract, type PayloadOf } from '@offquad/contracts'
import { DelayedError, type Job, type JobsOptions, UnrecoverableError, Worker } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { Histogram } from 'prom-client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { coalesce } from './coalesce'
import { createQueueSet, type QueueSettings } from './queue-set'
import { redisConnection } from './redis'
import { currentTracing } from './tracing/tracing'

// Another worker takes over the jobs of a killed worker within seconds.
const TAKEOVER = {
  lockDuration: 6_000,
  stalledInterval: 3_000,
  // Workers may be killed repeatedly before a long job ends; a job that kills its workers fails, as after `attempts`.
  maxStalledCount: 7,
}

export interface Jobs {
  /**
   * Enqueues a job; waits while Redis is unavailable, so never await it in a request.
   * @param options.jobId adds the job once, however often it is enqueued within an hour
   */
  add<J extends JobContract>(job: J, payload: PayloadOf<J>, options?: JobsOptions): Promise<void>
  /** @param deduplicationId of a payload: while a job with the same id is waiting, no second one is added */
  addBulk<J extends JobContract>(
    job: J,
    payloads: PayloadOf<J>[],
    deduplicationId?: (payload: PayloadOf<J>) => string,
  ): Promise<void>
  /**
   * Runs `perform`, which must be idempotent, for every job of the queue. Payloads of older versions are upgraded; jobs of a
   * newer version than the contract's are put back until a newer worker takes them.
   */
  registerWorker<J extends JobContract>(
    job: J,
    perform: (payload: PayloadOf<J>) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>
  /** Runs `perform` every `everyMs` milliseconds, in one of the processes that schedule it. */
  schedule(name: string, everyMs: number, perform: () => Promise<void>): Promise<void>
  /** Lets running jobs finish, then closes every connection. */
  close(): Promise<void>
}

export interface WorkOptions {
  /** Number of concurrent jobs in this process; default 10. */
  concurrency?: number
  /** At most `max` jobs start per `duration` ms, over all processes. */
  limiter?: { max: number; duration: number }
}

const MAX_CLEANED_JOBS = 10_000

/** Delay before a job of a newer version is offered again. */
const PUT_BACK_MS = 5_000

const DAY_SECONDS = 24 * 60 * 60
const JOB_ID_LIFETIME_SECONDS = 60 * 60

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5 * 60_000

// Payloads contain ids of people, so they stay in Redis only while the job may have to be repeated.
const DEFAULT_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: FIRST_PAUSE_MS },
  removeOnComplete: true,
  removeOnFail: { count: 1000, age: 14 * DAY_SECONDS },
}

/** No sweep repeats messages between services, so retries outlast an overnight outage. BullMQ has no maximum backoff. */
const OPTIONS_OF_MESSAGES: JobsOptions = { attempts: 300, backoff: { type: 'capped' } }
const pauseAfter = (attemptsMade: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attemptsMade - 1), LONGEST_PAUSE_MS)

const optionsOf = ({ from, to }: JobContract): JobsOptions =>
  from.some((process) => !process.startsWith(to)) ? OPTIONS_OF_MESSAGES : {}

/** Replaces the payload of a completed job whose id is kept, so that the job is not added again. */
const DONE = { done: true } as const
const isDone = (data: unknown): boolean => Value.Check(Type.Object({ done: Type.Literal(true) }), data)

/** The queues of one process. Connections open when first used. */
export function openJobs(settings: QueueSettings, log: FastifyBaseLogger): Jobs {
  const connection = redisConnection(settings)
  const prefix = settings.QUEUE_PREFIX
  const queues = createQueueSet(settings, log, DEFAULT_OPTIONS)
  const workers: Worker[] = []

  async function startWorker(
    name: string,
    perform: (payload: unknown, version: number) => Promise<void>,
    { newestVersion = Infinity, ...workOptions }: WorkOptions & { newestVersion?: number },
  ) {
    const run = async (job: Job, token?: string) => {
      // A worker completed the job, but died before it could report it.
      if (isDone(job.data)) return
      const version = versionOf(job)
      if (version > newestVersion) {
        log.warn(
          { queue: name, jobId: job.id, version, newestVersion },
          'job of a newer version put back for a newer worker',
        )
        await job.moveToDelayed(Date.now() + PUT_BACK_MS, token)
        throw new DelayedError()
      }
      // From here on this run may miss changes, so a new job for them must be accepted.
      await job.removeDeduplicationKey()
      await observeJob(name, () => perform(job.data, version))
      if (job.opts.removeOnComplete !== true) await job.updateData(DONE)
    }
    const telemetry = currentTracing()?.jobs
    const options = {
      connection,
      prefix,
      ...workOptions,
      ...TAKEOVER,
      settings: { backoffStrategy: pauseAfter },
      ...(telemetry && { telemetry }),
    }
    const worker = new Worker(name, run, options)
    worker.on('error', (err) => log.warn({ err, queue: name }, 'worker connection failed'))
    worker.on('failed', (job, err) => {
      const isLast = !job || job.attemptsMade >= (job.opts.attempts ?? 1) || err instanceof UnrecoverableError
      log[isLast ? 'error' : 'warn']({ err, queue: name, jobId: job?.id }, 'job failed')
    })
    workers.push(worker)
    await worker.waitUntilReady()
    await queues.of(name).clean(JOB_ID_LIFETIME_SECONDS * 1000, MAX_CLEANED_JOBS, 'completed')
  }

  return {
    async add(job, payload, options) {
      const keepsId = options?.jobId !== undefined
      await queues.of(job.queue).add(nameOf(job), payload, {
        ...optionsOf(job),
        ...options,
        ...(keepsId && { removeOnComplete: { age: JOB_ID_LIFETIME_SECONDS } }),
      })
      await queues.waitForReplica()
    },
    async addBulk(job, payloads, deduplicationId) {
      await queues.of(job.queue).addBulk(
        payloads.map((data) => ({
          name: nameOf(job),
          data,
          opts: {
            ...optionsOf(job),
            ...(deduplicationId && { deduplication: { id: deduplicationId(data) } }),
          },
        })),
      )
      await queues.waitForReplica()
    },
    registerWorker: (job, perform, { concurrency = 10, limiter } = {}) =>
      startWorker(job.queue, (payload, version) => perform(validPayload(job, payload, version)), {
        concurrency,
        ...(limiter && { limiter }),
        newestVersion: job.version,
      }),
    async schedule(name, everyMs, perform) {
      await queues.of(name).upsertJobScheduler(name, { every: everyMs }, { name })
      await startWorker(name, perform, { concurrency: 1 })
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
      await queues.close()
    },
  }
}

const durations = new Histogram({
  name: 'job_duration_seconds',
  help: 'Duration of jobs by queue and outcome',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
})

/** Runs a job and measures its duration. */
async function observeJob(queue: string, perform: () => Promise<void>): Promise<void> {
  const end = durations.startTimer({ queue })
  try {
    await perform()
    end({ outcome: 'done' })
  } catch (error) {
    end({ outcome: 'failed' })
    throw error
  }
}

/**
 * Creates a function that enqueues a job which processes everything that is due in the database. Requests do not wait for it,
 * as Redis may be unavailable. Calls while a message is being sent are coalesced; the sweep makes up for a lost message.
 */
export function createEnqueuer<J extends JobContract>(
  jobs: Pick<Jobs, 'add'>,
  job: J,
  log: { warn(fields: object, message: string): void },
): () => void {
  const enqueue = coalesce(() =>
    jobs
      .add(job, {} as PayloadOf<J>, { deduplication: { id: job.queue } })
      .catch((err: unknown) => log.warn({ err, queue: job.queue }, 'job not enqueued, left to the sweep')),
  )
  return () => void enqueue()
}

/** The name of a job contains the version of its payload. */
const nameOf = ({ queue, version }: JobContract): string => `${queue}@${version}`

const versionOf = ({ name }: Job): number => Number(/\d+$/.exec(name)?.[0])

function validPayload<J extends JobContract>(job: J, data: unknown, version: number): PayloadOf<J> {
  const payload = version < job.version && job.upgrade ? job.upgrade(data, version) : data
  const [problem] = Value.Errors(job.payload, payload)
  // Retrying does not repair a malformed message.
  if (problem)
    throw new UnrecoverableError(
      `${job.queue}: ${problem.instancePath} ${problem.message} (version ${version}, expected ${job.version})`,
    )
  return payload as PayloadOf<J>
}
