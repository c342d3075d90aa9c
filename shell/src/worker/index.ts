import { PRIVATE_CACHE } from '@offquad/contracts'
import { type KeptPage, offlinePage } from './offline-page'
import {
  ANSWERS,
  FILES,
  filesIn,
  isKeptFile,
  isListPage,
  isUnfinished,
  type PageShown,
  PLACES,
  titleUrl,
  usesVersions,
} from './rules'

const UNREACHABLE = 'offquad/unreachable-pages'

/** Maximum number of entries in each cache; the private one has lists and their responses. */
const MOST = { [PLACES]: 20, [ANSWERS]: 300, [PRIVATE_CACHE]: 200, [FILES]: 500, [UNREACHABLE]: 20 }

/** As much of a worker's global scope as is used: TypeScript's library for it contradicts the one for pages. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  request: Request
  clientId: string
  /** The page that a navigation opens. */
  resultingClientId: string
  /** Response to the request that `navigationPreload` made while the worker was starting. */
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
declare const self: {
  location: Location
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: Extendable & { data: Message }) => void): void
}
/** The content of a page, or the cache to delete because a session has ended. */
type Message = PageShown | typeof PRIVATE_CACHE

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
)

/**
 * Pages served from the cache although the browser is online: its network does not reach the site. Stored in a cache as well,
 * because browsers stop an idle worker.
 */
const unreachablePages = new Set<string>()
let areRestored = false
const restoration = caches
  .open(UNREACHABLE)
  .then((cache) => cache.keys())
  .then((entries) => entries.forEach(({ url }) => unreachablePages.add(new URL(url).pathname.slice(1))))
  .catch(() => undefined)
  .finally(() => (areRestored = true))

self.addEventListener('fetch', (event) => {
  const { request } = event
  // While the server responds, nothing comes from the cache, so that stored pages hide no deploy and no failure.
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(navigator.onLine ? livePage(event) : keptPage(pathname))
  else if (!navigator.onLine) event.respondWith(kept(request.url))
  else if (!areRestored || unreachablePages.has(event.clientId))
    event.respondWith(fetch(request).catch((error: unknown) => keptOf(event, error)))
})

async function keptOf({ request, clientId }: Fetching, error: unknown): Promise<Response> {
  await restoration
  if (unreachablePages.has(clientId)) return kept(request.url)
  throw error
}

async function livePage({ request, preloadResponse, resultingClientId }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    unreachablePages.add(resultingClientId)
    await store(UNREACHABLE, `/${resultingClientId}`, new Response()).catch(() => undefined)
    return keptPage(new URL(request.url).pathname)
  }
}

// One message at a time, so that nothing of an ended session is stored after its cache was deleted.
let work: Promise<unknown> = Promise.resolve()
self.addEventListener('message', (event) => {
  work = work.catch(() => undefined).then(() => handle(event.data))
  event.waitUntil(work)
})

const handle = (message: Message): Promise<unknown> =>
  message === PRIVATE_CACHE ? caches.delete(message) : keep(message)

async function kept(url: string): Promise<Response> {
  const stored = await caches.match(url, { ignoreVary: true })
  if (stored) return stored
  // The browser's own cache has files that were loaded after the page was stored, such as pictures further down.
  return isKeptFile(new URL(url).pathname) ? fetch(url, { cache: 'force-cache' }) : Response.error()
}

const keptPage = async (path: string): Promise<Response> =>
  (await caches.match(path, { ignoreVary: true })) ?? offlinePage(await keptPages())

async function keep({ path, files, answers, isPublic, bases }: PageShown): Promise<void> {
  // The live shell has no worker: unregister this one.
  if (bases && (await fetch('/sw.js')).status === 404) return end()
  for (const [url, body] of answers) await store(isPublic ? ANSWERS : PRIVATE_CACHE, url, Response.json(body))
  await Promise.all(files.map(keepFile))
  if (path) await keepPage(path)
  if (bases) await follow(bases)
}

/** Replaces stored pages and files of versions that are no longer live. @param bases the folders of the live versions */
async function follow(bases: readonly string[]): Promise<void> {
  for (const { path, html } of await keptPages()) if (!usesVersions(html, bases)) await keepPage(path)
  const files = await caches.open(FILES)
  for (const { url } of await files.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/mf/') && !bases.some((base) => pathname.startsWith(base)))
      await files.delete(url, { ignoreVary: true })
  }
}

/** Stores the server's current version of a page and its files; deletes a page that was removed or redirects. */
async function keepPage(path: string, attempts = 3): Promise<void> {
  const name = isListPage(path) ? PRIVATE_CACHE : PLACES
  const response = await fetch(path, { headers: { accept: 'text/html' } })
  if (response.status === 404 || response.redirected)
    return void (await (await caches.open(name)).delete(path, { ignoreVary: true }))
  if (response.status !== 200) return
  const html = await response.text()
  if (isUnfinished(html)) {
    if (attempts === 1) return
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return keepPage(path, attempts - 1)
  }
  const headers = new Headers(response.headers)
  for (const header of ['content-encoding', 'content-length']) headers.delete(header)
  const dated = html.replace('<html ', `<html data-kept="${new Date().toISOString()}" `)
  await Promise.all(filesIn(html).map(keepFile))
  await store(name, path, new Response(dated, { headers }))
}

/** Stores a file whose content never changes under its URL. */
async function keepFile(url: string): Promise<void> {
  if (await (await caches.open(FILES)).match(url, { ignoreVary: true })) return
  const response = await fetch(url).catch(() => undefined)
  if (response?.status === 200) await store(FILES, url, response)
}

/** Stores a response as the latest, and evicts the oldest. */
async function store(name: keyof typeof MOST, url: string, response: Response): Promise<void> {
  const cache = await caches.open(name)
  await cache.delete(url, { ignoreVary: true })
  await cache.put(url, response)
  for (const oldest of (await cache.keys()).slice(0, -MOST[name]))
    await cache.delete(oldest, { ignoreVary: true })
}

async function keptPages(): Promise<KeptPage[]> {
  const pages = [PLACES, PRIVATE_CACHE].map(async (name) => {
    const cache = await caches.open(name)
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname)
    return Promise.all(
      paths
        .filter((path) => !path.startsWith('/api/'))
        .toReversed()
        .map(async (path) => ({
          path,
          html: (await (await cache.match(path))?.text()) ?? '',
          title: (await (await cache.match(titleUrl(path)))?.json()) as string | undefined,
        })),
    )
  })
  return (await Promise.all(pages)).flat()
}

async function end(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
