import swaggerUi from '@fastify/swagger-ui'
import { type FastifyInstance } from 'fastify'
import { responseHeaders } from './api/forwarded-headers'
import { pageHeaders } from './security-headers'
import { type Upstreams } from './services/services'

const PREFIX = '/api/docs'
const documentUrl = (name: string) => `${PREFIX}/${name}.json`

/** The OpenAPI documents of every service and of the gateway, and a page to browse them. */
export async function serveDocumentation(
  app: FastifyInstance,
  { upstreams }: { upstreams: Upstreams },
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.headers(pageHeaders()))
  app.get(documentUrl('gateway'), { schema: { hide: true } }, () => app.swagger())
  app.get<{ Params: { service: string } }>(
    documentUrl(':service(^svc-[a-z-]+)'),
    { schema: { hide: true } },
    async (request, reply) => {
      const upstream = upstreams[request.params.service]
      if (!upstream) return reply.callNotFound()
      const headers = { 'x-request-id': request.id }
      const response = await upstream.requestWhole({ method: 'GET', path: '/openapi.json', headers })
      return reply.code(response.status).headers(responseHeaders(response.headers)).send(response.body)
    },
  )
  await app.register(swaggerUi, {
    routePrefix: PREFIX,
    uiConfig: {
      urls: [...Object.keys(upstreams), 'gateway'].map((name) => ({ name, url: documentUrl(name) })),
      deepLinking: true,
    },
  })
}
