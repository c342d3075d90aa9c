import { serviceOf, type Upstream, type WholeResponse } from '../api/upstream'
import { createByteLru } from '../responses/byte-lru'
import { type StoredResponse, storeResponse } from '../responses/stored-response'
import { type ApiRoute } from '../services/route-table'
import { createSharedRequests } from './shared-requests'

/** What a service answered to a public read; `stored` when that was a success. */
export interface Answer extends WholeResponse {
  stored?: StoredResponse
}

export interface Question {
  /** Path and query, as `canonicalUrl` has them. */
  url: string
  route: ApiRoute
  requestId: string
  /** Aborted when the one who asks has left. */
  leaving?: AbortSignal
}

/** Answers of public reads, kept in memory until their service says that they changed. */
export interface Answers {
  /** The answer in memory, if it is known to be current. */
  cached(url: string): StoredResponse | undefined
  /** Asks the service; those who ask the same at the same time share one request. */
  load(question: Question): Promise<Answer>
  /** Whatever was asked before this moment is not kept and not shared from now on. */
  invalidate(service: string): void
  invalidateAll(): void
}

interface Entry {
  service: string
  generation: number
  expiresAt: number
  stored: StoredResponse
}

interface AnswersOptions {
  upstreams: Readonly<Record<string, Upstream>>
  /** How long an answer may be kept without hearing of a change; asked at every answer. */
  maxAgeMs: () => number
  /** Sent with every answer. */
  headers: Record<string, string>
  /** Sent with every request for one. */
  requestHeaders?: (route: ApiRoute) => Record<string, string>
}

const MAX_BYTES = 48 * 1024 * 1024
// Beside an answer stand its compressed variants.
const BYTES_PER_BODY_BYTE = 1.5

export function createAnswers({
  upstreams,
  maxAgeMs,
  headers,
  requestHeaders = () => ({}),
}: AnswersOptions): Answers {
  const entries = createByteLru<Entry>(MAX_BYTES)
  const requests = createSharedRequests<Answer>()
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
    // The same bytes as before: what was compressed stays.
    return known?.tag === fresh.tag && known.contentType === contentType ? known : fresh
  }

  async function ask({ url, route, requestId }: Question, leaving: AbortSignal): Promise<Answer> {
    const { service } = route
    const generation = generationOf(service)
    const asked = { accept: 'application/json', 'x-request-id': requestId, ...requestHeaders(route) }
    const response = await serviceOf(upstreams, route).requestWhole({
      route,
      method: 'GET',
      path: url,
      headers: asked,
      leaving,
    })
    if (response.status !== 200) return response
    const stored = store(url, response)
    // An answer computed before a change must not outlive it.
    if (route.isCacheable && isForEverybody(response) && generation === generationOf(service)) {
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
    load(question) {
      const { url, route, leaving } = question
      const generation = generationOf(route.service)
      const start = (everybodyLeft: AbortSignal) => ask(question, everybodyLeft)
      return requests.join({ key: url, generation, start }, leaving)
    },
    invalidate,
    invalidateAll: () => [...generations.keys()].forEach(invalidate),
  }
}

const isForEverybody = ({ headers }: WholeResponse) =>
  headers['set-cookie'] === undefined && !/no-store|private/.test(String(headers['cache-control'] ?? ''))
