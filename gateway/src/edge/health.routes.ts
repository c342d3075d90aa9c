import { lookUp } from '@offquad/contracts'
import { type Releases } from '@offquad/releases'
import { type Degraded, serveHealth, type Events } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { responseHeaders } from './api/forwarded-headers'
import { type Upstream } from './api/upstream'
import { type Services } from './services/services'

interface HealthOptions {
  services: Pick<Services, 'upstreams' | 'knows' | 'refresh'>
  events: Pick<Events, 'ping'>
  releases: Pick<Releases, 'problemsNow'>
}

/** /healthz checks this process, /readyz the whole platform, /healthz/svc-catalog that service. */
export async function servePlatformHealth(app: FastifyInstance, options: HealthOptions): Promise<void> {
  const { services, events, releases } = options
  serveHealth(app, () => ({
    redis: () => events.ping(),
    registry: async () => registryState(await releases.problemsNow()),
    ...Object.fromEntries(
      Object.entries(services.upstreams).map(([name, upstream]) => [
        name,
        () => requireReady(name, upstream, services),
      ]),
    ),
  }))
  for (const service of [...Object.keys(services.upstreams), ':service'])
    for (const probe of ['healthz', 'readyz'])
      app.get<{ Params: { service?: string } }>(
        `/${probe}/${service}`,
        { schema: { summary: `/${probe} of ${service}.`, hide: service === ':service' } },
        async (request, reply) => {
          const upstream = lookUp(services.upstreams, request.params.service ?? service)
          if (!upstream) return reply.callNotFound()
          const response = await upstream.probe(`/${probe}`, { 'x-request-id': request.id })
          return reply.code(response.status).headers(responseHeaders(response.headers)).send(response.body)
        },
      )
}

/** Apps that cannot be served only degrade a gateway: the other gateways cannot serve them either. */
const registryState = (problems: string[]): Degraded | undefined =>
  problems.length > 0 ? { degraded: problems.join('; ') } : undefined

async function requireReady(
  name: string,
  upstream: Upstream,
  { knows, refresh }: Pick<Services, 'knows' | 'refresh'>,
): Promise<void> {
  const { status, body } = await upstream.probe('/readyz')
  if (status !== 200) throw new Error(`status ${status}: ${body.toString().slice(0, 500)}`)
  // It may have become ready since this gateway last fetched its calls.
  if (!knows(name)) await refresh(name)
  if (!knows(name)) throw new Error('its calls are not known yet')
}
