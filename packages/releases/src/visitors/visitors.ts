import { type FastifyRequest } from 'fastify'
import { type ShownVersions, type Site } from '../site/load-site'
import { cohortCookie, cohortIn, nextCohort } from './cohorts'
import { developerTokenIn, isOfDeveloper } from './developers'
import { type ActivePreviews, type Previews } from './previews'

/** A visitor who requests a page. */
export interface Visitor {
  shown: ShownVersions
  /** Whether their pages may load their own slices. */
  isDeveloper: boolean
  /** Headers for their response, as a flat list of names and values. */
  headers: string[]
}

interface VisitorsDeps {
  site(): Pick<Site, 'hasCanaries' | 'versionsFor'>
  previews: Previews
  /** Cookies are sent over HTTPS only. */
  isSecure: boolean
  /** Whether developers who have called `allowOverrides` may load their own slices. */
  areDevelopersKnown: boolean
}

/** In addition to `no-cache`: shared caches must not store the page of one visitor. */
const PRIVATE = ['cache-control', 'private, no-store']

export function createVisitors({ site, previews, isSecure, areDevelopersKnown }: VisitorsDeps) {
  /** The visitor's cohort, with the cookie for a new one. */
  function cohortOf(cookies: string | undefined): { cohort?: number; headers: string[] } {
    if (!site().hasCanaries) return { headers: [] }
    const stored = cohortIn(cookies)
    if (stored !== undefined) return { cohort: stored, headers: [] }
    const cohort = nextCohort()
    return { cohort, headers: ['set-cookie', cohortCookie(cohort, isSecure)] }
  }

  return (request: FastifyRequest): Visitor | Promise<Visitor> => {
    const cookies = request.headers.cookie
    const { cohort, headers } = cohortOf(cookies)
    const token = areDevelopersKnown ? developerTokenIn(cookies) : undefined
    const previewed = previews.find(cookies, request.url)
    const visitorWith = (isDeveloper: boolean, active?: ActivePreviews): Visitor => ({
      shown: site().versionsFor({ cohort, previews: active?.versions ?? [] }),
      isDeveloper,
      headers: [
        ...headers,
        ...(active?.cookie ? ['set-cookie', active.cookie] : []),
        ...(active ? PRIVATE : []),
      ],
    })
    if (!token && !previewed) return visitorWith(false)
    return Promise.all([token ? isOfDeveloper(request, token) : false, previewed]).then(
      ([isDeveloper, active]) => visitorWith(isDeveloper, active),
    )
  }
}
