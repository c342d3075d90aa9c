import { benchPath } from './bare-server-share'
import { type Platform } from './processes'
import { print } from './report'

/** Least share of the rate of a bare Fastify process that sends the same bytes. */
const BAR = 0.6
const CACHED = ['/', '/apartment/demo-1', '/faq']
const COLD_PAGES = 300
/** Few: pages that do not fit into the renderer's queue are sent without content. */
const COLD_VISITORS = 8

/** Pages rendered on the server: from the cache, against a bare Fastify process that sends the same bytes, and not cached. */
export async function benchPages({ url }: Platform): Promise<boolean> {
  const shares: number[] = []
  for (const page of CACHED) {
    await waitUntilRendered(url + page)
    shares.push(await benchPath(url, page, BAR))
  }
  for (const page of ['/', '/search?q=hall']) await benchCold(url, page)
  return shares.every((share) => share >= BAR)
}

/** The first visitors of a version get pages without content. */
export async function waitUntilRendered(url: string): Promise<void> {
  while (!isRendered(await htmlOf(url)));
}

/** A query parameter that no page reads, different each time, so that no page is cached. */
async function benchCold(url: string, page: string): Promise<void> {
  await waitUntilRendered(url + page)
  const urls = Array.from(
    { length: COLD_PAGES },
    (_, index) => `${url}${page}${page.includes('?') ? '&' : '?'}n=${index}`,
  )
  let rendered = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: COLD_VISITORS }, async () => {
      for (let next = urls.pop(); next !== undefined; next = urls.pop())
        if (isRendered(await htmlOf(next))) rendered += 1
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  print(`\nGET ${page}, not cached, ${COLD_VISITORS} visitors at once`)
  print(`  ${(COLD_PAGES / seconds).toFixed(0)} pages/s, ${rendered} of ${COLD_PAGES} with content`)
}

async function htmlOf(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  return response.text()
}

const isRendered = (html: string): boolean => html.includes('data-remotes=')
