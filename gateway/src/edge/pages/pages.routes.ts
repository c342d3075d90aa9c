import { type Releases } from '@offquad/releases'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { sendPending } from '../responses/send-pending'
import { sendStored } from '../responses/stored-response'
import { type Variants } from '../services/variants'
import { type LivePages } from './live-pages'
import { type PageRenderer } from './render-page'

declare module 'fastify' {
  interface FastifyRequest {
    /** The template of the page that was matched, which need not be matched again for metrics and logs. */
    pageTemplate: string | undefined
  }
}

interface PagesOptions {
  pages: LivePages
  releases: Pick<Releases, 'visitorOf' | 'reportHeader'>
  renderer: PageRenderer
  variants: Variants
}

/** Other answers than a page are sent here, too, and canaries follow a cookie. */
const VARIES = ['vary', 'accept, cookie']

/** Serves every path that is not a file or an API call: the shell's HTML with what this page needs. */
export async function servePages(
  app: FastifyInstance,
  { pages, releases, renderer, variants }: PagesOptions,
): Promise<void> {
  app.decorateRequest('pageTemplate', undefined)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (!wantsPage(request)) return reply.header('vary', 'accept').callNotFound()
      const visitor = await releases.visitorOf(request)
      const match = pages.routerFor(visitor).match(request.url)
      request.pageTemplate = match.template
      const rendered = await renderer.render(
        match,
        request,
        variants.among(() => visitor.shown),
      )
      const more = [...visitor.headers, ...VARIES, ...releases.reportHeader(request, match)]
      return 'whole' in rendered
        ? sendPending(request, reply, { pending: rendered, more })
        : sendStored(request, reply, rendered, more)
    },
  })
}

// Browsers accept HTML when a visitor opens a URL; a request for a missing picture or script should not get a page.
function wantsPage({ headers, url }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*'
  const [path = ''] = url.split('?', 1)
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path))
}
