import { SHOWS_HEADER } from '@offquad/contracts'
import { serviceOf, type Upstream, type WholeResponse } from '../api/upstream'
import { createByteBoundedCache } from '../responses/byte-bounded-cache'
import { type StoredResponse, storeResponse } from '../responses/stored-response'
import { type ApiRoute } from '../services/route-table'
import { createSharedRequests } from './shared-requests'

/** A service's response to a public read; `stored` when it succeeded. */
export interface LoadedResponse extends WholeResponse {
  stored?: StoredResponse
}

interface CacheLookup {
  /** Path and query as returned by `canonicalUrl`. */
  url: string
  route: ApiRoute
  /** Names a version of the service that only some callers get. Its responses are not cached, so that every request tries it. */
  variant?: string
  requestId: string
}

interface Entry {
  service: string
  /** The resources that it depends on; absent: all of its service. */
  resources: string[] | undefined
  /** The generation of its service when it was requested. */
  generation: number
  expiresAt: number
  stored: StoredResponse
}

interface ResponseCacheOptions {
  upstreams: Readonly<Record<string, Upstream>>
  /** The longest time that a response is cached while no change is published; read for every response. */
  maxAgeMs: () => number
  /** Sent with every request to a service. */
  requestHeaders?: (route: ApiRoute) => Record<string, string>
}

interface Generations {
  /** Rises with every change. */
  newest: number
  /** The last change of everything. */
  ofAll: number
  /** The last changes of single resources. */
  ofResources: Map<string, number>
}

/** Beyond this number of changed resources, everything is invalidated. */
const MAX_RESOURCES = 10_000
const MAX_BYTES = 48 * 1024 * 1024
// Includes its compressed variants.
const BYTES_PER_BODY_BYTE = 1.5
/** Short, so that a version on trial gets requests whose responses are cached otherwise. */
const TRIAL_AGE_MS = 500

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Responses to public reads, cached in memory until their service publishes a change of what they show. */
export function createResponseCache({
  upstreams,
  maxAgeMs,
  requestHeaders = () => ({}),
}: ResponseCacheOptions) {
  const entries = createByteBoundedCache<Entry>(MAX_BYTES)
  const requests = createSharedRequests<LoadedResponse>()
  const generations = new Map<string, Generations>()
  const generationOf = (service: string) => generations.get(service)?.newest ?? 0

  /**
   * From now on no response of the service that was requested before is cached or shared.
   * @param resources only responses that depend on one of these, or on an unknown number of resources; absent: all
   */
  function invalidate(service: string, resources?: readonly string[]): void {
    const changes = generations.get(service) ?? { newest: 0, ofAll: 0, ofResources: new Map() }
    generations.set(service, changes)
    changes.newest += 1
    if (resources && changes.ofResources.size + resources.length <= MAX_RESOURCES) {
      for (const resource of resources) changes.ofResources.set(resource, changes.newest)
    } else {
      changes.ofAll = changes.newest
      changes.ofResources.clear()
    }
  }

  function isCurrent({ service, resources, generation }: Entry): boolean {
    const changes = generations.get(service)
    if (!changes) return true
    if (!resources) return generation === changes.newest
    const changedAt = resources.map((resource) => changes.ofResources.get(resource) ?? 0)
    return generation >= Math.max(changes.ofAll, ...changedAt)
  }

  function store(key: string, response: WholeResponse): StoredResponse {
    const contentType = String(response.headers['content-type'])
    const fresh = storeResponse({ status: response.status, body: response.body, contentType })
    const previous = entries.get(key)?.stored
    // The same bytes as before: reuse the compressed variants.
    return previous?.tag === fresh.tag && previous.contentType === contentType ? previous : fresh
  }

  async function request({ url, route, variant = '', requestId }: CacheLookup): Promise<LoadedResponse> {
    const { service } = route
    const generation = generationOf(service)
    const response = await serviceOf(upstreams, route).requestWhole({
      route,
      method: 'GET',
      path: url,
      isOfPartner: variant !== '',
      headers: { accept: 'application/json', 'x-request-id': requestId, ...requestHeaders(route) },
    })
    if (response.status !== 200) return response
    const stored = store(variant + url, response)
    const resources = resourcesIn(response)
    const ageMs = upstreams[service]?.trial ? TRIAL_AGE_MS : maxAgeMs()
    const entry = { service, resources, generation, expiresAt: Date.now() + ageMs, stored }
    // A response computed before a change must not outlive it.
    if (variant === '' && route.isCacheable && isPublic(response) && isCurrent(entry))
      entries.set(url, entry, stored.body.length * BYTES_PER_BODY_BYTE)
    return { ...response, stored }
  }

  return {
    /** The cached response, unless it has expired or was invalidated. @param key the URL, after the variant where there is one */
    cached(key: string): StoredResponse | undefined {
      const entry = entries.get(key)
      return entry && isCurrent(entry) && entry.expiresAt > Date.now() ? entry.stored : undefined
    },
    /** Requests the response from the service; concurrent lookups of the same URL share one request. */
    load(lookup: CacheLookup): Promise<LoadedResponse> {
      const { url, route, variant = '' } = lookup
      const generation = generationOf(route.service)
      return requests.join({ key: variant + url, generation, start: () => request(lookup) })
    },
    invalidate,
    invalidateAll: () => Object.keys(upstreams).forEach((service) => invalidate(service)),
  }
}

function resourcesIn({ headers }: WholeResponse): string[] | undefined {
  const shown = headers[SHOWS_HEADER]
  return typeof shown === 'string' ? shown.split(',') : undefined
}

const isPublic = ({ headers }: WholeResponse) =>
  headers['set-cookie'] === undefined && !/no-store|private/.test(String(headers['cache-control'] ?? ''))

const SUBSCRIBED_TTL_MS = 60_000
const UNSUBSCRIBED_TTL_MS = 2_000
// A broken connection reports every failed attempt to reconnect, at least this often.
const RECOVERED_AFTER_MS = 10_000

/** Lifetime of cached responses: a minute while the gateway is subscribed to changes, otherwise two seconds. */
export function createCacheLifetime(now: () => number = Date.now) {
  let isSubscribed = false
  let gapAt = -Infinity
  return {
    onSubscribed() {
      isSubscribed = true
    },
    /** Changes may have been missed. */
    onGap() {
      gapAt = now()
    },
    isSubscribed: () => isSubscribed,
    maxAgeMs: () =>
      isSubscribed && now() - gapAt > RECOVERED_AFTER_MS ? SUBSCRIBED_TTL_MS : UNSUBSCRIBED_TTL_MS,
  }
}
