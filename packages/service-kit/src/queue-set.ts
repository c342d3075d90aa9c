import { type JobsOptions, Queue } from 'bullmq'
import { type FastifyBaseLogger } from 'fastify'
import { type Redis } from 'ioredis'
import { withTimeout } from './with-timeout'
import { createRedis, redisConnection, type RedisSettings } from './redis'
import { currentTracing } from './tracing/tracing'

export interface QueueSettings extends RedisSettings {
  QUEUE_PREFIX: string
}

const REPLICA_TIMEOUT_MS = 1_000
const QUIT_TIMEOUT_MS = 1_000

/** The queues a process uses, by name, over one connection that opens when first used. */
export function createQueueSet(
  settings: QueueSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  defaultJobOptions?: JobsOptions,
) {
  let client: Redis | undefined
  const queues = new Map<string, Queue>()

  function connect(): Redis {
    client ??= createRedis(redisConnection(settings)).on('error', (err: unknown) =>
      log.warn({ err }, 'queue connection failed'),
    )
    return client
  }

  return {
    of(name: string): Queue {
      const known = queues.get(name)
      if (known) return known
      const telemetry = currentTracing()?.jobs
      const queue = new Queue(name, {
        connection: connect(),
        prefix: settings.QUEUE_PREFIX,
        ...(defaultJobOptions && { defaultJobOptions }),
        ...(telemetry && { telemetry }),
      })
      // Of the connection, which is logged once for all queues.
      queue.on('error', () => undefined)
      queues.set(name, queue)
      return queue
    },
    /**
     * Redis answers before its replicas have what it answers for, and one that takes over would not know of it.
     * @throws Error when no replica has in time what was written before; without Sentinel there is nothing to wait for
     */
    async waitForReplica(): Promise<void> {
      if (settings.REDIS_SENTINELS === undefined) return
      if ((await connect().wait(1, REPLICA_TIMEOUT_MS)) === 0)
        throw new Error(`no replica of Redis took a job within ${REPLICA_TIMEOUT_MS} ms`)
    },
    async close(): Promise<void> {
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      // One that is connected to a machine that is cut off gets no answer.
      if (client?.status === 'ready')
        await withTimeout(client.quit(), QUIT_TIMEOUT_MS, () => new Error('Redis is late')).catch(
          () => undefined,
        )
      client?.disconnect()
    },
  }
}
