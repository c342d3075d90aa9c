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
import { type Preview, previewOf } from './page-preview'
import { type PageMatch } from './page-router'

/** Renders pages; the same page with the same data is rendered and compressed once. */
export interface PageRenderer {
  /**
   * Requests of services count against the rate limit of the visitor; beyond it pages come without their data.
   * At once when all data of the page is cached. A page of one thing among many begins when it is known whether
   * there is such a thing, as its status says so; or without that, when its service takes too long or is unavailable.
   */
  render(
    match: PageMatch,
    request: FastifyRequest,
  ): StoredResponse | PendingResponse | Promise<StoredResponse | PendingResponse>
}

/** The response about the one thing a page shows; undefined while it is not known. */
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
// Beside a page stand its compressed variants.
const BYTES_PER_BODY_BYTE = 1.5
/** How long a page waits for its data in all; after that the browser fetches it. */
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
    const preview = subject && previewIn(page, subject)
    const before = preview ? page.beforeWith(preview) : page.before
    const body = page.opening + before + inlined.flatMap(toJson).join() + page.after
    return store({ page, key, tags, status: page.status, body })
  }

  /** One for everything that does not exist: nothing of what was requested is in it. */
  function renderMissing(page: Page): StoredResponse {
    const key = `${page.id}\nmissing`
    const known = rendered.get(key)
    if (known?.page === page) return known.response
    const body = page.opening + page.beforeMissing + page.after
    return store({ page, key, tags: '', status: 404, body })
  }

  function store({ page, key, tags, status, body: html }: Unstored): StoredResponse {
    const body = Buffer.from(html)
    const response = storeResponse(
      { status, contentType: CONTENT_TYPE, body },
      { ...headers, ...page.headers },
    )
    rendered.set(key, { page, tags, response }, body.length * BYTES_PER_BODY_BYTE)
    return response
  }

  /** A public read and the URL its response is cached under; undefined where no service has it, or not for everyone. */
  function findRead(path: string): Read | undefined {
    const route = services.find(path)?.routes.get('GET')
    return route?.access === 'anyone' ? { route, url: canonicalUrl(path, route) } : undefined
  }

  function cachedFor(path: string): StoredResponse | undefined {
    // Most paths are written as they are cached.
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
    const answer = await responseCache.load({ url, route, requestId: request.id })
    return answer.stored ?? (isMissing(answer) ? 'missing' : undefined)
  }

  async function waitForData(paths: string[], loadOnce: Load): Promise<InlinedResponse[]> {
    const inTime = await waitFor(paths, loadOnce)
    return paths.flatMap((path, index) => {
      const response = inTime[index]
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
      // What a page shows is often part of its data as well.
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
      return waitFor([subjectPath], loadOnce).then(([known]) =>
        known === 'missing' ? renderMissing(page) : beginWith(known),
      )
    },
  }
}

type Load = (path: string) => Promise<Subject>

/** What is there within the time a page waits for its data. */
async function waitFor(paths: string[], loadOnce: Load): Promise<Subject[]> {
  const timer = new AbortController()
  const late = delay(BUDGET_MS, undefined, { signal: timer.signal }).catch(() => undefined)
  const inTime = await Promise.all(
    paths.map((path) => Promise.race([loadOnce(path).catch(() => undefined), late])),
  )
  timer.abort()
  return inTime
}

interface Unstored {
  page: Page
  key: string
  tags: string
  status: number
  body: string
}

/** An older version of a service without this call responds with 404 as well, which does not mean that the thing is missing. */
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
  // The registry's schema guarantees that it begins with /api/.
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

/** The link preview in the response that a route names. */
function previewIn({ preview }: Page, answer: StoredResponse): Preview | undefined {
  try {
    return preview && previewOf(preview, JSON.parse(answer.body.toString()))
  } catch {
    return undefined
  }
}
