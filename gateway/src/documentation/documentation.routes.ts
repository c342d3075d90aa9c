import swaggerUi from '@fastify/swagger-ui'
import { type FastifyInstance } from 'fastify'
import { responseHeaders } from '../api/forwarded-headers'
import { type Upstreams } from '../context'
import { SERVICE_NAMES } from '../routes'
import { pageHeaders } from '../security-headers'

const PREFIX = '/api/docs'
const documentUrl = (name: string) => `${PREFIX}/${name}.json`

/** The OpenAPI documents of every service and of the gateway, and a page to browse them. */
export async function serveDocumentation(
  app: FastifyInstance,
  { upstreams }: { upstreams: Upstreams },
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.headers(pageHeaders()))
  app.get(documentUrl('gateway'), { schema: { hide: true } }, () => app.swagger())
  for (const service of SERVICE_NAMES)
    app.get(documentUrl(service), { schema: { hide: true } }, async (request, reply) => {
      const headers = { 'x-request-id': request.id }
      const answer = await upstreams[service].requestWhole({ method: 'GET', path: '/openapi.json', headers })
      return reply.code(answer.status).headers(responseHeaders(answer.headers)).send(answer.body)
    })
  await app.register(swaggerUi, {
    routePrefix: PREFIX,
    uiConfig: {
      urls: [...SERVICE_NAMES, 'gateway'].map((name) => ({ name, url: documentUrl(name) })),
      deepLinking: true,
    },
  })
}
