import { setTimeout as delay } from 'node:timers/promises'
import { ordinaryCost, pathOf, Problem } from '@offquad/contracts'
import {
  createQuarantine,
  type RenderedPage,
  type Renderer,
  type RenderJob,
  type VersionSet,
} from '@offquad/renderer'
import { type FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { type LoadedResponse, type ResponseCache } from '../cache/response-cache'
import { canonicalUrl } from '../cache/canonical-url'
import { type RateLimits } from '../limits/rate-limits'
import { type ByteBoundedCache, createByteBoundedCache } from '../responses/byte-bounded-cache'
import { type PendingResponse } from '../responses/send-pending'
import { type SendableResponse, storeResponse, type StoredResponse } from '../responses/stored-response'
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
  ): SendableResponse | PendingResponse | Promise<SendableResponse | PendingResponse>
}

/** A response with its key in the response cache. */
interface Source {
  url: string
  response: StoredResponse
}

/** The response for the resource that a page is about; undefined while it is unknown. */
type Subject = Source | 'missing' | undefined

interface Read {
  route: ApiRoute
  url: string
}

interface InlinedResponse extends Source {
  /** As the page asks for it. */
  path: string
}

/** What a page was made from. */
interface Ingredients {
  inlined: readonly InlinedResponse[]
  subject: Source | undefined
  /** Whether nothing is missing that the page could have: otherwise the next request tries again. */
  isComplete: boolean
}

interface Rendered extends Ingredients {
  page: Page
  /** Whether parts of it were left to the browser, since they failed or were not ready in time. */
  isPartly: boolean
  response: SendableResponse
}

const CONTENT_TYPE = 'text/html; charset=utf-8'
const MAX_BYTES = 16 * 1024 * 1024
// Of pages with a query or another spelling of a path: anyone can make them up, and they must not evict the others.
const MAX_BYTES_MADE_UP = 2 * 1024 * 1024
// With its compressed variants, each less than a quarter of it.
const BYTES_PER_BODY_BYTE = 1.5
/** How long a page waits for its data; after that the browser fetches it. */
const BUDGET_MS = 200
/** How long a page waits for its content to be rendered; after that the browser renders it. */
const RENDER_BUDGET_MS = 150
/** Of the budget for reads: what rendering a page costs, as much as five lists. */
const RENDER_COST = 50
/** Calls of a page's components that are answered here, see `followsCalls`. */
const MAX_FOLLOWED_CALLS = 6

interface PageRendererOptions {
  responseCache: ResponseCache
  services: Pick<Services, 'find' | 'isComplete'>
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
  const plainPages = createByteBoundedCache<Rendered>(MAX_BYTES)
  const contents = createByteBoundedCache<Rendered>(MAX_BYTES)
  const contentsOfMadeUp = createByteBoundedCache<Rendered>(MAX_BYTES_MADE_UP)
  const running = new Map<string, RunningContent>()
  let generation = 0
  /** Pages of which parts were left to the browser: they are rendered again when they leave it, and sent as they are until then. */
  const quarantine = createQuarantine()
  const isToRepeat = ({ isPartly }: Rendered, key: string) => isPartly && !quarantine.has(key)
  const contentAt = (key: string) => contents.get(key) ?? contentsOfMadeUp.get(key)

  /** What was made of versions that are no longer served goes with them. */
  function forgetBefore(set: VersionSet): void {
    if (set.generation <= generation) return
    generation = set.generation
    for (const pages of [plainPages, contents, contentsOfMadeUp]) pages.clear()
  }

  /** The page as it was last sent, unless anything that it was made from has changed. */
  function unchanged({ page, url }: Pick<PageMatch, 'page' | 'url'>): SendableResponse | undefined {
    if (!page.serverParts || !contentRenderer) return undefined
    const key = contentKey(page, url)
    const found = contentAt(key)
    if (!found?.isComplete || found.page !== page || isToRepeat(found, key)) return undefined
    const isCached = (source: Source) => responseCache.cached(source.url) === source.response
    if (!found.inlined.every(isCached) || (found.subject && !isCached(found.subject))) return undefined
    return found.response
  }

  function renderWith(
    { page, url, isCanonical }: PageAtUrl,
    { inlined, subject, isComplete }: Omit<Ingredients, 'subject'> & { subject: Subject },
    visit: Visit,
  ): SendableResponse | Promise<SendableResponse> {
    if (subject === 'missing') return renderMissing(page)
    const ingredients = { inlined, subject, isComplete }
    const plainPage = () => {
      const key = [page.id, ...inlined.map(({ path }) => path)].join('\n')
      return (
        known(plainPages.get(key), { page, ...ingredients })?.response ??
        store(plainPages, key, { page, ...ingredients })
      )
    }
    if (!page.serverParts || !contentRenderer) return plainPage()
    const key = contentKey(page, url)
    const found = known(contentAt(key), { page, ...ingredients })
    if (found && !isToRepeat(found, key)) return found.response
    const content = renderContent({ page, url, isCanonical }, ingredients, visit)
    if (found) return found.response
    if (!content?.isWarm) return plainPage()
    return Promise.race([content.response, delay(RENDER_BUDGET_MS, undefined)]).then(
      (response) => response ?? plainPage(),
    )
  }

  /** Starts to render the content, or joins others who wait for the same. Undefined while it cannot be rendered. */
  function renderContent(
    { page, url, isCanonical }: PageAtUrl,
    ingredients: Ingredients,
    { loadOnce, takeRenderCost }: Visit,
  ): RunningContent | undefined {
    if (!contentRenderer || !page.serverParts) return undefined
    const { inlined, subject } = ingredients
    const key = contentKey(page, url)
    const id = [key, ...inlined.map(({ response }) => response.tag), subject?.response.tag].join('\n')
    const joined = running.get(id)
    if (joined) return joined
    const { serverParts } = page
    const jobWith = (responses: readonly InlinedResponse[]): RenderJob => ({
      ...serverParts,
      url,
      data: page.dataWith(responses.flatMap(toJson).join()),
    })
    const job = jobWith(inlined)
    if (!contentRenderer.accepts(job)) return undefined
    const isWarm = contentRenderer.isWarm(job)
    const pages = isCanonical() ? contents : contentsOfMadeUp

    async function finish(content: RenderedPage | undefined): Promise<SendableResponse | undefined> {
      if (!content) return undefined
      const calls = page.followsCalls
        ? (content.calls ?? []).filter(findRead).slice(0, MAX_FOLLOWED_CALLS)
        : []
      const more = await waitForData(calls, loadOnce)
      // Until the calls of all services are known, those of the page are not: nothing would ever invalidate it.
      const isComplete = ingredients.isComplete && more.length === calls.length && services.isComplete()
      if (more.length === 0) return store(pages, key, { page, ...ingredients, isComplete }, content)
      const followed = [...inlined, ...more]
      const again = await contentRenderer?.render(jobWith(followed))
      return again
        ? store(pages, key, { page, subject, inlined: followed, isComplete }, again)
        : store(pages, key, { page, ...ingredients, isComplete: false }, content)
    }

    const response = takeRenderCost()
      .then(() => contentRenderer.render(job))
      .then(finish)
      // Whoever has spent their budget gets the page without content, and so does everyone if it cannot be put together.
      .catch(() => undefined)
      .finally(() => running.delete(id))
    const content = { isWarm, response }
    running.set(id, content)
    return content
  }

  function known(
    found: Rendered | undefined,
    { page, ...ingredients }: Ingredients & { page: Page },
  ): Rendered | undefined {
    if (found?.page !== page || !isSame(found, ingredients)) return undefined
    // The same bytes may have been loaded again since.
    return Object.assign(found, ingredients)
  }

  function store(
    pages: ByteBoundedCache<Rendered>,
    key: string,
    made: Ingredients & { page: Page },
    content?: RenderedPage,
  ): SendableResponse {
    const { page, inlined, subject } = made
    const isPartly = content !== undefined && content.failures.length > 0
    if (isPartly) quarantine.add(key)
    else if (content) quarantine.release(key)
    const preview = subject && linkPreviewIn(page, subject.response)
    const before = preview || content ? page.beforeWith(preview, content) : page.before
    const body = page.opening + before + inlined.flatMap(toJson).join() + page.after
    return storeBody(pages, key, { ...made, isPartly, status: page.status, body })
  }

  /** The same page for every missing resource: it contains nothing about the request. */
  function renderMissing(page: Page): SendableResponse {
    const key = `${page.id}\nmissing`
    const made = { page, inlined: [], subject: undefined, isComplete: true }
    const body = page.opening + page.beforeMissing + page.after
    return (
      known(plainPages.get(key), made)?.response ??
      storeBody(plainPages, key, { ...made, isPartly: false, status: 404, body })
    )
  }

  function storeBody(
    pages: ByteBoundedCache<Rendered>,
    key: string,
    { status, body, ...made }: Omit<Rendered, 'response'> & { status: number; body: string },
  ): SendableResponse {
    const bytes = Buffer.from(body)
    const response = storeResponse(
      { status, contentType: CONTENT_TYPE, body: bytes },
      { ...headers, ...made.page.headers },
    )
    pages.set(key, { ...made, response }, bytes.length * BYTES_PER_BODY_BYTE)
    return response
  }

  /** The route and cache key of a public read; undefined when no service has it or it is not public. */
  function findRead(path: string): Read | undefined {
    const route = services.find(path)?.routes.get('GET')
    return route?.access === 'anyone' ? { route, url: canonicalUrl(path, route) } : undefined
  }

  function cachedFor(path: string): Source | undefined {
    // Most paths are canonical already.
    const known = responseCache.cached(path)
    if (known) return { url: path, response: known }
    const read = findRead(path)
    const response = read && responseCache.cached(read.url)
    return response && { url: read.url, response }
  }

  async function load(path: string, request: FastifyRequest): Promise<Subject> {
    const read = findRead(path)
    if (!read) return undefined
    const { route, url } = read
    const known = responseCache.cached(url)
    if (known) return { url, response: known }
    await rateLimits.take(request, route.rate, route.cost ?? ordinaryCost(route.rate))
    const response = await responseCache.load({ url, route, requestId: request.id })
    if (response.stored) return { url, response: response.stored }
    return isMissing(response) ? 'missing' : undefined
  }

  const beginningOf = (page: Page) => ({
    status: page.status,
    headers: { ...headers, ...page.headers, 'content-type': CONTENT_TYPE },
    opening: Buffer.from(page.opening),
  })

  const pendingUntil = (
    response: SendableResponse | Promise<SendableResponse>,
    page: Page,
  ): SendableResponse | PendingResponse =>
    response instanceof Promise ? { ...beginningOf(page), whole: response } : response

  async function waitForData(
    paths: readonly string[],
    loadOnce: Visit['loadOnce'],
  ): Promise<InlinedResponse[]> {
    const loaded = await loadWithinBudget(paths, loadOnce)
    return paths.flatMap((path, index) => {
      const source = loaded[index]
      return source && source !== 'missing' ? [{ path, ...source }] : []
    })
  }

  return {
    render({ page, template, params, url }, request) {
      if (page.serverParts) forgetBefore(page.serverParts.set)
      const sent = unchanged({ page, url })
      if (sent) return sent
      const paths = page.data.flatMap((template) => fillIn(template, params))
      const [subjectPath] = page.preview ? fillIn(page.preview.answer, params) : []
      const subject = subjectPath === undefined ? undefined : cachedFor(subjectPath)
      const isSubjectKnown = subjectPath === undefined || subject !== undefined
      const ready = paths.flatMap((path) => {
        const source = cachedFor(path)
        return source ? [{ path, ...source }] : []
      })
      // The subject is often part of the data as well.
      const loading = new Map<string, Promise<Subject>>()
      const loadOnce = (path: string) => {
        const running = loading.get(path) ?? load(path, request)
        loading.set(path, running)
        return running
      }
      const visit: Visit = { loadOnce, takeRenderCost: () => rateLimits.take(request, 'read', RENDER_COST) }
      const isCanonical = () => fillIn(template, params)[0] === url
      const renderFrom = (inlined: InlinedResponse[], known: Subject) => {
        const isComplete = inlined.length === paths.length && (known !== undefined || isSubjectKnown)
        return renderWith({ page, url, isCanonical }, { inlined, subject: known, isComplete }, visit)
      }
      if (isSubjectKnown && ready.length === paths.length)
        return pendingUntil(renderFrom(ready, subject), page)
      const data = waitForData(paths, loadOnce)
      const beginWith = (known: Subject): PendingResponse => ({
        ...beginningOf(page),
        whole: data.then((inlined) => renderFrom(inlined, known)),
      })
      if (isSubjectKnown) return beginWith(subject)
      return loadWithinBudget([subjectPath], loadOnce).then(([known]) =>
        known === 'missing' ? renderMissing(page) : beginWith(known),
      )
    },
  }
}

const contentKey = (page: Page, url: string): string => `${page.id}\n${url}`

const isSame = (one: Ingredients, other: Ingredients): boolean =>
  one.isComplete === other.isComplete &&
  one.inlined.length === other.inlined.length &&
  one.inlined.every(
    ({ path, response }, index) =>
      path === other.inlined[index]?.path && response.tag === other.inlined[index].response.tag,
  ) &&
  one.subject?.response.tag === other.subject?.response.tag

/** What a page may use for the visitor who asks for it. */
interface Visit {
  /** Loads a path, at the expense of their rate limit. */
  loadOnce(path: string): Promise<Subject>
  /** @throws TooManyRequestsError when the visitor's budget is spent */
  takeRenderCost(): Promise<void>
}

/** Loads the paths; those that fail or take longer than the budget are undefined. */
async function loadWithinBudget(paths: readonly string[], loadOnce: Visit['loadOnce']): Promise<Subject[]> {
  const timer = new AbortController()
  const timeout = delay(BUDGET_MS, undefined, { signal: timer.signal }).catch(() => undefined)
  const loaded = await Promise.all(
    paths.map((path) => Promise.race([loadOnce(path).catch(() => undefined), timeout])),
  )
  timer.abort()
  return loaded
}

interface PageAtUrl extends Pick<PageMatch, 'page' | 'url'> {
  /** Whether it is the only URL of its page: without a query, and its path in the spelling of links. */
  isCanonical(): boolean
}

interface RunningContent {
  /** The page with its content; undefined when it could not be rendered. */
  response: Promise<SendableResponse | undefined>
  /** Whether it is worth waiting for: the versions were loaded already. */
  isWarm: boolean
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
  // Only the type restricts it to paths of calls.
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
