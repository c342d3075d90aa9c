import { serveHealth, type Events } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { responseHeaders } from '../api/forwarded-headers'
import { type Upstream } from '../api/upstream'
import { type Upstreams } from '../context'
import { SERVICE_NAMES } from '../routes'

interface HealthOptions {
  upstreams: Upstreams
  events: Pick<Events, 'ping'>
  /** The registry is there, or the gateway would not have started. */
  registry: { current(): unknown }
}

/** /healthz says that this process runs; /readyz that the whole platform does; with a service's name, that service. */
export async function serveHealthOfAll(app: FastifyInstance, options: HealthOptions): Promise<void> {
  const { upstreams, events, registry } = options
  serveHealth(app, {
    redis: () => events.ping(),
    registry: async () => registry.current(),
    ...Object.fromEntries(SERVICE_NAMES.map((name) => [name, () => requireReady(upstreams[name])])),
  })
  for (const service of SERVICE_NAMES)
    for (const probe of ['healthz', 'readyz'])
      app.get(
        `/${probe}/${service}`,
        { schema: { summary: `/${probe} of ${service}.` } },
        async (request, reply) => {
          const headers = { 'x-request-id': request.id }
          const answer = await upstreams[service].requestWhole({ method: 'GET', path: `/${probe}`, headers })
          return reply.code(answer.status).headers(responseHeaders(answer.headers)).send(answer.body)
        },
      )
}

async function requireReady(upstream: Upstream): Promise<void> {
  const { status, body } = await upstream.requestWhole({ method: 'GET', path: '/readyz' })
  if (status !== 200) throw new Error(`answers ${status}: ${body.toString().slice(0, 500)}`)
}
