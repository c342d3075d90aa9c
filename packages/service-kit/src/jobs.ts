import { type JobContract, type PayloadOf } from '@offquad/contracts'
import { DelayedError, type Job, type JobsOptions, UnrecoverableError, Worker } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { coalesce } from './coalesce'
import { observeJob } from './metrics/queues'
import { createQueueSet, type QueueSettings } from './queue-set'
import { redisConnection } from './redis'
import { currentTracing } from './tracing/tracing'

// A job of a worker that was killed is taken over by another within seconds.
const TAKEOVER = { lockDuration: 6_000, stalledInterval: 3_000 }

export interface Jobs {
  /**
   * Puts one job on its queue; waits while Redis is away, so never call it on the path of a request.
   * @param options.jobId of a job that is added once, however often it is requested within an hour
   */
  add<J extends JobContract>(job: J, payload: PayloadOf<J>, options?: JobsOptions): Promise<void>
  /** @param deduplicationId of a payload: while a job with the same one waits, another is not added */
  addBulk<J extends JobContract>(
    job: J,
    payloads: PayloadOf<J>[],
    deduplicationId?: (payload: PayloadOf<J>) => string,
  ): Promise<void>
  /**
   * Runs `perform` for every job of the queue in this process; it must be idempotent. Payloads of older versions are
   * upgraded; jobs of a newer version than the contract's are put back until a newer worker takes them.
   */
  registerWorker<J extends JobContract>(
    job: J,
    perform: (payload: PayloadOf<J>) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>
  /** Runs `perform` every `everyMs` in one of the processes that schedule it. */
  schedule(name: string, everyMs: number, perform: () => Promise<void>): Promise<void>
  /** Lets running jobs finish, then closes every connection. */
  close(): Promise<void>
}

export interface WorkOptions {
  /** How many jobs run at once in this process; 10 unless given. */
  concurrency?: number
  /** At most `max` jobs start every `duration` ms, in all processes together. */
  limiter?: { max: number; duration: number }
}

const MAX_CLEANED_JOBS = 10_000

/** A job of a newer version is offered again after this time. */
const PUT_BACK_MS = 5_000

const DAY_SECONDS = 24 * 60 * 60
const JOB_ID_LIFETIME_SECONDS = 60 * 60

// Payloads name people: they stay in Redis only as long as the job may have to be repeated.
const DEFAULT_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: true,
  removeOnFail: { count: 1000, age: 14 * DAY_SECONDS },
}

/** Replaces the payload of a job that was done and whose id is remembered so that it is not done again. */
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
      // The process that did it died before it could report it.
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
      // What is added from here on may come too late for this run: it gets a run of its own.
      await job.removeDeduplicationKey()
      await observeJob(name, () => perform(job.data, version))
      if (job.opts.removeOnComplete !== true) await job.updateData(DONE)
    }
    const telemetry = currentTracing()?.jobs
    const options = { connection, prefix, ...workOptions, ...TAKEOVER, ...(telemetry && { telemetry }) }
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
          ...(deduplicationId && { opts: { deduplication: { id: deduplicationId(data) } } }),
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

/**
 * Enqueues a job that does whatever the database says is due. No request waits for it, as Redis may be unavailable: at most
 * one message is on its way, and calls meanwhile are covered by the next one. A lost message is made up for by the sweep.
 */
export function createEnqueuer<J extends JobContract>(
  jobs: Pick<Jobs, 'add'>,
  job: J,
  log: { warn(fields: object, message: string): void },
): () => void {
  const enqueue = coalesce(() =>
    jobs
      .add(job, {} as PayloadOf<J>, { deduplication: { id: job.queue } })
      .catch((err: unknown) =>
        log.warn({ err, queue: job.queue }, 'job not enqueued, the sweep will do its work'),
      ),
  )
  return () => void enqueue()
}

/**
 * A job's name carries the version of its payload: workers that know no versions ignore names, and would refuse or store
 * a field they do not know.
 */
const nameOf = ({ queue, version }: JobContract): string => `${queue}@${version}`

// What was queued before names had a version is of the first.
const versionOf = ({ name }: Job): number => Number(/@(\d+)$/.exec(name)?.[1] ?? 1)

function validPayload<J extends JobContract>(job: J, data: unknown, version: number): PayloadOf<J> {
  const payload = version < job.version && job.upgrade ? job.upgrade(data, version) : data
  const [problem] = Value.Errors(job.payload, payload)
  // Another attempt cannot mend a malformed message.
  if (problem)
    throw new UnrecoverableError(
      `${job.queue}: ${problem.instancePath} ${problem.message} (version ${version}, expected ${job.version})`,
    )
  return payload as PayloadOf<J>
}
