import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { collectDefaultMetrics, register } from 'prom-client'
import { type Checks, checkReadiness } from '../health'
import { scrape } from './scrape'

interface MetricsAddress {
  HOST: string
  METRICS_PORT?: number | undefined
}

export interface ServedMetrics {
  port: number
  close(): Promise<void>
}

/**
 * Serves what a process measures under /metrics, that it runs under /healthz, and whether it can do its work under /readyz,
 * on a port of its own that the outside does not reach. Without a port nothing is served.
 * @param app name of the process, a label of everything it measures
 * @param needs what it cannot work without
 * @throws Error when the port is taken
 */
export async function serveMetrics(
  app: string,
  { HOST, METRICS_PORT }: MetricsAddress,
  needs: Checks = {},
): Promise<ServedMetrics> {
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
    // Watching the process itself costs memory: not before somebody wants to know.
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
