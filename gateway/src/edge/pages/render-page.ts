import { setTimeout as delay } from 'node:timers/promises'
import { ordinaryCost, pathOf, Problem } from '@offquad/contracts'
import { type RenderedPage, type Renderer } from '@offquad/renderer'
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
/** How long a page waits for its content to be rendered; after that the browser renders it. */
const RENDER_BUDGET_MS = 150

interface PageRendererOptions {
  responseCache: ResponseCache
  services: Pick<Services, 'find'>
  rateLimits: Pick<RateLimits, 'take'>
  /** Sent with every page. */
  headers: Record<string, string>
  /** Renders the content of public pages; without it the browser does. */
  contentRenderer?: Renderer | undefined
}

export function createPageRenderer({
  responseCache,
  services,
  rateLimits,
  headers,
  contentRenderer,
}: PageRendererOptions): PageRenderer {
  const rendered = createByteBoundedCache<Rendered>(MAX_BYTES)
  const running = new Map<string, RunningContent>()

  function renderWith(
    { page, url }: Pick<PageMatch, 'page' | 'url'>,
    inlined: InlinedResponse[],
    subject: Subject,
  ): StoredResponse | Promise<StoredResponse> {
    if (subject === 'missing') return renderMissing(page)
    const key = [page.id, ...inlined.map(({ path }) => path)].join('\n')
    const tags = [...inlined.map(({ response }) => response.tag), subject?.tag].join()
    const plainPage = () =>
      known(key, page, tags) ?? store({ page, key, tags, ...compose({ page, inlined, subject }) })
    if (!page.serverParts || !contentRenderer) return plainPage()
    const contentKey = `${key}\n${url}`
    const found = known(contentKey, page, tags)
    if (found) return found
    const content = renderContent({ page, url, inlined, tags, key: contentKey })
    if (!content) return plainPage()
    const whole = content.result.then(
      (one) =>
        one &&
        storeContent(url, { page, key: contentKey, tags, ...compose({ page, inlined, subject }, one) }),
    )
    if (!content.isWarm) return plainPage()
    return Promise.race([whole, delay(RENDER_BUDGET_MS, undefined)]).then((one) => one ?? plainPage())
  }

  /** Starts to render the content, or joins others who wait for the same. Undefined while it cannot be rendered. */
  function renderContent({ page, url, inlined, tags, key }: ContentToRender): RunningContent | undefined {
    if (!contentRenderer || !page.serverParts) return undefined
    const id = `${key}\n${tags}`
    const known = running.get(id)
    if (known) return known
    const job = { ...page.serverParts, url, data: page.dataWith(inlined.flatMap(toJson).join()) }
    const isWarm = contentRenderer.isWarm(job)
    const result = contentRenderer.render(job)
    if (!result) return undefined
    const content = { result, isWarm }
    running.set(id, content)
    void result.then(() => running.delete(id))
    return content
  }

  // Anyone can make up queries: pages with one are not stored.
  const storeContent = (url: string, page: PageToStore): StoredResponse =>
    url.includes('?') ? responseOf(page) : store(page)

  function compose(
    {
      page,
      inlined,
      subject,
    }: { page: Page; inlined: InlinedResponse[]; subject: StoredResponse | undefined },
    content?: RenderedPage,
  ): Pick<PageToStore, 'status' | 'body'> {
    const preview = subject && linkPreviewIn(page, subject)
    const before = preview || content ? page.beforeWith(preview, content) : page.before
    return {
      status: page.status,
      body: page.opening + before + inlined.flatMap(toJson).join() + page.after,
    }
  }

  function known(key: string, page: Page, tags: string): StoredResponse | undefined {
    const found = rendered.get(key)
    return found?.page === page && found.tags === tags ? found.response : undefined
  }

  /** The same page for every missing resource: it contains nothing about the request. */
  function renderMissing(page: Page): StoredResponse {
    const key = `${page.id}\nmissing`
    const found = rendered.get(key)
    if (found?.page === page) return found.response
    const body = page.opening + page.beforeMissing + page.after
    return store({ page, key, tags: '', status: 404, body })
  }

  function store(content: PageToStore): StoredResponse {
    const { page, key, tags } = content
    const response = responseOf(content)
    rendered.set(key, { page, tags, response }, response.body.length * BYTES_PER_BODY_BYTE)
    return response
  }

  const responseOf = ({ page, status, body }: PageToStore): StoredResponse =>
    storeResponse(
      { status, contentType: CONTENT_TYPE, body: Buffer.from(body) },
      { ...headers, ...page.headers },
    )

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

  const beginningOf = (page: Page) => ({
    status: page.status,
    headers: { ...headers, ...page.headers, 'content-type': CONTENT_TYPE },
    opening: Buffer.from(page.opening),
  })

  const pendingUntil = (
    response: StoredResponse | Promise<StoredResponse>,
    page: Page,
  ): StoredResponse | PendingResponse =>
    response instanceof Promise ? { ...beginningOf(page), whole: response } : response

  async function waitForData(paths: string[], loadOnce: Load): Promise<InlinedResponse[]> {
    const loaded = await loadWithinBudget(paths, loadOnce)
    return paths.flatMap((path, index) => {
      const response = loaded[index]
      return response && response !== 'missing' ? [{ path, response }] : []
    })
  }

  return {
    render({ page, params, url }, request) {
      const paths = page.data.flatMap((template) => fillIn(template, params))
      const [subjectPath] = page.preview ? fillIn(page.preview.answer, params) : []
      const subject = subjectPath === undefined ? undefined : cachedFor(subjectPath)
      const isSubjectKnown = subjectPath === undefined || subject !== undefined
      const ready = paths.flatMap((path) => {
        const response = cachedFor(path)
        return response ? [{ path, response }] : []
      })
      if (isSubjectKnown && ready.length === paths.length)
        return pendingUntil(renderWith({ page, url }, ready, subject), page)
      // The subject is often part of the data as well.
      const loading = new Map<string, Promise<Subject>>()
      const loadOnce: Load = (path) => {
        const running = loading.get(path) ?? load(path, request)
        loading.set(path, running)
        return running
      }
      const data = waitForData(paths, loadOnce)
      const beginWith = (known: Subject): PendingResponse => ({
        ...beginningOf(page),
        whole: data.then((inlined) => renderWith({ page, url }, inlined, known)),
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

interface ContentToRender {
  page: Page
  url: string
  inlined: InlinedResponse[]
  tags: string
  key: string
}

interface RunningContent {
  result: Promise<RenderedPage | undefined>
  /** Whether it is worth waiting for: the versions were loaded already. */
  isWarm: boolean
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
