import { serviceOf, type Upstream, type WholeResponse } from '../api/upstream'
import { createByteBoundedCache } from '../responses/byte-bounded-cache'
import { type StoredResponse, storeResponse } from '../responses/stored-response'
import { type ApiRoute } from '../services/route-table'
import { createSharedRequests } from './shared-requests'

/** A service's response to a public read; `stored` when it succeeded. */
export interface LoadedResponse extends WholeResponse {
  stored?: StoredResponse
}

export interface CacheLookup {
  /** Path and query as returned by `canonicalUrl`. */
  url: string
  route: ApiRoute
  requestId: string
  /** Aborted when the caller has disconnected. */
  disconnected?: AbortSignal
}

/** Responses to public reads, cached in memory until their service publishes a change. */
export interface ResponseCache {
  /** The cached response, unless it has expired or was invalidated. */
  cached(url: string): StoredResponse | undefined
  /** Requests the response from the service; concurrent lookups of the same URL share one request. */
  load(lookup: CacheLookup): Promise<LoadedResponse>
  /** From now on no response that was requested before is cached or shared. */
  invalidate(service: string): void
  invalidateAll(): void
}

interface Entry {
  service: string
  generation: number
  expiresAt: number
  stored: StoredResponse
}

interface ResponseCacheOptions {
  upstreams: Readonly<Record<string, Upstream>>
  /** How long a response may be cached while no change is published; read for every response. */
  maxAgeMs: () => number
  /** Sent with every cached response. */
  headers: Record<string, string>
  /** Sent with every request to a service. */
  requestHeaders?: (route: ApiRoute) => Record<string, string>
}

const MAX_BYTES = 48 * 1024 * 1024
// Includes its compressed variants.
const BYTES_PER_BODY_BYTE = 1.5

export function createResponseCache({
  upstreams,
  maxAgeMs,
  headers,
  requestHeaders = () => ({}),
}: ResponseCacheOptions): ResponseCache {
  const entries = createByteBoundedCache<Entry>(MAX_BYTES)
  const requests = createSharedRequests<LoadedResponse>()
  const generations = new Map<string, number>(Object.keys(upstreams).map((service) => [service, 0]))
  const generationOf = (service: string) => generations.get(service) ?? 0

  function invalidate(service: string): void {
    const generation = generations.get(service)
    if (generation !== undefined) generations.set(service, generation + 1)
  }

  function store(url: string, response: WholeResponse): StoredResponse {
    const contentType = String(response.headers['content-type'])
    const fresh = storeResponse({ status: response.status, body: response.body, contentType }, headers)
    const known = entries.get(url)?.stored
    // The same bytes as before: reuse the compressed variants.
    return known?.tag === fresh.tag && known.contentType === contentType ? known : fresh
  }

  async function request(
    { url, route, requestId }: CacheLookup,
    disconnected: AbortSignal,
  ): Promise<LoadedResponse> {
    const { service } = route
    const generation = generationOf(service)
    const response = await serviceOf(upstreams, route).requestWhole({
      route,
      method: 'GET',
      path: url,
      headers: { accept: 'application/json', 'x-request-id': requestId, ...requestHeaders(route) },
      disconnected,
    })
    if (response.status !== 200) return response
    const stored = store(url, response)
    // A response computed before a change must not outlive it.
    if (route.isCacheable && isPublic(response) && generation === generationOf(service)) {
      const entry = { service, generation, expiresAt: Date.now() + maxAgeMs(), stored }
      entries.set(url, entry, stored.body.length * BYTES_PER_BODY_BYTE)
    }
    return { ...response, stored }
  }

  return {
    cached(url) {
      const entry = entries.get(url)
      if (!entry || entry.generation !== generations.get(entry.service)) return undefined
      return entry.expiresAt > Date.now() ? entry.stored : undefined
    },
    load(lookup) {
      const { url, route, disconnected } = lookup
      const generation = generationOf(route.service)
      const start = (allDisconnected: AbortSignal) => request(lookup, allDisconnected)
      return requests.join({ key: url, generation, start }, disconnected)
    },
    invalidate,
    invalidateAll: () => [...generations.keys()].forEach(invalidate),
  }
}

const isPublic = ({ headers }: WholeResponse) =>
  headers['set-cookie'] === undefined && !/no-store|private/.test(String(headers['cache-control'] ?? ''))
