import { Gauge } from 'prom-client'
import { createRedisClient } from '../redis'
import { watchStore } from './gauges'
import { beforeScrape } from './scrape'

const FIGURES = {
  used_memory: new Gauge({ name: 'redis_memory_bytes', help: 'Memory Redis uses' }),
  maxmemory: new Gauge({ name: 'redis_memory_max_bytes', help: 'Memory Redis may use; 0: no limit' }),
  connected_clients: new Gauge({ name: 'redis_connected_clients', help: 'Connections to Redis' }),
}

/** Measures Redis over a connection of its own; one process of the platform is enough. Returns what ends it. */
export function observeRedis(url: string): () => Promise<void> {
  const client = createRedisClient(url)
  // That it is away is what is measured.
  client.on('error', () => undefined)
  const connecting = client.connect().catch(() => undefined)
  watchStore('redis', () => client.ping())
  beforeScrape('redis', async () => {
    for (const gauge of Object.values(FIGURES)) gauge.remove()
    const info = await client.info()
    for (const [name, gauge] of Object.entries(FIGURES)) gauge.set(figureIn(info, name))
  })
  return async () => {
    client.destroy()
    await connecting
  }
}

const figureIn = (info: string, name: string): number =>
  Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
