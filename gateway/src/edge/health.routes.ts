import { type Degraded, serveHealth, type Events } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type GatewayConfig } from '../config'
import { describeProblem, problemsNow, type SiteProblem } from '../control-plane'
import { responseHeaders } from './api/forwarded-headers'
import { type Upstream } from './api/upstream'
import { type LiveSite } from './pages/live-site'
import { type Services } from './services/services'

interface HealthOptions {
  services: Pick<Services, 'upstreams' | 'knows' | 'refresh'>
  events: Pick<Events, 'ping'>
  registry: { current(): Pick<LiveSite, 'apps' | 'problems'> }
  config: Pick<GatewayConfig, 'MF_DIR'>
}

/** /healthz checks this process, /readyz the whole platform, /healthz/svc-catalog that service. */
export async function servePlatformHealth(app: FastifyInstance, options: HealthOptions): Promise<void> {
  const { services, events, registry, config } = options
  const { upstreams } = services
  serveHealth(app, {
    redis: () => events.ping(),
    registry: async () => registryState(await problemsNow(registry.current(), config.MF_DIR)),
    ...Object.fromEntries(
      Object.entries(upstreams).map(([name, upstream]) => [
        name,
        () => requireReady(name, upstream, services),
      ]),
    ),
  })
  for (const [service, upstream] of Object.entries(upstreams))
    for (const probe of ['healthz', 'readyz'])
      app.get(
        `/${probe}/${service}`,
        { schema: { summary: `/${probe} of ${service}.` } },
        async (request, reply) => {
          const response = await upstream.probe(`/${probe}`, { 'x-request-id': request.id })
          return reply.code(response.status).headers(responseHeaders(response.headers)).send(response.body)
        },
      )
}

/** Apps that cannot be served only degrade a gateway: the other gateways cannot serve them either. */
const registryState = (problems: SiteProblem[]): Degraded | undefined =>
  problems.length > 0 ? { degraded: problems.map(describeProblem).join('; ') } : undefined

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
