import { type JobsOptions, Queue } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { redisConnection } from './redis'
import { currentTracing } from './tracing/tracing'

export interface QueueSettings {
  REDIS_URL: string
  QUEUE_PREFIX: string
}

/** The queues a process uses, by name. Connections open when first used. */
export function createQueueSet(
  { REDIS_URL, QUEUE_PREFIX: prefix }: QueueSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  defaultJobOptions?: JobsOptions,
) {
  const connection = redisConnection(REDIS_URL)
  const queues = new Map<string, Queue>()

  return {
    of(name: string): Queue {
      const known = queues.get(name)
      if (known) return known
      const telemetry = currentTracing()?.jobs
      const options = { ...(defaultJobOptions && { defaultJobOptions }), ...(telemetry && { telemetry }) }
      const queue = new Queue(name, { connection, prefix, ...options })
      queue.on('error', (err) => log.warn({ err, queue: name }, 'queue connection failed'))
      queues.set(name, queue)
      return queue
    },
    async close(): Promise<void> {
      await Promise.all([...queues.values()].map((queue) => queue.close()))
    },
  }
}
