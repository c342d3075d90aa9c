import { createNodeRedisClient, RedisConnection, type RedisOptions } from 'bullmq'
import { createClient } from 'redis'

const MAX_RECONNECT_DELAY_MS = 2000

// BullMQ asks for a connection per queue, worker and relay: all are node-redis clients of the given URL.
RedisConnection.clientFactory = (options: RedisOptions & { url?: string }) => {
  const connection = createClient({
    url: options.url,
    socket: { reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RECONNECT_DELAY_MS) },
  })
  const client = createNodeRedisClient(connection)
  // One that is closed while it connects would come up afterwards and keep the process alive.
  connection.on('ready', () => {
    if (client.status === 'end') connection.destroy()
  })
  return client
}

/** What BullMQ's classes want as `connection`, for a Redis URL. */
export const redisConnection = (url: string): { url: string } => ({ url })
