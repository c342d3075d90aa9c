import { setTimeout as delay } from 'node:timers/promises'
import { ordinaryCost, pathOf, Problem } from '@offquad/contracts'
import { type FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { type LoadedResponse, type ResponseCache } from '../cache/response-cache'
import { canonicalUrl } from '../cache/canonical-url'
import { type RateLimits } from '../limits/rate-limits'
import { createByteBoundedCache } from '../responses/byte-bounded-cache'
import { type PendingResponse } from '../responses/send-pending'
import { type StoredResponse, storeResponse } from '../responses/stored-response'
import { type ApiRoute } from '../services/route-table'
import { type Services } from '../services/services'
import { type Page } from './compose-page'
import { escapeJson } from './html'
import { type LinkPreview, readLinkPreview } from './link-preview'
import { type PageMatch } from './page-router'

/** Renders pages; the same page with the same data is rendered and compressed once. */
export interface PageRenderer {
  /**
   * Returns synchronously when all data of the page is cached. A page about a single resource waits until it is known whether
   * the resource exists, because the status depends on it, unless its service is too slow or unavailable. Requests to
   * services count against the visitor's rate limit; beyond it pages are sent without data.
   */
  render(
    match: PageMatch,
    request: FastifyRequest,
  ): StoredResponse | PendingResponse | Promise<StoredResponse | PendingResponse>
}

/** The response for the resource that a page is about; undefined while it is unknown. */
type Subject = StoredResponse | 'missing' | undefined

interface Read {
  route: ApiRoute
  url: string
}

interface InlinedResponse {
  path: string
  response: StoredResponse
}

interface Rendered {
  page: Page
  tags: string
  response: StoredResponse
}

const CONTENT_TYPE = 'text/html; charset=utf-8'
const MAX_BYTES = 16 * 1024 * 1024
// Includes its compressed variants.
const BYTES_PER_BODY_BYTE = 1.5
/** How long a page waits for its data; after that the browser fetches it. */
const BUDGET_MS = 200

interface PageRendererOptions {
  responseCache: ResponseCache
  services: Pick<Services, 'find'>
  rateLimits: Pick<RateLimits, 'take'>
  /** Sent with every page. */
  headers: Record<string, string>
}

export function createPageRenderer({
  responseCache,
  services,
  rateLimits,
  headers,
}: PageRendererOptions): PageRenderer {
  const rendered = createByteBoundedCache<Rendered>(MAX_BYTES)

  function renderWith(page: Page, inlined: InlinedResponse[], subject: Subject): StoredResponse {
    if (subject === 'missing') return renderMissing(page)
    const key = [page.id, ...inlined.map(({ path }) => path)].join('\n')
    const tags = [...inlined.map(({ response }) => response.tag), subject?.tag].join()
    const known = rendered.get(key)
    if (known?.page === page && known.tags === tags) return known.response
    const preview = subject && linkPreviewIn(page, subject)
    const before = preview ? page.beforeWith(preview) : page.before
    const body = page.opening + before + inlined.flatMap(toJson).join() + page.after
    return store({ page, key, tags, status: page.status, body })
  }

  /** The same page for every missing resource: it contains nothing about the request. */
  function renderMissing(page: Page): StoredResponse {
    const key = `${page.id}\nmissing`
    const known = rendered.get(key)
    if (known?.page === page) return known.response
    const body = page.opening + page.beforeMissing + page.after
    return store({ page, key, tags: '', status: 404, body })
  }

  function store({ page, key, tags, status, body: html }: PageToStore): StoredResponse {
    const body = Buffer.from(html)
    const response = storeResponse(
      { status, contentType: CONTENT_TYPE, body },
      { ...headers, ...page.headers },
    )
    rendered.set(key, { page, tags, response }, body.length * BYTES_PER_BODY_BYTE)
    return response
  }

  /** The route and cache key of a public read; undefined when no service has it or it is not public. */
  function findRead(path: string): Read | undefined {
    const route = services.find(path)?.routes.get('GET')
    return route?.access === 'anyone' ? { route, url: canonicalUrl(path, route) } : undefined
  }

  function cachedFor(path: string): StoredResponse | undefined {
    // Most paths are canonical already.
    const known = responseCache.cached(path)
    if (known) return known
    const read = findRead(path)
    return read && responseCache.cached(read.url)
  }

  async function load(path: string, request: FastifyRequest): Promise<Subject> {
    const read = findRead(path)
    if (!read) return undefined
    const { route, url } = read
    const known = responseCache.cached(url)
    if (known) return known
    await rateLimits.take(request, route.rate, route.cost ?? ordinaryCost(route.rate))
    const response = await responseCache.load({ url, route, requestId: request.id })
    return response.stored ?? (isMissing(response) ? 'missing' : undefined)
  }

  async function waitForData(paths: string[], loadOnce: Load): Promise<InlinedResponse[]> {
    const loaded = await loadWithinBudget(paths, loadOnce)
    return paths.flatMap((path, index) => {
      const response = loaded[index]
      return response && response !== 'missing' ? [{ path, response }] : []
    })
  }

  return {
    render({ page, params }, request) {
      const paths = page.data.flatMap((template) => fillIn(template, params))
      const [subjectPath] = page.preview ? fillIn(page.preview.answer, params) : []
      const subject = subjectPath === undefined ? undefined : cachedFor(subjectPath)
      const isSubjectKnown = subjectPath === undefined || subject !== undefined
      const ready = paths.flatMap((path) => {
        const response = cachedFor(path)
        return response ? [{ path, response }] : []
      })
      if (isSubjectKnown && ready.length === paths.length) return renderWith(page, ready, subject)
      // The subject is often part of the data as well.
      const loading = new Map<string, Promise<Subject>>()
      const loadOnce: Load = (path) => {
        const running = loading.get(path) ?? load(path, request)
        loading.set(path, running)
        return running
      }
      const data = waitForData(paths, loadOnce)
      const beginWith = (known: Subject): PendingResponse => ({
        status: page.status,
        headers: { ...headers, ...page.headers, 'content-type': CONTENT_TYPE },
        opening: Buffer.from(page.opening),
        whole: data.then((inlined) => renderWith(page, inlined, known)),
      })
      if (isSubjectKnown) return beginWith(subject)
      return loadWithinBudget([subjectPath], loadOnce).then(([known]) =>
        known === 'missing' ? renderMissing(page) : beginWith(known),
      )
    },
  }
}

type Load = (path: string) => Promise<Subject>

/** Loads the paths; those that fail or take longer than the budget are undefined. */
async function loadWithinBudget(paths: string[], loadOnce: Load): Promise<Subject[]> {
  const timer = new AbortController()
  const timeout = delay(BUDGET_MS, undefined, { signal: timer.signal }).catch(() => undefined)
  const loaded = await Promise.all(
    paths.map((path) => Promise.race([loadOnce(path).catch(() => undefined), timeout])),
  )
  timer.abort()
  return loaded
}

interface PageToStore {
  page: Page
  key: string
  tags: string
  status: number
  body: string
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

function fillIn(template: string, params: Record<string, string>): string[] {
  const names = [...template.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  // The registry's schema guarantees the prefix /api/.
  return names.every((name) => name in params) ? [pathOf({ path: template as `/api/${string}` }, params)] : []
}

function toJson({ path, response }: InlinedResponse): string[] {
  const body = response.body.toString()
  try {
    JSON.parse(body)
  } catch {
    return []
  }
  return [escapeJson(`{"path":${JSON.stringify(path)},"body":${body}}`)]
}

function linkPreviewIn({ preview }: Page, response: StoredResponse): LinkPreview | undefined {
  try {
    return preview && readLinkPreview(preview, JSON.parse(response.body.toString()))
  } catch {
    return undefined
  }
}
