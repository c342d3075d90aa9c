import { type PageData } from '@offquad/contracts'
import {
  createQueryClient,
  remoteApps,
  type RemoteDefinition,
  RemoteLoadError,
  university,
} from '@offquad/web-kit'
import { loadPageCode, openServerPage, WHOLE } from '@offquad/web-kit/server'
import { prerender } from 'react-dom/static.edge'
import { matchPath, UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom'
import { Page } from './page'
import { pageRoutes } from './routes'

interface PageToRender {
  /** The pattern of its path: /apartment/:aptId. */
  template: string
  /** Path and query. */
  url: string
  data: PageData
  /** Definitions of the remotes that have a server part, by name. */
  remotes: Record<string, RemoteDefinition>
  /** Aborted on timeout: the browser renders the parts that are not ready by then. */
  signal?: AbortSignal
}

interface RenderedPage {
  /** The content of #root. */
  html: string
  /** Style elements for the head. */
  styles: string
  /** The remotes on the page, by name: the browser needs them before it can take over. */
  remotes: string[]
  /** Error messages of the parts that failed; the browser renders these. */
  failures: string[]
}

/** The URLs of the public reads whose responses the page needs in its data. */
export function reads(page: Omit<PageToRender, 'signal'>): string[] {
  openServerPage(page)
  const { template, url } = page
  const [path = '', search = ''] = url.split('?')
  const params = matchPath(template, path)?.params as Record<string, string>
  const address = { params, search: new URLSearchParams(search) }
  return remoteOf(page)?.reads?.pages[template]?.(address) ?? []
}

/** React sends it to the browser in place of an error. */
const LEFT_TO_BROWSER = 'left to the browser'

/**
 * Renders a page of the site for anyone: signed out, in light colors, on a wide screen. CSS adapts it to the visitor, or the
 * browser does after hydration.
 * @throws when the frame of the page fails
 */
export async function render(page: PageToRender): Promise<RenderedPage> {
  const failures: string[] = []
  const usedRemotes = openServerPage(page)
  const client = createQueryClient()
  const routes = pageRoutes()
  const remote = remoteOf(page)
  if (remote) await loadPageCode(remote, page.template)
  const history = createMemoryHistory({ initialEntries: [page.url] })
  const { prelude } = await prerender(<Page history={history} routes={routes} client={client} />, {
    progressiveChunkSize: WHOLE,
    signal: page.signal,
    onError(error) {
      // Without a server part, a remote is the browser's; that one failed to load is said elsewhere.
      if (!(error instanceof RemoteLoadError)) failures.push(String(error))
      return LEFT_TO_BROWSER
    },
  })
  const html = await textOf(prelude)
  const styles = `<style>:root{--offquad-brand:${university().brandColor}}</style>`
  return { html, styles, remotes: usedRemotes(), failures }
}

function remoteOf({ remotes, template }: PageToRender) {
  const app = remoteApps().find(({ remote }) => remote?.routes.some(({ path }) => path === template))
  return remotes[app?.remote?.name ?? '']
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
  }
}
