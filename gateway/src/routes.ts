import { ENDPOINTS, type ServiceName } from '@offquad/contracts'
import createRouter from 'find-my-way'

interface ServiceTraits {
  /** What people miss while the service is away. */
  holds: string
  /** It tells when its public answers change, so they may be kept in memory until then. */
  publishesChanges: boolean
}

export const SERVICES: Record<ServiceName, ServiceTraits> = {
  'svc-catalog': { holds: 'Listings', publishesChanges: true },
  'svc-reviews': { holds: 'Reviews', publishesChanges: true },
  'svc-users': { holds: 'Accounts', publishesChanges: true },
}

export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[]

export interface ApiRoute {
  path: string
  service: ServiceName
  /** Anyone may read it: a GET without a token has one answer for everybody. */
  isPublic: boolean
  /** Its public answers may be kept in memory. */
  isCached: boolean
  /** Largest body in bytes any call of the path takes. */
  bodyLimit: number
}

const DEFAULT_BODY_LIMIT = 1024 * 1024

/** Every path of the contract and who answers it, whatever the method: the service decides about that. */
export const ROUTES: ApiRoute[] = SERVICE_NAMES.flatMap((service) => {
  const paths = new Set(ENDPOINTS[service].map(({ path }) => path))
  return [...paths].map((path) => {
    const endpoints = ENDPOINTS[service].filter((endpoint) => endpoint.path === path)
    const isPublic = endpoints.some(({ method, access }) => method === 'GET' && access === 'anyone')
    const limits = endpoints.map((endpoint) => endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT)
    // Pictures are kept by browsers; here they would drive out what everybody reads.
    const isJson = endpoints.every(({ replyType }) => replyType === undefined)
    const isCached = isPublic && isJson && SERVICES[service].publishesChanges
    return { path, service, isPublic, isCached, bodyLimit: Math.max(...limits) }
  })
})

const LONGEST_PARAMETER = 16_384

const router = createRouter({ ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER })
for (const route of ROUTES) router.on('GET', route.path, () => undefined, route)

/** The route of a URL's path; the query is ignored. */
export function findRoute(url: string): ApiRoute | undefined {
  return router.find('GET', url)?.store
}
