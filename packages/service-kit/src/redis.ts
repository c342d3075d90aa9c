import { createIORedisClient, RedisConnection, type RedisOptions } from 'bullmq'
import { Redis, type RedisOptions as ClientOptions } from 'ioredis'
import { Gauge } from 'prom-client'
import { beforeScrape, watchStore } from './metrics/serve'

/** The settings of the connection to Redis. */
export interface RedisSettings {
  /** With Sentinel, only the user, the database and the scheme (TLS) are used, not the host. */
  REDIS_URL: string
  /** Comma-separated `redis://[user:password@]host:port`; the user of the first applies to all. */
  REDIS_SENTINELS?: string | undefined
  REDIS_SENTINEL_NAME?: string | undefined
}

const MAX_RECONNECT_DELAY_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
// An unreachable machine closes no connections, and TCP retransmits at growing intervals, which would double an outage.
// Longer than the 10 s for which BullMQ's commands block at most.
const SILENCE_TIMEOUT_MS = 15_000
const SENTINEL_TIMEOUT_MS = 2_000

/**
 * Connection options for ioredis, and for the `connection` of BullMQ's classes. Commands wait while Redis cannot be reached;
 * commands in flight when a connection ends are sent again on the next connection.
 */
export function redisConnection(settings: RedisSettings): RedisOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(settings.REDIS_URL)
  const isEncrypted = protocol === 'rediss:'
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 6379),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    db: Number(pathname.slice(1) || 0),
    ...(isEncrypted && { tls: {} }),
    ...(settings.REDIS_SENTINELS && {
      ...sentinels(settings.REDIS_SENTINELS),
      name: settings.REDIS_SENTINEL_NAME ?? 'offquad',
      enableTLSForSentinelMode: isEncrypted,
    }),
    // Redis 7.0 does not know the command, and users without permission for it would fill the ACL log.
    disableClientInfo: true,
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RECONNECT_DELAY_MS),
    // The master has become a replica: reconnect to the new one, and send the command again.
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  } satisfies ClientOptions
}

function sentinels(list: string): RedisOptions {
  const urls = list.split(',').map((url) => new URL(url.trim()))
  const [first] = urls
  return {
    sentinels: urls.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 26379) })),
    ...(first?.username && { sentinelUsername: decodeURIComponent(first.username) }),
    ...(first?.password && { sentinelPassword: decodeURIComponent(first.password) }),
    ...(first?.protocol === 'rediss:' && { sentinelTLS: {} }),
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    sentinelRetryStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RECONNECT_DELAY_MS),
    // No `failoverDetector`: if it disconnects while the client is connecting, the client never reconnects (ioredis 5.11).
    // Sentinels close the connections to a master that they demote.
  } satisfies ClientOptions
}

/**
 * A client that clears its timers. ioredis 5.11 does not clear the timer of `socketTimeout` when a connection ends before a
 * reply: it would destroy the next connection, and keep the process running until then.
 */
export function createRedis(options: ClientOptions): Redis {
  const client = new Redis(options)
  return client.on('close', () => {
    const silence = client as unknown as { socketTimeoutTimer: NodeJS.Timeout | undefined }
    clearTimeout(silence.socketTimeoutTimer)
    silence.socketTimeoutTimer = undefined
  })
}

RedisConnection.clientFactory = (options: RedisOptions) => createIORedisClient(createRedis(options))

/** Opens a separate connection whose commands fail at once while Redis is unavailable. */
export function openRedisClient(settings: RedisSettings, onError: (error: unknown) => void) {
  const client = createRedis({
    ...redisConnection(settings),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
  })
  client.on('error', onError)
  return {
    client,
    close: async (): Promise<void> => client.disconnect(),
  }
}

const FIGURES = {
  used_memory: new Gauge({ name: 'redis_memory_bytes', help: 'Memory Redis uses' }),
  maxmemory: new Gauge({ name: 'redis_memory_max_bytes', help: 'Memory limit of Redis; 0: none' }),
}

/**
 * Measures Redis over a dedicated connection; one process of the platform is enough.
 * @returns closes the connection
 */
export function observeRedis(settings: RedisSettings): () => Promise<void> {
  // Errors show in the metrics.
  const { client, close } = openRedisClient(settings, () => undefined)
  watchStore('redis', () => client.ping())
  beforeScrape('redis', async () => {
    for (const gauge of Object.values(FIGURES)) gauge.remove()
    const info = await client.info()
    for (const [name, gauge] of Object.entries(FIGURES)) gauge.set(figureIn(info, name))
  })
  return close
}

const figureIn = (info: string, name: string): number =>
  Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
