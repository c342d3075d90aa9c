import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type LiveSite } from '../remotes/live-site'
import { type RegistryWatch } from '../remotes/watch-registry'
import { sendPending } from '../sending/send-pending'
import { sendStored } from '../sending/send-stored'
import { withHeaders } from '../sending/stored-response'
import { cohortCookie, cohortIn, nextCohort } from './cohorts'
import { developerTokenIn, isOfDeveloper } from '../overrides/developer-cookie'
import { type PageRouter } from './page-router'
import { type PageRenderer } from './render-page'
import { pageTokenHeader, type PageTokens } from '../telemetry/page-tokens'

interface PagesOptions {
  registry: RegistryWatch<Pick<LiveSite, 'hasCanaries' | 'pagesOf'>>
  renderer: PageRenderer
  pageTokens: Pick<PageTokens, 'issue'>
  /** Cookies are for HTTPS alone. */
  isSecure: boolean
  /** Those who have been let get pages that take their own slices. */
  areDevelopersKnown: boolean
}

/** Every address that is not a file or an API path: the shell, with what this address needs in its HTML. */
export async function servePages(
  app: FastifyInstance,
  { registry, renderer, pageTokens, isSecure, areDevelopersKnown }: PagesOptions,
): Promise<void> {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      if (!wantsPage(request)) return reply.callNotFound()
      registry.check()
      const site = registry.current()
      const { cohort, headers } = site.hasCanaries ? cohortOf(request, isSecure) : NOBODY_TRIES
      const show = (pages: PageRouter) => {
        const match = pages.match(request.url)
        const response = renderer.render(match, request.id)
        const more = [...headers, ...pageTokenHeader(pageTokens.issue(match.template))]
        if ('whole' in response) return sendPending(request, reply, { pending: response, more })
        return sendStored(request, reply, withHeaders(response, more))
      }
      const token = areDevelopersKnown ? developerTokenIn(request.headers.cookie) : undefined
      if (!token) return show(site.pagesOf(cohort))
      return isOfDeveloper(request, token).then((answer) => show(site.pagesOf(cohort, answer)))
    },
  })
}

const NOBODY_TRIES = { cohort: undefined, headers: [] }

/** The visitor's cohort, and what tells their browser to remember it. */
function cohortOf({ headers }: FastifyRequest, isSecure: boolean): { cohort: number; headers: string[] } {
  const known = cohortIn(headers.cookie)
  if (known !== undefined) return { cohort: known, headers: [] }
  const cohort = nextCohort()
  return { cohort, headers: ['set-cookie', cohortCookie(cohort, isSecure)] }
}

// Browsers name HTML when somebody opens an address; a picture or a script they look for should not get a page.
function wantsPage({ headers, url }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+(\?|$)/.test(url))
}
