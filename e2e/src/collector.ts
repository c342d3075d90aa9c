import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

/** A span as exported to an OpenTelemetry collector. */
export interface CollectedSpan {
  app: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Omit<CollectedSpan, 'app'>[] }[]
  }[]
}

/** Collects spans that are exported over OTLP/HTTP. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  let text = ''
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      text += JSON.stringify(body)
      for (const { resource, scopeSpans } of (body as ExportRequest).resourceSpans) {
        const app = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, app }))))
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    /** All exported spans. */
    text: () => text,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
