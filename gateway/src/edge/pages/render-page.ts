import { type FoundReads, type Renderer, type RenderJob } from '@offquad/renderer'
import { type FastifyRequest } from 'fastify'
import { createSharedRequests } from '../cache/shared-requests'
import { createByteBoundedCache } from '../responses/byte-bounded-cache'
import { type PendingResponse } from '../responses/send-pending'
import { type StoredResponse } from '../responses/stored-response'
import { type VariantOf } from '../services/variants'
import { type Page } from './compose-page'
import { createPageData, fillIn, type PageDataOptions, type Source, type Visit } from './page-data'
import { type PageMatch } from './page-router'
import {
  answersJson,
  CONTENT_TYPE,
  createRenderedPages,
  type Ingredients,
  type PageAtUrl,
} from './rendered-pages'

/** The longest time that a page waits for the renderer. After that the browser renders it, and the next visitor gets the result. */
const RENDER_BUDGET_MS = 250
const MAX_READS = 12
const MAX_BYTES_OF_READS = 1024 * 1024

interface PageRendererOptions extends PageDataOptions {
  /** Renders the content of public pages; without it the browser does. */
  contentRenderer?: Renderer | undefined
}

export type PageRenderer = ReturnType<typeof createPageRenderer>

/** Renders pages; the same page with the same data is rendered and compressed once. */
export function createPageRenderer({ contentRenderer, ...options }: PageRendererOptions) {
  const data = createPageData(options)
  const pages = createRenderedPages()
  const knownReads = createByteBoundedCache<FoundReads>(MAX_BYTES_OF_READS)
  const readRequests = createSharedRequests<FoundReads | undefined>()
  const renderings = createSharedRequests<StoredResponse | undefined>()
  let generation = 0

  /** Evicts pages and reads of versions that are no longer served. */
  function forgetBefore(set: RenderJob['set']): void {
    if (set.generation <= generation) return
    generation = set.generation
    pages.clear()
    knownReads.clear()
  }

  /** The reads that a page needs; undefined when its code fails. @param job what the renderer accepts of the page */
  async function findReads(
    renderer: Renderer,
    job: RenderJob,
    visit: Visit,
  ): Promise<FoundReads | undefined> {
    const keyWith = (remotes: string[]) => [job.page, job.url, ...remotes].join('\n')
    const key = keyWith(job.remotes.map(({ name }) => name))
    const cached = knownReads.get(key)
    if (cached) return cached
    const start = async () => {
      await visit.payForRendering()
      const result = await renderer.findReads(job)
      if (!result) return undefined
      const { remotes } = result
      const reads = result.reads.slice(0, MAX_READS)
      knownReads.set(keyWith(remotes), { reads, remotes }, 2 * reads.join('').length)
      return { reads, remotes }
    }
    return readRequests.join({ key, generation, start })
  }

  async function renderContent(
    renderer: Renderer,
    { at, job, visit }: Made,
    ingredients: Ingredients,
  ): Promise<StoredResponse | undefined> {
    const { inlined, subject } = ingredients
    const tags = [...inlined, ...(subject ? [subject] : [])].map(({ response }) => response.tag)
    const start = async () => {
      await visit.payForRendering()
      const content = await renderer.render({ ...job, data: at.page.dataWith(answersJson(inlined)) })
      return content && pages.storeContent(at, ingredients, content)
    }
    return renderings.join({ key: [job.page, job.url, ...tags].join('\n'), generation, start })
  }

  /** Sends the page once: with content if that is there in time, and otherwise for the next visitor. */
  async function sendWithContent(
    renderer: Renderer,
    made: Made,
    send: (page: Promise<StoredResponse>) => void,
  ) {
    const { at, job, visit, subject, isSubjectKnown } = made
    let ingredients: Ingredients = { page: at.page, inlined: [], subject, isComplete: false }
    let isSent = false
    const sendOnce = (make: () => StoredResponse) => {
      // It may throw in a timer, where nothing else would catch it.
      if (!isSent) send(new Promise((resolve) => resolve(make())))
      isSent = true
    }
    const sendPlain = () => sendOnce(() => pages.plain(ingredients))
    if (!renderer.isWarm(job)) sendPlain()
    const patiently = createPatience(RENDER_BUDGET_MS, sendPlain)
    try {
      const accepted = renderer.accepted(job)
      const pageReads = accepted && (await patiently(findReads(renderer, accepted, visit)))
      if (!pageReads) return
      const paths = pageReads.reads.filter(data.isPublicRead)
      const inlined = await visit.loadAll(paths)
      // Until the calls of all services are known, those of the page are not: nothing would ever invalidate it.
      const hasAll =
        pageReads.remotes.length === job.remotes.length &&
        inlined.length === paths.length &&
        options.services.isComplete()
      ingredients = { ...ingredients, inlined, isComplete: hasAll && isSubjectKnown }
      const sent = pages.withContent(at.url, ingredients)
      if (sent) sendOnce(() => sent.response)
      if (sent && !sent.isToRepeat) return
      const response = await patiently(renderContent(renderer, made, ingredients))
      if (response) sendOnce(() => response)
    } finally {
      sendPlain()
    }
  }

  const beginningOf = (page: Page) => ({
    status: page.status,
    headers: { ...page.headers, 'content-type': CONTENT_TYPE },
    opening: Buffer.from(page.opening),
  })

  return {
    /**
     * A page about a single resource waits until it is known whether the resource exists, because the status depends on it, unless
     * its service is too slow or unavailable. Requests to services count against the visitor's rate limit; beyond it pages are sent
     * without data.
     */
    async render(
      { page, template, params, url }: PageMatch,
      request: FastifyRequest,
      variantOf: VariantOf,
    ): Promise<StoredResponse | PendingResponse> {
      if (page.serverParts) forgetBefore(page.serverParts.set)
      const sent = page.serverParts && contentRenderer && pages.unchanged({ page, url }, data.isCurrent)
      if (sent) return sent
      const { ip } = request
      const visit = data.openVisit(request, variantOf)
      const query = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
      const subjectPath = page.preview && fillIn(page.preview.answer, { ...query, ...params })

      function pageWith(subject: Source | undefined): StoredResponse | PendingResponse {
        if (!page.serverParts || !contentRenderer)
          return pages.plain({ page, inlined: [], subject, isComplete: true })
        const made: Made = {
          at: { page, url, isCanonical: fillIn(template, params) === url },
          job: { ...page.serverParts, url, ip: () => ip, data: page.dataWith('') },
          visit,
          subject,
          isSubjectKnown: subjectPath === undefined || subject !== undefined,
        }
        const whole = new Promise<StoredResponse>((resolve) => {
          // Visitors who have spent their budget get the page without content, and so does everyone if it cannot be put together.
          sendWithContent(contentRenderer, made, resolve).catch(() => undefined)
        })
        return { ...beginningOf(page), whole }
      }

      const subject = subjectPath === undefined ? undefined : data.cachedFor(subjectPath, variantOf)
      if (subjectPath === undefined || subject) return pageWith(subject)
      const loaded = await visit.loadSubject(subjectPath)
      return loaded === 'missing' ? pages.missing(page) : pageWith(loaded)
    },
  }
}

/** A page that is made for a visitor. */
interface Made {
  at: PageAtUrl
  job: RenderJob
  visit: Visit
  subject: Source | undefined
  /** Whether the subject is there, or the page is about none. */
  isSubjectKnown: boolean
}

/** Waits for one promise after the other; when that has taken too long in all, `onOver` is called. */
function createPatience(ms: number, onOver: () => void) {
  let leftMs = ms
  return async function patiently<T>(promise: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const timer = setTimeout(onOver, leftMs)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      leftMs = Math.max(0, leftMs - (performance.now() - startedAt))
    }
  }
}
