import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { developerTokenIn, isOfDeveloper, pageTokenHeader, type PageTokens } from '../../control-plane'
import { sendPending } from '../responses/send-pending'
import { sendStored } from '../responses/send-stored'
import { type LiveSite, type Visitor } from './live-site'
import { cohortCookie, cohortIn, nextCohort } from './cohorts'
import { type Previews } from './previews'
import { type PageRenderer } from './render-page'

interface PagesOptions {
  registry: { current(): Pick<LiveSite, 'hasCanaries' | 'pagesOf'> }
  renderer: PageRenderer
  pageTokens: Pick<PageTokens, 'issue'>
  previews: Previews
  /** Cookies are sent over HTTPS only. */
  isSecure: boolean
  /** Whether developers who have called `allowOverrides` get pages that load their own slices. */
  areDevelopersKnown: boolean
  /** Whether pages that are not ready are announced with 103 Early Hints. */
  sendsEarlyHints: boolean
}

/** Serves every path that is not a file or an API call: the shell's HTML with what this page needs. */
export async function servePages(
  app: FastifyInstance,
  { registry, renderer, pageTokens, previews, isSecure, areDevelopersKnown, sendsEarlyHints }: PagesOptions,
): Promise<void> {
  app.decorateRequest('pageTemplate', undefined)

  function show(request: FastifyRequest, reply: FastifyReply, visitor: Visitor, headers: string[]) {
    const match = registry.current().pagesOf(visitor).match(request.url)
    request.pageTemplate = match.template
    const rendered = renderer.render(match, request)
    const token = pageTokens.issue(match.template, match.versions)
    const more = [...headers, ...VARIES, ...pageTokenHeader(token)]
    const isReady = !(rendered instanceof Promise) && !('whole' in rendered)
    if (sendsEarlyHints && !isReady && match.page.earlyHints.length > 0)
      reply.raw.writeEarlyHints({ link: match.page.earlyHints })
    const send = (response: Awaited<typeof rendered>) =>
      'whole' in response
        ? sendPending(request, reply, { pending: response, more })
        : sendStored(request, reply, response, more)
    return rendered instanceof Promise ? rendered.then(send) : send(rendered)
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      if (!wantsPage(request)) return reply.header('vary', 'accept').callNotFound()
      const cookies = request.headers.cookie
      const { cohort, headers } = registry.current().hasCanaries ? cohortOf(request, isSecure) : NO_COHORT
      const token = areDevelopersKnown ? developerTokenIn(cookies) : undefined
      const previewed = previews.find(cookies, request.url)
      if (!token && !previewed) return show(request, reply, { cohort }, headers)
      const isDeveloper = token ? isOfDeveloper(request, token) : false
      return Promise.all([isDeveloper, previewed]).then(([canOverride, found]) =>
        show(request, reply, { cohort, isDeveloper: canOverride, previews: found?.versions ?? [] }, [
          ...headers,
          ...(found?.cookie ? ['set-cookie', found.cookie] : []),
          ...(found ? PRIVATE : []),
        ]),
      )
    },
  })
}

/** Other answers than a page are sent here, too, and canaries follow a cookie. */
const VARIES = ['vary', 'accept, cookie']

const NO_COHORT = { cohort: undefined, headers: [] }

/** In addition to `no-cache`: shared caches must not store the page of one visitor. */
const PRIVATE = ['cache-control', 'private, no-store']

/** The visitor's cohort, with the cookie for a new one. */
function cohortOf({ headers }: FastifyRequest, isSecure: boolean): { cohort: number; headers: string[] } {
  const known = cohortIn(headers.cookie)
  if (known !== undefined) return { cohort: known, headers: [] }
  const cohort = nextCohort()
  return { cohort, headers: ['set-cookie', cohortCookie(cohort, isSecure)] }
}

// Browsers accept HTML when a visitor opens a URL; a request for a missing picture or script should not get a page.
function wantsPage({ headers, url }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*'
  const [path = ''] = url.split('?', 1)
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path))
}
