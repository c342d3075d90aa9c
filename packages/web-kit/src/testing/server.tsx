import { text } from 'node:stream/consumers'
import { type PageData } from '@offquad/contracts'
import type * as Ui from '@offquad/ui'
import { type QueryObserverOptions } from '@tanstack/react-query'
import type * as ReactQuery from '@tanstack/react-query'
import { JSDOM } from 'jsdom'
import type * as React from 'react'
import { type ReactNode } from 'react'
import type * as ReactDomClient from 'react-dom/client'
import type * as ReactDomStatic from 'react-dom/static'
import type * as Router from 'react-router-dom'
import type * as QueryClientModule from '../api/query-client'
import type * as PageDataModule from '../page-data'
import { type RemoteDefinition } from '../remotes/remote-definition'
import type * as ServerModule from '../server'
import { WHOLE } from '../server/whole'
import { testPage, testUniversity } from './test-university'

interface ServedPage {
  url: string
  /** The server's HTML. */
  html: string
  /** Errors, and reads without a response in the page. */
  errors: string[]
}

interface HydratedPage extends ServedPage {
  /** The text of the page after hydration. */
  text: string
  /** Errors, differences between server and browser that React reported, and all other errors on the console. */
  errors: string[]
  /** Calls of the API that the browser made. */
  calls: string[]
}

interface ServedRemote {
  /** Requires the modules of the remote, with its reads, and returns its definition; called for the server and for the browser. */
  load: () => RemoteDefinition
  urls: readonly string[]
  /** The responses of the API. The gateway writes the responses that a page reads into it. */
  answers: PageData['answers']
  /** Paths of reads that depend on other responses, so that the browser makes them. */
  laterReads: readonly string[]
}

interface RemoteUnderTest extends Omit<ServedRemote, 'urls' | 'laterReads'> {
  /** Its folder: 'mfe-browse'. */
  app: string
  /** A text that each page shows, by URL. */
  texts: Readonly<Record<string, string>>
  laterReads?: readonly string[]
}

/** The test of the pages that a remote renders on the server, with `@jest-environment node`. */
export function describeServerRendering({
  app,
  load,
  answers,
  texts,
  laterReads = [],
}: RemoteUnderTest): void {
  describe(`the pages of ${app} on the server`, () => {
    it('are rendered without a window from their reads, and hydrated without a difference or a call for what is in the page', async () => {
      const pages = await serveThenHydrate({ load, urls: Object.keys(texts), answers, laterReads })

      for (const { url, html, text, errors, calls } of pages) {
        expect({ url, errors }).toEqual({ url, errors: [] })
        expect(html).toContain(texts[url])
        expect(text).toContain(texts[url])
        expect({ url, calls }).toEqual({ url, calls: [] })
      }
      expect(pages).toHaveLength(Object.keys(texts).length)
    })
  })
}

/**
 * Renders pages of a remote as the server does, where there is no window; then evaluates all modules again in a window, and
 * hydrates the pages there.
 */
async function serveThenHydrate({ load, urls, answers, laterReads }: ServedRemote): Promise<HydratedPage[]> {
  const onServer = await pageRenderer(load(), answers)
  const served: ServedPage[] = []
  const inlined = new Map<string, string[]>()
  for (const url of urls) {
    const { html, errors } = await render(onServer.pageOf(url))
    inlined.set(url, onServer.inlined())
    const missing = onServer.missing().filter((path) => !laterReads.includes(path))
    served.push({ url, html, errors: [...errors, ...missing.map((path) => `no read of ${path}`)] })
  }
  const pages = await hydrateServed(served, () => pageRenderer(load(), answers))
  return pages.map((page) => ({
    ...page,
    calls: page.calls.filter((call) => inlined.get(page.url)?.includes(call)),
  }))
}

interface PagesOfRemote extends PagesInBrowser {
  /** The paths of the responses in the page. */
  inlined: () => string[]
  /** The paths of its reads that have no response. */
  missing: () => string[]
}

interface PagesInBrowser {
  pageOf: (url: string) => ReactNode
  /** Closes handles that would keep the process alive. */
  close?: () => void
}

/**
 * Hydrates pages in a window.
 * @param open requires all modules again, where there is a window
 */
export async function hydrateServed(
  served: readonly ServedPage[],
  open: () => PagesInBrowser | Promise<PagesInBrowser>,
): Promise<HydratedPage[]> {
  if (typeof window !== 'undefined') throw new Error('the server has no window: use @jest-environment node')
  jest.resetModules()
  const { window: tab } = new JSDOM('<!doctype html>', {
    url: 'https://offquad.example',
    pretendToBeVisual: true,
  })
  tab.scrollTo = () => undefined
  const pages: HydratedPage[] = []
  const { calls, leave } = enterWindow(tab)
  try {
    const inBrowser = await open()
    for (const { url, html, errors } of served) {
      const container = tab.document.createElement('div')
      container.innerHTML = html
      tab.document.body.replaceChildren(container)
      const more = await hydrate(container, inBrowser.pageOf(url))
      pages.push({ url, html, text: more.text, errors: [...errors, ...more.errors], calls: calls.splice(0) })
    }
    inBrowser.close?.()
  } finally {
    leave()
    tab.close()
  }
  return pages
}

async function render(page: ReactNode): Promise<Omit<ServedPage, 'url'>> {
  const { prerenderToNodeStream } = actual<typeof ReactDomStatic>('react-dom/static')
  const errors: string[] = []
  const { prelude } = await prerenderToNodeStream(page, {
    progressiveChunkSize: WHOLE,
    onError(error) {
      // Slots of other remotes, which only the browser renders.
      if (error instanceof Error && error.name === 'RemoteLoadError') return LEFT_TO_BROWSER
      errors.push(String(error))
      return undefined
    },
  })
  return { html: await text(prelude), errors }
}

async function hydrate(container: Element, page: ReactNode): Promise<Pick<HydratedPage, 'text' | 'errors'>> {
  const { act } = actual<typeof React>('react')
  const { hydrateRoot } = actual<typeof ReactDomClient>('react-dom/client')
  const errors: string[] = []
  const log = jest.spyOn(console, 'error').mockImplementation((...parts) => void errors.push(parts.join(' ')))
  const onRecoverableError = (error: unknown) => {
    if (!isLeftToBrowser(error)) errors.push(String(error))
  }
  const heading = container.querySelector('h1')
  const root = await act(async () => hydrateRoot(container, page, { onRecoverableError }))
  if (!container.contains(heading)) errors.push('the page was mounted again')
  const { textContent } = container
  await act(async () => root.unmount())
  log.mockRestore()
  return { text: textContent, errors }
}

/** A digest, which React sends to the browser in place of the error. */
const LEFT_TO_BROWSER = 'left to the browser'

/** Also true if a remote cannot be loaded in the browser. */
const isLeftToBrowser = (error: unknown) =>
  error instanceof Error &&
  (('digest' in error && error.digest === LEFT_TO_BROWSER) ||
    (error.cause instanceof Error && error.cause.name === 'RemoteLoadError'))

const actual = <M extends object>(name: string) => jest.requireActual<M>(name)

/** Renders the pages of a remote as the shell does, without the shell's frame. */
async function pageRenderer(remote: RemoteDefinition, answers: PageData['answers']): Promise<PagesOfRemote> {
  const { OffquadTheme, StyleScope } = actual<typeof Ui>('@offquad/ui')
  const { createQueryClient } = actual<typeof QueryClientModule>('../api/query-client')
  const client = createQueryClient()
  const { loadPageCode, openServerPage } = actual<typeof ServerModule>('../server')
  for (const { path } of remote.routes) await loadPageCode(remote, path)
  const { QueryClientProvider } = actual<typeof ReactQuery>('@tanstack/react-query')
  const { matchRoutes, MemoryRouter, useRoutes } = actual<typeof Router>('react-router-dom')
  const Routes = () => useRoutes(remote.routes)
  const close = () => client.clear()
  const inlined = () =>
    actual<typeof PageDataModule>('../page-data')
      .pageData()
      .answers.map(({ path }) => path)
  const missing = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(
        ({ state, options }) =>
          state.data === undefined && (options as QueryObserverOptions).enabled !== false,
      )
      .map(({ queryKey }) => String(queryKey[0]))
  const pageOf = (url: string) => {
    openServerPage({ data: testPage, remotes: {} })
    const match = matchRoutes(remote.routes, url)?.at(-1)
    const address = {
      params: { ...match?.params } as Record<string, string>,
      search: new URLSearchParams(url.split('?')[1]),
    }
    const reads = remote.reads?.pages[match?.route.path ?? '']?.(address) ?? []
    openServerPage({
      data: { ...testPage, answers: answers.filter(({ path }) => reads.includes(path)) },
      remotes: {},
    })
    client.clear()
    return (
      <OffquadTheme brandColor={testUniversity.brandColor}>
        <QueryClientProvider client={client}>
          <StyleScope app="mfe-test">
            <MemoryRouter initialEntries={[url]}>
              <Routes />
            </MemoryRouter>
          </StyleScope>
        </QueryClientProvider>
      </OffquadTheme>
    )
  }
  return { pageOf, inlined, missing, close }
}

/** Browser globals that Node lacks and React or the libraries use. */
const WINDOW_GLOBALS = [
  'window',
  'document',
  'navigator',
  'location',
  'history',
  'getComputedStyle',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLIFrameElement',
  'SVGElement',
  'ShadowRoot',
  'MutationObserver',
]

/** Makes a window global, as in a browser; `calls` lists the fetched URLs, `leave` removes the window again. */
function enterWindow(tab: object): { calls: string[]; leave: () => void } {
  const calls: string[] = []
  const globals = Object.entries({
    ...Object.fromEntries(WINDOW_GLOBALS.map((name) => [name, Reflect.get(tab, name) as unknown])),
    // Every media query matches, unlike on the server, so that tests notice content that depends on one.
    matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }),
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
    scrollTo: () => undefined,
    BroadcastChannel: undefined,
    IS_REACT_ACT_ENVIRONMENT: true,
    fetch: (input: unknown) => {
      calls.push(String(input))
      return new Promise(() => undefined)
    },
  })
  const before = globals.map(([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of globals)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  return {
    calls,
    leave() {
      for (const [name, descriptor] of before)
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
    },
  }
}

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
