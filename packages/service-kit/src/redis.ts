import { createNodeRedisClient, RedisConnection, type RedisOptions } from 'bullmq'
import { createClient } from 'redis'

const MAX_RECONNECT_DELAY_MS = 2000

// Redis 7.0 does not know the command, and a user that may not call it fills the log of refusals.
const WITHOUT_CLIENT_INFO = { disableClientInfo: true }

const reconnectStrategy = (attempt: number): number => Math.min(50 * 2 ** attempt, MAX_RECONNECT_DELAY_MS)

/**
 * A connection of its own, for commands that are for now or never: while Redis is away they fail at once, and connecting
 * goes on.
 */
export function openRedisClient(url: string, onError: (error: unknown) => void) {
  const client = createClient({
    ...WITHOUT_CLIENT_INFO,
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy },
  })
  client.on('error', onError)
  const connecting = client.connect().catch(() => undefined)
  return {
    client,
    async close(): Promise<void> {
      client.destroy()
      await connecting
    },
  }
}

// BullMQ asks for a connection per queue, worker and relay: all are node-redis clients of the given URL.
RedisConnection.clientFactory = (options: RedisOptions & { url?: string }) => {
  const connection = createClient({ ...WITHOUT_CLIENT_INFO, url: options.url, socket: { reconnectStrategy } })
  const client = createNodeRedisClient(connection)
  // One that is closed while it connects would come up afterwards and keep the process alive.
  connection.on('ready', () => {
    if (client.status === 'end') connection.destroy()
  })
  return client
}

/** What BullMQ's classes want as `connection`, for a Redis URL. */
export const redisConnection = (url: string): { url: string } => ({ url })
