import { createQuarantine, type RenderedPage } from '@offquad/renderer'
import { type ByteBoundedCache, createByteBoundedCache } from '../responses/byte-bounded-cache'
import { storeResponse, type StoredResponse } from '../responses/stored-response'
import { type Page } from './compose-page'
import { escapeJson } from './html'
import { type LinkPreview, readLinkPreview } from './link-preview'
import { type InlinedResponse, type Source } from './page-data'

/** The inputs of a page. */
export interface Ingredients {
  page: Page
  inlined: readonly InlinedResponse[]
  subject: Source | undefined
  /** Whether nothing is missing that the page could have: otherwise the next request tries again. */
  isComplete: boolean
}

interface Stored extends Ingredients {
  /** Whether parts of it were left to the browser, since they failed or were not ready in time. */
  isPartly: boolean
  response: StoredResponse
}

/** The page of a URL. */
export interface PageAtUrl {
  page: Page
  url: string
  /** Whether it is the only URL of its page: without a query, and its path in the spelling of links. */
  isCanonical: boolean
}

export const CONTENT_TYPE = 'text/html; charset=utf-8'
const MAX_BYTES = 16 * 1024 * 1024
// Separate cache for URLs with a query or another spelling of a path, so that made-up ones cannot evict real pages.
const MAX_BYTES_MADE_UP = 2 * 1024 * 1024
// Includes the compressed variants, each less than a quarter of it.
const BYTES_PER_BODY_BYTE = 1.5

/** The pages that were sent: each is made once from the same ingredients. */
export function createRenderedPages() {
  const plainPages = createByteBoundedCache<Stored>(MAX_BYTES)
  const contents = createByteBoundedCache<Stored>(MAX_BYTES)
  const contentsOfMadeUp = createByteBoundedCache<Stored>(MAX_BYTES_MADE_UP)
  /** Pages of which parts were left to the browser: they are rendered again when they leave it, and sent as they are until then. */
  const quarantine = createQuarantine()

  const find = (key: string) => contents.get(key) ?? contentsOfMadeUp.get(key)
  const isToRepeat = ({ isPartly }: Stored, key: string) => isPartly && !quarantine.has(key)

  function ifSame(stored: Stored | undefined, ingredients: Ingredients): Stored | undefined {
    // The same bytes may have been loaded again since.
    return stored && isSame(stored, ingredients) ? Object.assign(stored, ingredients) : undefined
  }

  function store(
    pages: ByteBoundedCache<Stored>,
    key: string,
    made: Omit<Stored, 'response'> & { status: number; body: string },
  ): StoredResponse {
    const { status, body, ...rest } = made
    const bytes = Buffer.from(body)
    const response = storeResponse({ status, contentType: CONTENT_TYPE, body: bytes }, made.page.headers)
    pages.set(key, { ...rest, response }, bytes.length * BYTES_PER_BODY_BYTE)
    return response
  }

  function storedOnce(ingredients: Ingredients, status: number, bodyOf: () => string): StoredResponse {
    const { page, inlined } = ingredients
    const key = [page.id, status, ...inlined.map(({ path }) => path)].join('\n')
    const stored = ifSame(plainPages.get(key), ingredients)
    if (stored) return stored.response
    return store(plainPages, key, { ...ingredients, isPartly: false, status, body: bodyOf() })
  }

  function bodyOf({ page, inlined, subject }: Ingredients, content?: RenderedPage): string {
    const preview = subject && linkPreviewIn(page, subject.response)
    return page.opening + page.beforeWith(preview, content) + answersJson(inlined) + page.after
  }

  return {
    /** The page with content as it was last sent, if each of its sources is as it was. */
    unchanged({ page, url }: Pick<PageAtUrl, 'page' | 'url'>, isCurrent: (source: Source) => boolean) {
      const key = contentKey(page, url)
      const stored = find(key)
      if (!stored?.isComplete || stored.page !== page || isToRepeat(stored, key)) return undefined
      const sources = [...stored.inlined, ...(stored.subject ? [stored.subject] : [])]
      return sources.every(isCurrent) ? stored.response : undefined
    },

    /** The page with content that was made from the same, and whether it is to be rendered again. */
    withContent(url: string, ingredients: Ingredients) {
      const key = contentKey(ingredients.page, url)
      const stored = ifSame(find(key), ingredients)
      return stored && { response: stored.response, isToRepeat: isToRepeat(stored, key) }
    },

    storeContent({ page, url, isCanonical }: PageAtUrl, ingredients: Ingredients, content: RenderedPage) {
      const key = contentKey(page, url)
      const isPartly = content.failures.length > 0
      if (isPartly) quarantine.add(key)
      else quarantine.release(key)
      const body = bodyOf(ingredients, content)
      return store(isCanonical ? contents : contentsOfMadeUp, key, {
        ...ingredients,
        isPartly,
        status: page.status,
        body,
      })
    },

    /** The page that the browser renders. */
    plain: (ingredients: Ingredients) =>
      storedOnce(ingredients, ingredients.page.status, () => bodyOf(ingredients)),

    /** The same page for every missing resource: it contains nothing about the request. */
    missing: (page: Page) =>
      storedOnce(
        { page, inlined: [], subject: undefined, isComplete: true },
        404,
        () => page.opening + page.beforeMissing + page.after,
      ),

    clear() {
      for (const pages of [plainPages, contents, contentsOfMadeUp]) pages.clear()
    },
  }
}

const contentKey = (page: Page, url: string): string => `${page.id}\n${url}`

const isSame = (a: Ingredients, b: Ingredients): boolean =>
  a.page === b.page &&
  a.isComplete === b.isComplete &&
  a.inlined.length === b.inlined.length &&
  a.inlined.every(
    ({ path, response }, index) =>
      path === b.inlined[index]?.path && response.tag === b.inlined[index].response.tag,
  ) &&
  a.subject?.response.tag === b.subject?.response.tag

/** Responses as JSON without brackets; what is no JSON is left out. */
export const answersJson = (inlined: readonly InlinedResponse[]): string => inlined.flatMap(toJson).join()

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
