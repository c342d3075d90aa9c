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

/** The queues of a process, by name, over one connection that opens on first use. */
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
      const opened = queues.get(name)
      if (opened) return opened
      const telemetry = currentTracing()?.jobs
      const queue = new Queue(name, {
        connection: connect(),
        prefix: settings.QUEUE_PREFIX,
        ...(defaultJobOptions && { defaultJobOptions }),
        ...(telemetry && { telemetry }),
      })
      // Errors of the connection, which logs them once for all queues.
      queue.on('error', () => undefined)
      queues.set(name, queue)
      return queue
    },
    /**
     * Waits until a replica has received all previous writes: Redis acknowledges a write before it is replicated, and a replica
     * that takes over would lack it. Resolves at once without Sentinel.
     * @throws Error when no replica has acknowledged them in time
     */
    async waitForReplica(): Promise<void> {
      if (settings.REDIS_SENTINELS === undefined) return
      if ((await connect().wait(1, REPLICA_TIMEOUT_MS)) === 0)
        throw new Error(`no replica of Redis acknowledged a job within ${REPLICA_TIMEOUT_MS} ms`)
    },
    async close(): Promise<void> {
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      // An unreachable machine never responds.
      if (client?.status === 'ready')
        await withTimeout(client.quit(), QUIT_TIMEOUT_MS, () => new Error('Redis did not respond')).catch(
          () => undefined,
        )
      client?.disconnect()
    },
  }
}
