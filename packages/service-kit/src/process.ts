import { type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { requireProduction, type ServiceConfig } from './config'
import { type Checks } from './health'
import { createLog } from './log'
import { serveMetrics } from './metrics/serve'
import { rejectRedisCluster, type RedisSettings } from './redis'
import { closeTracing, openTracing, type TracingSettings } from './tracing/tracing'

/** What a process has opened. */
export interface Started {
  /** Called in this order when the process is told to stop. */
  closers: (() => Promise<unknown>)[]
  /** What it cannot do its work without: /readyz beside its metrics names it, and containers are healthy by it. */
  needs: Checks
}

const CLOSE_TIMEOUT_MS = 10_000
const IDLE_SWEEP_MS = 100

type ProcessSettings = Pick<
  ServiceConfig,
  'NODE_ENV' | 'LOG_LEVEL' | 'HOST' | 'METRICS_PORT' | keyof TracingSettings
> & { GOOGLE_CLIENT_ID?: string | undefined } & RedisSettings

/**
 * Runs a process until SIGTERM or SIGINT: starts it, and on the signal closes what `start` returned, in order.
 * A start that fails (a bad environment, no database) ends the process with code 1 and the reason.
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
    await rejectRedisCluster(config)
    log = createLog(name, config.LOG_LEVEL)
    await openTracing(name, config)
    const { closers, needs } = await start(config, log)
    const metrics = await serveMetrics(name, config, needs)
    log.info(`${name} is ready`)
    closeWithGrace({ delay: CLOSE_TIMEOUT_MS, logger: log }, async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'process ends on an unexpected error')
      else log.info({ signal }, `${name} is stopping`)
      for (const close of [...closers, metrics.close, closeTracing]) await close()
      log.info(`${name} has stopped`)
    })
  } catch (err) {
    log.fatal({ err }, `${name} cannot start: ${(err as Error).message}`)
    process.exitCode = 1
    // Half-opened connections would keep the process alive.
    setImmediate(() => process.exit(1))
  }
}

interface ListenOptions extends Pick<ServiceConfig, 'HOST' | 'PORT'> {
  /** How long responses carry `connection: close` before the process stops; absent: not at all. */
  DRAIN_MS?: number
}

/**
 * Listens where the configuration says; resolves with a closer that finishes running requests first. Until it has drained
 * it goes on answering, each time with the last answer of that connection: whoever balances takes others from then on, and
 * nobody sends a request into a connection that is being closed.
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
    // Node waits for connections that fall idle after closing began, and for those that never sent anything.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }, IDLE_SWEEP_MS)
    await app.close().finally(() => clearInterval(sweep))
  }
}
