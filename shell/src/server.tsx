import { type PageData } from '@offquad/contracts'
import { createStyleCollector, type StyleCollector } from '@offquad/ui/server'
import { createQueryClient, type RemoteDefinition, university } from '@offquad/web-kit'
import { openServerPage, WHOLE } from '@offquad/web-kit/server'
import { type QueryClient, type QueryObserverOptions } from '@tanstack/react-query'
import { prerender } from 'react-dom/static.edge'
import { createMemoryRouter } from 'react-router-dom'
import { Page } from './page'
import { pageRoutes } from './routes'

interface PageToRender {
  /** The pattern of its path. Pages of one template share the styles that antd makes for them, which takes longer than rendering. */
  template: string
  /** Path and query. */
  url: string
  data: PageData
  /** Of the remotes that have a server part, by name. */
  remotes: Record<string, RemoteDefinition>
  /** Aborted when time is up: what is not ready by then is left to the browser. */
  signal?: AbortSignal
}

interface RenderedPage {
  /** The content of #root. */
  html: string
  /** Style elements for the head. */
  styles: string
  /** The remotes on the page, by name: the browser needs them before it can take over. */
  remotes: string[]
  /** Messages of what failed; the browser renders these parts. */
  failures: string[]
  /** Paths of the reads that components made, as anyone, and whose responses were not in the data. */
  calls: string[]
}

/** React sends it to the browser in place of an error. */
const LEFT_TO_BROWSER = 'left to the browser'

interface Styles {
  light: StyleCollector
  dark: StyleCollector
  /** The light variables whose dark counterparts `dark` has. */
  variables: string
}

const stylesByTemplate = new Map<string, Styles>()

/**
 * Renders a page of the site for anyone: signed out, in light colors, on a wide screen. What differs for a visitor follows from
 * CSS, or the browser changes it after it has taken over.
 * @throws when the frame of the page fails
 */
export async function render(page: PageToRender): Promise<RenderedPage> {
  const failures: string[] = []
  const usedRemotes = openServerPage(page)
  const styles = stylesOf(page.template)
  const client = createQueryClient()
  const html = await renderWith(styles.light, { page, client, failures })
  const remotes = usedRemotes()
  const variables = styles.light.variables()
  if (variables !== styles.variables) {
    await renderWith(styles.dark, { page, client: createQueryClient(), failures: [], isDark: true })
    styles.variables = variables
  }
  const styleElements = [
    `<style>:root{--offquad-brand:${university().brandColor}}</style>`,
    styles.light.elements(),
    `<style>@media (prefers-color-scheme:dark){${styles.dark.variables()}}</style>`,
  ]
  return { html, styles: styleElements.join(''), remotes, failures, calls: callsOf(client) }
}

const callsOf = (client: QueryClient): string[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(
      ({ state, options }) => state.data === undefined && (options as QueryObserverOptions).enabled !== false,
    )
    .flatMap(({ meta }) => (typeof meta?.path === 'string' ? [meta.path] : []))

function stylesOf(template: string): Styles {
  const known = stylesByTemplate.get(template) ?? {
    light: createStyleCollector(),
    dark: createStyleCollector(),
    variables: '',
  }
  stylesByTemplate.set(template, known)
  return known
}

interface Rendering {
  page: PageToRender
  client: QueryClient
  failures: string[]
  isDark?: boolean
}

async function renderWith(
  { Collector }: StyleCollector,
  { page, client, failures, isDark = false }: Rendering,
): Promise<string> {
  const router = createMemoryRouter(pageRoutes(), { initialEntries: [page.url] })
  const { prelude } = await prerender(
    <Collector>
      <Page router={router} client={client} isDarkOnServer={isDark} />
    </Collector>,
    {
      progressiveChunkSize: WHOLE,
      signal: page.signal,
      onError(error) {
        failures.push(String(error))
        return LEFT_TO_BROWSER
      },
    },
  )
  return textOf(prelude)
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
