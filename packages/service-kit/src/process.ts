import { type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { requireProduction, type ServiceConfig } from './config'
import { type Checks } from './health'
import { createLog } from './log'
import { serveMetrics } from './metrics/serve'
import { type RedisSettings } from './redis'
import { closeTracing, openTracing, type TracingSettings } from './tracing/tracing'

/** Result of `start`, for `runProcess`. */
export interface Started {
  /** Called in this order when the process stops. */
  closers: (() => Promise<unknown>)[]
  /** Required dependencies: the checks of /readyz on the metrics port, which containers' health checks use. */
  needs: Checks
}

const CLOSE_TIMEOUT_MS = 10_000
const IDLE_SWEEP_MS = 100

type ProcessSettings = Pick<
  ServiceConfig,
  'NODE_ENV' | 'LOG_LEVEL' | 'HOST' | 'METRICS_PORT' | keyof TracingSettings
> &
  Parameters<typeof requireProduction>[0] &
  RedisSettings

/**
 * Runs a process until SIGTERM or SIGINT, then calls its closers in order. If the start fails (invalid environment, no
 * database), logs the reason and exits with code 1.
 */
export async function runProcess<C extends ProcessSettings>(
  name: string,
  loadConfig: () => C,
  start: (config: C, log: FastifyBaseLogger) => Promise<Started>,
): Promise<void> {
  let log = createLog(name, 'info')
  try {
    const config = loadConfig()
    requireProduction(config)
    log = createLog(name, config.LOG_LEVEL)
    await openTracing(name, config)
    const { closers, needs } = await start(config, log)
    const metrics = await serveMetrics(name, config, needs)
    log.info(`${name} is ready`)
    closeWithGrace({ delay: CLOSE_TIMEOUT_MS, logger: log }, async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'process ends because of an unexpected error')
      else log.info({ signal }, `${name} is stopping`)
      for (const close of [...closers, metrics.close, closeTracing]) await close()
      log.info(`${name} has stopped`)
    })
  } catch (err) {
    log.fatal({ err }, `${name} cannot start: ${(err as Error).message}`)
    process.exitCode = 1
    // Connections that are already open would keep the process alive.
    setImmediate(() => process.exit(1))
  }
}

/** For processes that also serve requests: without Redis, jobs wait but requests do not. */
export function startJobsInBackground(starting: Promise<void>, log: Pick<FastifyBaseLogger, 'error'>): void {
  starting.catch((err: unknown) => log.error({ err }, 'jobs not started'))
}

interface ListenOptions extends Pick<ServiceConfig, 'HOST' | 'PORT'> {
  /** Time during which responses have `connection: close` before the process stops; default 0. */
  DRAIN_MS?: number
}

/**
 * Listens on the configured host and port. Resolves with a function that closes the server without dropping requests: while it
 * drains, the server still accepts requests, but closes each connection after its response, so that load balancers stop
 * reusing them and no request is sent into a connection that is being closed.
 */
export async function listen(app: FastifyInstance, config: ListenOptions) {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  let isDraining = false
  app.server.prependListener('request', ({ socket }, response) => {
    unused.delete(socket)
    if (isDraining) response.setHeader('connection', 'close')
  })
  await app.listen({ host: config.HOST, port: config.PORT })
  return async () => {
    isDraining = true
    await delay(config.DRAIN_MS ?? 0)
    // Node would wait for connections that become idle after closing began, and for unused connections.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }, IDLE_SWEEP_MS)
    await app.close().finally(() => clearInterval(sweep))
  }
}
