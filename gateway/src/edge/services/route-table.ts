import { covers } from '@offquad/releases'
import createRouter from 'find-my-way'
import { shapeOf } from './call-path'
import { callKey, type ServiceApi, type ServiceCall } from './service-api'

/** A call and the service that serves it. */
export interface ApiRoute extends ServiceCall {
  service: string
  /** Identifies the call at the instances of the service. */
  key: string
}

/** The calls of one path. */
export interface ApiPath {
  path: string
  service: string
  routes: ReadonlyMap<string, ApiRoute>
}

/** Maps calls to services. Immutable: rebuilt whenever the calls of a service change. */
export interface RouteTable {
  /** The calls of a URL's path; the query is ignored. */
  find(url: string): ApiPath | undefined
  routes: readonly ApiRoute[]
  /** Templates of every path. */
  paths: ReadonlySet<string>
  /** Why calls are not routed, by service. */
  rejected: ReadonlyMap<string, string[]>
}

export interface RouteTableInput {
  /** Every service whose calls are known. */
  apis: ReadonlyMap<string, ServiceApi>
  /** Paths that the gateway serves itself. */
  ownPaths: readonly string[]
  /** The previous table: a path stays with the service that had it first. */
  before?: RouteTable | undefined
}

const MAX_PARAMETER_LENGTH = 16_384
const GATEWAY = 'the gateway'

interface Claim {
  service: string
  path: string
  calls: ServiceCall[]
}

/** Combines the calls of all services. Two services never share a path, and none takes one of the gateway's. */
export function buildRouteTable({ apis, ownPaths, before }: RouteTableInput): RouteTable {
  const router = createRouter({ ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH })
  const rejected = new Map<string, string[]>()
  const accepted: ApiPath[] = []
  const taken = ownPaths.map((path) => ({ path, service: GATEWAY }))

  const claimedBefore = new Set(before?.routes.map(({ service, path }) => `${service} ${shapeOf(path)}`))
  const isFirstCome = ({ service, path }: Claim) => claimedBefore.has(`${service} ${shapeOf(path)}`)
  const claims = [...apis].flatMap(([service, api]) => claimsOf(service, api))
  for (const claim of [...claims.filter(isFirstCome), ...claims.filter((claim) => !isFirstCome(claim))]) {
    const { service, path } = claim
    const owner = taken.find((route) => route.service !== service && overlaps(route.path, path))
    const reason = owner ? `${owner.path} belongs to ${owner.service}` : add(claim)
    if (reason) rejected.set(service, [...(rejected.get(service) ?? []), `${path} is not routed: ${reason}`])
  }

  /** @returns why it cannot be routed */
  function add({ service, path, calls }: Claim): string | undefined {
    const routes = calls.map((call): ApiRoute => ({ ...call, service, key: callKey(call) }))
    const entry: ApiPath = { path, service, routes: new Map(routes.map((route) => [route.method, route])) }
    try {
      router.on('GET', path, () => undefined, entry)
    } catch (error) {
      return (error as Error).message
    }
    accepted.push(entry)
    taken.push({ path, service })
    return undefined
  }

  return {
    find: (url) => router.find('GET', url)?.store as ApiPath | undefined,
    routes: accepted.flatMap(({ routes }) => [...routes.values()]),
    paths: new Set(accepted.map(({ path }) => path)),
    rejected,
  }
}

/** Paths that only partly overlap may coexist: the router prefers the one with more static segments. */
const overlaps = (a: string, b: string): boolean => covers(a, b) || covers(b, a)

function claimsOf(service: string, { calls }: ServiceApi): Claim[] {
  const claims = new Map<string, Claim>()
  for (const call of calls) {
    const shape = shapeOf(call.path)
    const claim = claims.get(shape) ?? { service, path: call.path, calls: [] }
    claim.calls.push(call)
    claims.set(shape, claim)
  }
  return [...claims.values()]
}
