import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, register } from 'prom-client'
import { type Checks, checkReadiness } from '../health'
import { withTimeout } from '../with-timeout'

const SCRAPE_TIMEOUT_MS = 2_000
const measures = new Map<string, () => Promise<void>>()

/** Registers a measurement for each scrape. Slow or failing measurements do not delay the others. */
export function beforeScrape(name: string, measure: () => Promise<void>): void {
  measures.set(name, measure)
}

/** All metrics of this process, in the text format of Prometheus. */
export async function scrape(): Promise<{ type: string; text: string }> {
  await Promise.allSettled(
    [...measures].map(([name, measure]) =>
      withTimeout(measure(), SCRAPE_TIMEOUT_MS, () => new Error(`measuring ${name} timed out`)),
    ),
  )
  return { type: register.contentType, text: await register.metrics() }
}

export const secondsSince = (time: number): number => Math.max(0, Date.now() - time) / 1000

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
export function watchStore(store: string, ping: () => Promise<unknown>): void {
  beforeScrape(`store ${store}`, async () => {
    storeUp.set({ store }, 0)
    storePing.remove({ store })
    const startedAt = Date.now()
    await ping()
    storeUp.set({ store }, 1)
    storePing.set({ store }, secondsSince(startedAt))
  })
}

interface MetricsAddress {
  HOST: string
  METRICS_PORT?: number | undefined
}

/**
 * Serves /metrics, /healthz and /readyz on a dedicated port that is not reachable from outside. Serves nothing without a
 * port.
 * @param app name of the process, a label of all its metrics
 * @param needs the checks of /readyz
 * @throws Error when the port is taken
 */
export async function serveMetrics(app: string, { HOST, METRICS_PORT }: MetricsAddress, needs: Checks = {}) {
  if (METRICS_PORT === undefined) return { port: 0, close: async () => undefined }
  register.setDefaultLabels({ app })
  let isScraped = false
  const server = createServer((request, response) => {
    if (request.url === '/healthz') return response.end('{"status":"ok"}')
    if (request.url === '/readyz') {
      void checkReadiness(needs).then((readiness) => {
        response.writeHead(readiness.status === 'ready' ? 200 : 503).end(JSON.stringify(readiness))
      })
      return
    }
    if (request.url !== '/metrics') return response.writeHead(404).end()
    // Default metrics cost memory, so they begin with the first scrape.
    if (!isScraped) collectDefaultMetrics()
    isScraped = true
    scrape().then(
      ({ type, text }) => response.setHeader('content-type', type).end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  server.listen(METRICS_PORT, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
