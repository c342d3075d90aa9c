import { type Connection } from 'mongoose'
import { Counter, Gauge } from 'prom-client'
import { openRedisClient, type RedisSettings } from '../redis'
import { beforeScrape, secondsSince } from './serve'

const storeUp = new Gauge({
  name: 'store_up',
  help: 'Whether a store responds to this process',
  labelNames: ['store'] as const,
})
const storePing = new Gauge({
  name: 'store_ping_seconds',
  help: 'Duration of a ping of a store',
  labelNames: ['store'] as const,
})

/** Pings a store at each scrape. */
function watchStore(store: string, ping: () => Promise<unknown>): void {
  beforeScrape(`store ${store}`, async () => {
    storeUp.set({ store }, 0)
    storePing.remove({ store })
    const startedAt = Date.now()
    await ping()
    storeUp.set({ store }, 1)
    storePing.set({ store }, secondsSince(startedAt))
  })
}

const inUse = new Gauge({ name: 'mongo_connections_in_use', help: 'Connections with a running operation' })
const failures = new Counter({
  name: 'mongo_connection_failures_total',
  help: 'Operations that failed to get a connection to MongoDB',
})

/** Measures a process's connections to MongoDB. */
export function observeMongo(connection: Connection, ping: () => Promise<unknown>): void {
  connection
    .getClient()
    .on('connectionCheckedOut', () => inUse.inc())
    .on('connectionCheckedIn', () => inUse.dec())
    .on('connectionCheckOutFailed', () => failures.inc())
  watchStore('mongodb', ping)
}

const FIGURES = {
  used_memory: new Gauge({ name: 'redis_memory_bytes', help: 'Memory Redis uses' }),
  maxmemory: new Gauge({ name: 'redis_memory_max_bytes', help: 'Memory limit of Redis; 0: none' }),
  connected_clients: new Gauge({ name: 'redis_connected_clients', help: 'Connections to Redis' }),
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
