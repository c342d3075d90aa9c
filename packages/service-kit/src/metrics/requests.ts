import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import { currentTracing } from '../tracing/tracing'

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests by route template',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
})

const SLOW_MS = 1_000

interface ObserveOptions {
  /** The route template of a request, if it differs from the template that Fastify has matched. */
  routeOf?: (request: FastifyRequest) => string
  /** Log level of fast, successful requests: a line costs more than a response from memory. */
  usual: 'info' | 'debug'
}

/** Measures, traces (if configured) and logs every request, by route template, because URLs contain what people search for. */
export function observeRequests(
  app: FastifyInstance,
  { routeOf = matchedRoute, usual }: ObserveOptions,
): void {
  currentTracing()?.traceRequests(app, routeOf)
  app.addHook('onResponse', (request, reply, done) => {
    if (!isStream(reply)) observe(request, reply)
    done()
  })

  function observe(request: FastifyRequest, reply: FastifyReply): void {
    const { method, log } = request
    const [route, ms] = [routeOf(request), reply.elapsedTime]
    const status = reply.statusCode
    durations.observe({ method, route, status }, ms / 1000)
    const level = status >= 500 ? 'warn' : ms > SLOW_MS ? 'info' : usual
    log[level]({ method, route, status, ms: Math.round(ms) }, 'answered')
  }
}

/** The template of the matched route: /api/apts/:id. */
export const matchedRoute = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

// The duration of a stream is that of the connection.
const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')
