import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '@offquad/contracts'
import { type Answers } from '../answers/answers'
import { createByteLru } from '../sending/byte-lru'
import { type PendingResponse } from '../sending/send-pending'
import { type StoredResponse, storeResponse } from '../sending/stored-response'
import { type Services } from '../services/services'
import { type Page } from './compose-page'
import { escapeJson } from './html'
import { type Preview, previewOf } from './page-preview'
import { type PageMatch } from './page-router'

/** Renders pages; the same page with the same answers is rendered and compressed once. */
export interface PageRenderer {
  /** At once when every answer the page wants is in memory. */
  render(match: PageMatch, requestId: string): StoredResponse | PendingResponse
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
/** What a page waits for its data in all; later, the browser asks for it. */
const BUDGET_MS = 200

export function createPageRenderer(
  answers: Answers,
  services: Pick<Services, 'find'>,
  headers: Record<string, string>,
): PageRenderer {
  const rendered = createByteLru<Rendered>(MAX_BYTES)

  function renderWith(page: Page, inlined: InlinedResponse[]): StoredResponse {
    const key = [page.id, ...inlined.map(({ path }) => path)].join('\n')
    const tags = inlined.map(({ response }) => response.tag).join()
    const known = rendered.get(key)
    if (known?.page === page && known.tags === tags) return known.response
    const preview = previewIn(page, inlined)
    const before = preview ? page.beforeWith(preview) : page.before
    const body = Buffer.from(page.opening + before + inlined.flatMap(toJson).join() + page.after)
    const response = storeResponse(
      { status: page.status, contentType: CONTENT_TYPE, body },
      { ...headers, ...page.headers },
    )
    rendered.set(key, { page, tags, response }, body.length * BYTES_PER_BODY_BYTE)
    return response
  }

  async function waitFor(paths: string[], requestId: string): Promise<InlinedResponse[]> {
    const answered = paths.map(async (path): Promise<InlinedResponse | undefined> => {
      const route = services.find(path)?.routes.get('GET')
      if (route?.access !== 'anyone') return undefined
      const response = answers.cached(path) ?? (await answers.load({ url: path, route, requestId })).stored
      return response && { path, response }
    })
    const timer = new AbortController()
    const late = delay(BUDGET_MS, undefined, { signal: timer.signal }).catch(() => undefined)
    const inTime = await Promise.all(
      answered.map((answer) => Promise.race([answer.catch(() => undefined), late])),
    )
    timer.abort()
    return inTime.filter((answer) => answer !== undefined)
  }

  return {
    render({ page, params }, requestId) {
      const paths = page.data.flatMap((template) => fillIn(template, params))
      const ready = paths.flatMap((path) => {
        const response = answers.cached(path)
        return response ? [{ path, response }] : []
      })
      if (ready.length === paths.length) return renderWith(page, ready)
      return {
        status: page.status,
        headers: { ...headers, ...page.headers, 'content-type': CONTENT_TYPE },
        opening: Buffer.from(page.opening),
        whole: waitFor(paths, requestId).then((inlined) => renderWith(page, inlined)),
      }
    },
  }
}

function fillIn(template: string, params: Record<string, string>): string[] {
  const names = [...template.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  // The registry's schema says that it begins with /api/.
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

/** What the answer a route names says for the preview of its page. */
function previewIn({ preview }: Page, inlined: InlinedResponse[]): Preview | undefined {
  if (!preview) return undefined
  const [start = ''] = preview.answer.split(':')
  const answer = inlined.find(({ path }) => path.startsWith(start))
  try {
    return answer && previewOf(preview, JSON.parse(answer.response.body.toString()))
  } catch {
    return undefined
  }
}
