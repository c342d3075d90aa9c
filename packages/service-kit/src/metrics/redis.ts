import { Gauge } from 'prom-client'
import { openRedisClient, type RedisSettings } from '../redis'
import { watchStore } from './gauges'
import { beforeScrape } from './scrape'

const FIGURES = {
  used_memory: new Gauge({ name: 'redis_memory_bytes', help: 'Memory Redis uses' }),
  maxmemory: new Gauge({ name: 'redis_memory_max_bytes', help: 'Memory Redis may use; 0: no limit' }),
  connected_clients: new Gauge({ name: 'redis_connected_clients', help: 'Connections to Redis' }),
}

/** Measures Redis over a connection of its own; one process of the platform is enough. Returns what ends it. */
export function observeRedis(settings: RedisSettings): () => Promise<void> {
  // That it is away is what is measured.
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
