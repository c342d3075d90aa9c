import { setTimeout as delay } from 'node:timers/promises'
import { pathOf, Problem } from '@offquad/contracts'
import { type FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { canonicalUrl } from '../cache/canonical-url'
import { type LoadedResponse, type ResponseCache } from '../cache/response-cache'
import { type RateLimits } from '../limits/rate-limits'
import { type StoredResponse } from '../responses/stored-response'
import { type ApiRoute } from '../services/route-table'
import { type Services } from '../services/services'
import { type VariantOf } from '../services/variants'

/** A response with its key in the response cache. */
export interface Source {
  key: string
  response: StoredResponse
}

/** The response for the resource that a page is about; undefined while it is unknown. */
export type Subject = Source | 'missing' | undefined

export interface InlinedResponse extends Source {
  /** Path as the page requests it. */
  path: string
}

/** Loads the data of a page at the expense of the visitor who requests it. */
export interface Visit {
  loadSubject(path: string): Promise<Subject>
  /** Loads responses; those that fail or are not there in time are left to the browser. */
  loadAll(paths: readonly string[]): Promise<InlinedResponse[]>
  /** @throws TooManyRequestsError when the visitor's budget is spent */
  payForRendering(): Promise<void>
}

/** The longest time that a page waits for its data; after that the browser fetches it. */
const BUDGET_MS = 200
/** Cost of rendering a page within the budget for reads: as much as five lists. */
const RENDER_COST = 50

export interface PageDataOptions {
  responseCache: ResponseCache
  services: Pick<Services, 'find' | 'isComplete'>
  rateLimits: Pick<RateLimits, 'take'>
}

/** Gets the responses that are written into pages: public reads, through the response cache, at the expense of visitors. */
export function createPageData({ responseCache, services, rateLimits }: PageDataOptions) {
  /** The route and cache key of a public read; undefined when no service has it or it is not public. */
  function findRead(path: string): { route: ApiRoute; url: string } | undefined {
    const route = services.find(path)?.routes.get('GET')
    return route?.access === 'anyone' ? { route, url: canonicalUrl(path, route) } : undefined
  }

  function cachedFor(path: string, variantOf: VariantOf): Source | undefined {
    const read = findRead(path)
    if (!read) return undefined
    const key = variantOf(read.route.service) + read.url
    const response = responseCache.cached(key)
    return response && { key, response }
  }

  async function load(path: string, request: FastifyRequest, variantOf: VariantOf): Promise<Subject> {
    const cached = cachedFor(path, variantOf)
    const read = cached ? undefined : findRead(path)
    if (!read) return cached
    const { route } = read
    await rateLimits.take(request, route.rate, route.cost)
    const variant = variantOf(route.service)
    const response = await responseCache.load({ ...read, variant, requestId: request.id })
    if (response.stored) return { key: variant + read.url, response: response.stored }
    return isMissing(response) ? 'missing' : undefined
  }

  return {
    cachedFor,
    isPublicRead: (path: string) => findRead(path) !== undefined,
    isCurrent: ({ key, response }: Source) => responseCache.cached(key) === response,

    openVisit(request: FastifyRequest, variantOf: VariantOf): Visit {
      let leftMs = BUDGET_MS
      let payment: Promise<void> | undefined

      async function loadInTime(paths: readonly string[]): Promise<Subject[]> {
        const startedAt = performance.now()
        const timer = new AbortController()
        const timeout = delay(leftMs, undefined, { signal: timer.signal }).catch(() => undefined)
        const loaded = await Promise.all(
          paths.map((path) => Promise.race([load(path, request, variantOf).catch(() => undefined), timeout])),
        )
        timer.abort()
        leftMs = Math.max(0, leftMs - (performance.now() - startedAt))
        return loaded
      }

      return {
        loadSubject: async (path) => (await loadInTime([path]))[0],
        async loadAll(paths) {
          const loaded = await loadInTime(paths)
          return paths.flatMap((path, index) => {
            const source = loaded[index]
            return source && source !== 'missing' ? [{ path, ...source }] : []
          })
        },
        payForRendering: () => (payment ??= rateLimits.take(request, 'read', RENDER_COST)),
      }
    },
  }
}

/** An older version of a service that lacks this call also responds with 404, which does not mean the resource is missing. */
function isMissing({ status, body }: LoadedResponse): boolean {
  if (status !== 404) return false
  try {
    const problem: unknown = JSON.parse(body.toString())
    return Value.Check(Problem, problem) && problem.type !== '/problems/unknown-path'
  } catch {
    return false
  }
}

/** A path with the parameters of a page's route; undefined where the route has no such parameter. */
export function fillIn(template: string, params: Record<string, string>): string | undefined {
  const names = [...template.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  // Only the type restricts it to paths of calls.
  return names.every((name) => name in params)
    ? pathOf({ path: template as `/api/${string}` }, params)
    : undefined
}
