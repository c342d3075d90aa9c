import { type TracedCall } from '@offquad/contracts'
import { type Context, type HrTime, type Span } from '@opentelemetry/api'
import { type ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { type Telemetry } from 'bullmq'
import { type FastifyInstance, type FastifyRequest } from 'fastify'

/** Follows what happens from the browser through every process, and tells a collector. */
export interface Tracing {
  /** Makes every request of the instance part of the trace its sender began. */
  followRequests(app: FastifyInstance, routeOf: (request: FastifyRequest) => string): void
  /** For queues and workers: a job is part of the trace of who asked for it. */
  readonly jobs: Telemetry
  /** Adds what a browser says of its calls. */
  addCalls(calls: readonly TracedCall[]): void
  close(): Promise<void>
}

interface Collector {
  /** Address of an OTLP collector over HTTP. */
  endpoint: string
  /** Of the traces that begin here, so many are sent. */
  share: number
}

// Static imports of these would be loaded by every process, whatever is configured.
const load = async () => ({
  api: await import('@opentelemetry/api'),
  sdk: await import('@opentelemetry/sdk-trace-node'),
  ...(await import('@opentelemetry/exporter-trace-otlp-http')),
  ...(await import('@opentelemetry/instrumentation-undici')),
  ...(await import('@opentelemetry/resources')),
  ...(await import('bullmq-otel')),
})
type Libraries = Awaited<ReturnType<typeof load>>

// Less than a process has to stop: a collector that is gone must not keep it.
const EXPORT_TIMEOUT_MS = 3_000

/** Traces by OpenTelemetry: W3C trace context between processes, OTLP to the collector. */
export async function startOpenTelemetry(app: string, { endpoint, share }: Collector): Promise<Tracing> {
  const libraries = await load()
  const { sdk, resourceFromAttributes, OTLPTraceExporter, UndiciInstrumentation, BullMQOtel } = libraries
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': app }),
    // Who began the trace has decided.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  provider.register()
  // An address holds what people look for; the span of who answers names the route.
  const withoutAddress = { 'url.full': '', 'url.path': '', 'url.query': '' }
  const outgoing = new UndiciInstrumentation({
    requireParentforSpans: true,
    requestHook: (span) => void span.setAttributes(withoutAddress),
  })
  return {
    followRequests: (instance, routeOf) => followRequests(libraries.api, instance, routeOf),
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
      // A collector that is gone is no reason to stay.
      await provider.shutdown().catch(() => undefined)
      libraries.api.trace.disable()
      libraries.api.context.disable()
    },
  }
}

function followRequests(
  { context, propagation, SpanKind, SpanStatusCode, trace }: Libraries['api'],
  app: FastifyInstance,
  routeOf: (request: FastifyRequest) => string,
): void {
  const tracer = trace.getTracer('requests')
  const followed = new WeakMap<FastifyRequest, { span: Span; within: Context }>()

  app.addHook('onRequest', (request, _reply, done) => {
    const from = propagation.extract(context.active(), request.headers)
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, from)
    const within = trace.setSpan(from, span)
    followed.set(request, { span, within })
    context.with(within, done)
  })
  // Reading a body loses the way.
  app.addHook('preHandler', (request, _reply, done) => {
    context.with(followed.get(request)?.within ?? context.active(), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = followed.get(request) ?? {}
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

/** What a browser did, as if it had told the collector itself. */
function spanOf(api: Libraries['api'], call: TracedCall, resource: ReadableSpan['resource']): ReadableSpan {
  const { traceId, spanId, method, path, startedAt, ms, status } = call
  const isFailure = status === 0 || status >= 500
  return {
    name: `${method} ${path}`,
    kind: api.SpanKind.CLIENT,
    spanContext: () => ({ traceId, spanId, traceFlags: api.TraceFlags.SAMPLED }),
    ...{ startTime: timeOf(startedAt), endTime: timeOf(startedAt + ms), duration: timeOf(ms), ended: true },
    status: { code: isFailure ? api.SpanStatusCode.ERROR : api.SpanStatusCode.UNSET },
    attributes: { 'http.request.method': method, 'http.route': path, 'http.response.status_code': status },
    ...{ links: [], events: [], resource, instrumentationScope: { name: 'browser' } },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  }
}

/** Seconds and nanoseconds. */
const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
