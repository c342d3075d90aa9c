import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type RegistryWatch } from '../remotes/watch-registry'
import { sendStored } from '../sending/send-stored'
import { type PageRouter } from './page-router'
import { type PageRenderer } from './render-page'

interface PagesOptions {
  registry: RegistryWatch<{ pages: PageRouter }>
  renderer: PageRenderer
}

/** Every address that is not a file or an API path: the shell, with what this address needs in its HTML. */
export async function servePages(app: FastifyInstance, { registry, renderer }: PagesOptions): Promise<void> {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      if (!wantsPage(request)) return reply.callNotFound()
      registry.check()
      const response = renderer.render(registry.current().pages.match(request.url), request.id)
      if (!(response instanceof Promise)) return sendStored(request, reply, response)
      return response.then((rendered) => sendStored(request, reply, rendered))
    },
  })
}

// Browsers name HTML when somebody opens an address; a picture or a script they look for should not get a page.
function wantsPage({ headers, url }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+(\?|$)/.test(url))
}
