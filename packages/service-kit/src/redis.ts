import { createNodeRedisClient, RedisConnection, type RedisOptions } from 'bullmq'
import { createClient } from 'redis'

const MAX_RECONNECT_DELAY_MS = 2000

// BullMQ asks for a connection per queue, worker and relay: all are node-redis clients of the given URL.
RedisConnection.clientFactory = (options: RedisOptions & { url?: string }) =>
  createNodeRedisClient(
    createClient({
      url: options.url,
      socket: { reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RECONNECT_DELAY_MS) },
    }),
  )

/** What BullMQ's classes want as `connection`, for a Redis URL. */
export const redisConnection = (url: string): { url: string } => ({ url })
