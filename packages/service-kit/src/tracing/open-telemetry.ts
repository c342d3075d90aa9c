import { type TracedCall } from '@offquad/contracts'
import { type Context, type HrTime, type Span } from '@opentelemetry/api'
import { type ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { type Telemetry } from 'bullmq'
import { type FastifyInstance, type FastifyRequest } from 'fastify'

/** Distributed tracing from the browser through every process, exported to a collector. */
export interface Tracing {
  /** Makes every request of the instance part of the trace of its sender. */
  traceRequests(app: FastifyInstance, routeOf: (request: FastifyRequest) => string): void
  /** For queues and workers: a job is part of the trace of the request that enqueued it. */
  readonly jobs: Telemetry
  /** Exports calls that a browser reports as spans. */
  addCalls(calls: readonly TracedCall[]): void
  close(): Promise<void>
}

interface Collector {
  /** URL of an OTLP collector over HTTP. */
  endpoint: string
  /** Share of the traces begun here that is exported, from 0 to 1. */
  share: number
}

// Imported dynamically, so that processes without tracing do not load them.
const load = async () => ({
  api: await import('@opentelemetry/api'),
  sdk: await import('@opentelemetry/sdk-trace-node'),
  ...(await import('@opentelemetry/exporter-trace-otlp-http')),
  ...(await import('@opentelemetry/instrumentation-undici')),
  ...(await import('@opentelemetry/resources')),
  ...(await import('bullmq-otel')),
})
type Libraries = Awaited<ReturnType<typeof load>>

// Less than the shutdown timeout: an unavailable collector must not delay a shutdown.
const EXPORT_TIMEOUT_MS = 3_000

/** Starts OpenTelemetry: W3C trace context between processes, OTLP to the collector. */
export async function startOpenTelemetry(app: string, { endpoint, share }: Collector): Promise<Tracing> {
  const libraries = await load()
  const { sdk, resourceFromAttributes, OTLPTraceExporter, UndiciInstrumentation, BullMQOtel } = libraries
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': app }),
    // The process that begins a trace decides whether it is sampled.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  provider.register()
  // URLs contain what people search for; the server's span has the route.
  const withoutUrl = { 'url.full': '', 'url.path': '', 'url.query': '' }
  const outgoing = new UndiciInstrumentation({
    requireParentforSpans: true,
    requestHook: (span) => void span.setAttributes(withoutUrl),
  })
  return {
    traceRequests: (instance, routeOf) => traceRequests(libraries.api, instance, routeOf),
    jobs: new BullMQOtel({ tracerName: 'jobs' }),
    addCalls(calls) {
      const resource = resourceFromAttributes({ 'service.name': 'browser' })
      if (calls.length > 0)
        exporter.export(
          calls.map((call) => spanOf(libraries.api, call, resource)),
          () => undefined,
        )
    },
    async close() {
      outgoing.disable()
      // An unavailable collector must not fail the shutdown.
      await provider.shutdown().catch(() => undefined)
      libraries.api.trace.disable()
      libraries.api.context.disable()
    },
  }
}

function traceRequests(
  { context, propagation, SpanKind, SpanStatusCode, trace }: Libraries['api'],
  app: FastifyInstance,
  routeOf: (request: FastifyRequest) => string,
): void {
  const tracer = trace.getTracer('requests')
  const traced = new WeakMap<FastifyRequest, { span: Span; within: Context }>()

  app.addHook('onRequest', (request, _reply, done) => {
    const from = propagation.extract(context.active(), request.headers)
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, from)
    const within = trace.setSpan(from, span)
    traced.set(request, { span, within })
    context.with(within, done)
  })
  // Reading the body loses the async context.
  app.addHook('preHandler', (request, _reply, done) => {
    context.with(traced.get(request)?.within ?? context.active(), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = traced.get(request) ?? {}
    const route = routeOf(request)
    span?.updateName(`${request.method} ${route}`)
    span?.setAttributes({
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'request.id': request.id,
    })
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** The span of a call that a browser has reported. */
function spanOf(api: Libraries['api'], call: TracedCall, resource: ReadableSpan['resource']): ReadableSpan {
  const { traceId, spanId, method, path, startedAt, ms, status } = call
  const isFailure = status === 0 || status >= 500
  return {
    name: `${method} ${path}`,
    kind: api.SpanKind.CLIENT,
    spanContext: () => ({ traceId, spanId, traceFlags: api.TraceFlags.SAMPLED }),
    startTime: timeOf(startedAt),
    endTime: timeOf(startedAt + ms),
    duration: timeOf(ms),
    ended: true,
    status: { code: isFailure ? api.SpanStatusCode.ERROR : api.SpanStatusCode.UNSET },
    attributes: { 'http.request.method': method, 'http.route': path, 'http.response.status_code': status },
    links: [],
    events: [],
    resource,
    instrumentationScope: { name: 'browser' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Seconds and nanoseconds. */
const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
