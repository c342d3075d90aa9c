/** @jest-environment node */
import { createHash } from 'node:crypto'
import { PRIVATE_CACHE } from '@offquad/contracts'
import { type PageShown, titleUrl } from './rules'

/** As much of the browser's caches as the worker uses; paths are resolved like those of a page. */
class Caches {
  readonly named = new Map<string, Map<string, Response>>()

  open = async (name: string) => {
    const entries = this.named.get(name) ?? new Map<string, Response>()
    this.named.set(name, entries)
    return {
      match: async (url: string) => entries.get(absolute(url))?.clone(),
      put: async (url: string, response: Response) => void entries.set(absolute(url), response),
      delete: async (url: string | { url: string }) =>
        entries.delete(absolute(typeof url === 'string' ? url : url.url)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    }
  }
  keys = async () => [...this.named.keys()]
  delete = async (name: string) => this.named.delete(name)
  match = async (url: string) =>
    [...this.named.values()].flatMap((entries) => entries.get(absolute(url)) ?? [])[0]?.clone()
}

const ORIGIN = 'https://offquad.test'
const absolute = (url: string) => new URL(url, ORIGIN).href
const pathsIn = (name: string) =>
  [...(caches.named.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname)

const caches = new Caches()
const listeners: Record<string, (event: unknown) => void> = {}
const unregister = jest.fn()
const network = jest.fn<Promise<Response>, [string, RequestInit?]>()
let isOnline = true

async function send(data: unknown): Promise<void> {
  let work: Promise<unknown> | undefined
  const waitUntil = (promise: Promise<unknown>) => (work = promise)
  listeners.message?.({ data, waitUntil })
  await work
}

const tell = (page: Partial<PageShown>): Promise<void> => send({ files: [], answers: [], ...page })

/** The worker's response; undefined where it leaves the request to the network. */
function ask(
  path: string,
  {
    method = 'GET',
    mode = 'cors',
    origin = ORIGIN,
    preloadResponse = Promise.resolve(),
    page = 'a page',
  } = {},
): Promise<Response> | undefined {
  let response: Promise<Response> | undefined
  const respondWith = (promise: Promise<Response>) => (response = promise)
  const request = { url: origin + path, method, mode }
  listeners.fetch?.({ request, respondWith, preloadResponse, clientId: page, resultingClientId: page })
  return response
}

const pageOf = (version: string) =>
  `<html lang="en"><title>Offquad | A place</title><style>:root{--offquad-brand:#00aa00}</style>"/mf/mfe-browse/${version}/page.js"`

beforeAll(() => {
  const self = {
    location: { origin: ORIGIN },
    registration: { unregister },
    addEventListener: (type: string, listener: (event: unknown) => void) => (listeners[type] = listener),
  }
  const navigator = { get: () => ({ onLine: isOnline }) }
  Object.defineProperties(globalThis, { navigator })
  Object.assign(globalThis, { self, caches, fetch: network })
  return import('./index')
})
beforeEach(() => {
  caches.named.clear()
  isOnline = true
  network
    .mockReset()
    .mockImplementation(async (url) => new Response(url.startsWith('/mf/') ? 'code' : pageOf('1.0.0')))
})

it('leaves everything to the network while there is one', async () => {
  await tell({ path: '/apartment/1', files: ['/media/1.avif'] })
  network.mockResolvedValue(new Response('as of now', { status: 502 }))
  expect(await (await ask('/apartment/1', { mode: 'navigate' }))?.text()).toBe('as of now')
  expect(ask('/media/1.avif')).toBeUndefined()
  isOnline = false
  expect(ask('/api/reviews', { method: 'POST' })).toBeUndefined()
  expect(ask('/map', { origin: 'https://elsewhere.test' })).toBeUndefined()
})

it('opens a page with its files and answers, and names those that it has for any other', async () => {
  await tell({
    path: '/lists/a',
    files: ['/media/1.avif'],
    answers: [['/api/lists/a?full=true', { name: 'Fall' }]],
  })
  isOnline = false

  expect(await (await ask('/lists/a', { mode: 'navigate' }))?.text()).toMatch(/<html data-kept="\d.*page\.js/)
  for (const path of ['/mf/mfe-browse/1.0.0/page.js', '/media/1.avif'])
    expect((await ask(path))?.status).toBe(200)
  expect(await (await ask('/api/lists/a?full=true'))?.json()).toEqual({ name: 'Fall' })
  expect((await ask('/api/lists/b'))?.type).toBe('error')
  const notStored = await ask('/search', { mode: 'navigate' })
  expect(notStored?.status).toBe(503)
  const html = await notStored?.text()
  expect(html).toContain('<a href="/lists/a" dir="auto">A place</a>')
  expect(html).toMatch(/fill="#00aa00".*<\/svg>Offquad<\/header>/)
  expect(html).toContain('<a href="">Try again</a>')
  const script = /<script>(.*)<\/script>/.exec(html ?? '')?.[1] ?? ''
  expect(notStored?.headers.get('content-security-policy')).toContain(
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
})

it('opens a page on a network that leads nowhere, and what it needs until the site answers again', async () => {
  await tell({ path: '/apartment/1', isPublic: true, answers: [['/api/landlord/1', { name: 'Ann' }]] })
  network.mockRejectedValue(new TypeError('Failed to fetch'))

  const page = 'opened from the cache'
  expect(await (await ask('/apartment/1', { mode: 'navigate', page }))?.text()).toContain('data-kept')
  expect(await (await ask('/api/landlord/1', { page }))?.json()).toEqual({ name: 'Ann' })
  const notStored = await ask('/search', { mode: 'navigate', page: 'another' })
  expect(await notStored?.text()).toContain('<h1>The site cannot be reached</h1>')
  network.mockResolvedValue(Response.json({ name: 'Bob' }))
  expect(await (await ask('/api/landlord/1', { page }))?.json()).toEqual({ name: 'Bob' })
  expect(ask('/api/landlord/1')).toBeUndefined()
})

it('still knows a page that came from it once the browser has ended and started it again', async () => {
  await tell({ path: '/apartment/1', isPublic: true, answers: [['/api/landlord/1', { name: 'Ann' }]] })
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  await ask('/apartment/1', { mode: 'navigate', page: 'opened-from-it' })

  await jest.isolateModulesAsync(async () => void (await import('./index')))
  const answers = ['opened-from-it', 'live'].map((page) => ask('/api/landlord/1', { page }))

  await expect(answers[1]).rejects.toThrow('Failed to fetch')
  expect(await (await answers[0])?.json()).toEqual({ name: 'Ann' })
  expect(ask('/api/landlord/1', { page: 'live' })).toBeUndefined()
})

it('opens a page with what the browser requested while the worker was starting', async () => {
  const preloadResponse = Promise.resolve(new Response('preloaded') as never)
  expect(await (await ask('/search', { mode: 'navigate', preloadResponse }))?.text()).toBe('preloaded')
  expect(network).not.toHaveBeenCalled()
})

it('opens files that only the browser has', async () => {
  isOnline = false

  expect((await ask('/media/1.avif'))?.status).toBe(200)
  expect(network).toHaveBeenLastCalledWith(`${ORIGIN}/media/1.avif`, { cache: 'force-cache' })
  expect((await ask('/api/alerts'))?.type).toBe('error')
})

it('names lists as their pages do', async () => {
  const titles = { a: 'Fall', b: 'A & B | "<b>"' }
  for (const [list, title] of Object.entries(titles))
    await tell({
      path: `/lists/${list}`,
      answers: [[titleUrl(`/lists/${list}`), `Offquad | ${title}`]],
    })
  isOnline = false

  const page = await (await ask('/search', { mode: 'navigate' }))?.text()
  expect(page).toContain('<a href="/lists/a" dir="auto">Fall</a>')
  expect(page).toContain('<a href="/lists/b" dir="auto">A &amp; B | &quot;&lt;b>&quot;</a>')
})

it('keeps what everyone gets beyond a session, and nothing else of it, however late it came', async () => {
  await tell({ path: '/apartment/1', isPublic: true, answers: [['/api/landlord/1', { name: 'Ann' }]] })
  const answers = ['a', 'b', 'c'].map((list): [string, object] => [`/api/lists/${list}`, {}])
  const late = tell({ path: '/lists/a', answers })
  await send(PRIVATE_CACHE)
  await late
  isOnline = false

  expect(await (await ask('/api/landlord/1'))?.json()).toEqual({ name: 'Ann' })
  expect(pathsIn(PRIVATE_CACHE)).toEqual([])
})

it('keeps the twenty places that were seen last', async () => {
  for (let place = 0; place < 22; place++) await tell({ path: `/apartment/${place}` })
  await tell({ path: '/apartment/2' })

  expect(pathsIn('offquad/places')).toHaveLength(20)
  expect(pathsIn('offquad/places').slice(-2)).toEqual(['/apartment/21', '/apartment/2'])
})

it('keeps the answers of several lists', async () => {
  for (const list of ['a', 'b', 'c'])
    await tell({
      path: `/lists/${list}`,
      answers: Array.from({ length: 10 }, (_, index) => [`/api/lists/${list}?part=${index}`, {}]),
    })
  expect(pathsIn('offquad/private')).toHaveLength(33)
})

it.each([429, 503])('keeps a page as it is when the server answers with %s', async (status) => {
  await tell({ path: '/apartment/1' })
  network.mockResolvedValue(new Response('', { status }))
  await tell({ path: '/apartment/1' })
  expect(pathsIn('offquad/places')).toEqual(['/apartment/1'])
})

it('keeps a page once its content is ready, not one without data', async () => {
  jest.useFakeTimers()
  const unfinished = '<html lang="en"><noscript><meta http-equiv="refresh" content="2"></noscript>'
  network.mockImplementation(async () => new Response(unfinished))
  const never = tell({ path: '/apartment/1' })
  await jest.runAllTimersAsync()
  await never
  expect(pathsIn('offquad/places')).toEqual([])

  network.mockImplementationOnce(async () => new Response(unfinished))
  network.mockImplementation(async () => new Response(pageOf('1.0.0')))
  const stored = tell({ path: '/apartment/1' })
  await jest.runAllTimersAsync()
  await stored
  expect(pathsIn('offquad/places')).toEqual(['/apartment/1'])
  jest.useRealTimers()
})

it('drops a page that the server no longer has', async () => {
  await tell({ path: '/apartment/1' })
  network.mockResolvedValue(new Response('', { status: 404 }))
  await tell({ path: '/apartment/1' })
  expect(pathsIn('offquad/places')).toEqual([])
})

it('replaces pages and files of versions that are no longer live', async () => {
  await tell({ path: '/apartment/1', files: ['/media/1.avif'] })
  network.mockImplementation(async () => new Response(pageOf('2.0.0')))
  await tell({ path: '/apartment/2', bases: ['/mf/mfe-browse/2.0.0/'] })

  isOnline = false
  expect(await (await ask('/apartment/1', { mode: 'navigate' }))?.text()).toContain('2.0.0')
  expect(pathsIn('offquad/files')).toEqual(['/media/1.avif', '/mf/mfe-browse/2.0.0/page.js'])
})

it('ends, with all that it kept, once the live shell has none', async () => {
  await tell({ path: '/apartment/1', bases: ['/mf/mfe-browse/1.0.0/'] })
  expect(unregister).not.toHaveBeenCalled()
  network.mockResolvedValue(new Response('', { status: 404 }))
  await tell({ bases: ['/mf/mfe-browse/1.0.0/'] })

  expect(unregister).toHaveBeenCalledTimes(1)
  expect(caches.named.size).toBe(0)
})
