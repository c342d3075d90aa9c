import path from 'node:path'
import { type Browser, type CDPSession, type Page } from 'playwright-core'

/** The measurements of one cold visit. */
export interface Visit {
  /** Time from the request until the remote's page is painted, in milliseconds. */
  shownAfterMs: number
  /** Number of sequential rounds of requests before that. */
  waves: number
  /** Transferred scripts in kilobytes. */
  scriptKilobytes: number
}

const LATENCY_MS = 100
const BYTES_PER_SECOND = 10_000_000 / 8
const QUIET_MS = 1_500

interface Shown extends Window {
  shownAt?: number
}

/** Slows the network of a page down. @returns the session that does */
export async function throttle(page: Page, latencyMs: number, bytesPerSecond: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  return session
}

/** Opens a page with an empty cache at 100 ms latency and 10 Mbit/s, and waits until `selector` is painted. */
export async function visit(browser: Browser, url: string, selector: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await throttle(page, LATENCY_MS, BYTES_PER_SECOND)
  await page.addInitScript({ content: `window.shownSelector = ${JSON.stringify(selector)}` })
  await page.addInitScript({ path: path.join(import.meta.dirname, 'watch-shown.js') })
  await page.goto(url)
  await page.waitForFunction(() => (window as Shown).shownAt !== undefined)
  await page.waitForTimeout(QUIET_MS)
  const measured = await page.evaluate(() => {
    const shownAt = (window as Shown).shownAt ?? 0
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      shownAt,
      documentAt: document?.responseStart ?? 0,
      resources: resources.map(({ name, initiatorType, startTime, responseEnd, encodedBodySize }) => ({
        name,
        initiatorType,
        startTime,
        responseEnd,
        encodedBodySize,
      })),
    }
  })
  await context.close()
  return {
    shownAfterMs: measured.shownAt,
    waves: wavesIn(measured),
    scriptKilobytes: measured.resources
      .filter(({ name }) => /\.js(\?|$)/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0),
  }
}

interface Measured {
  shownAt: number
  documentAt: number
  resources: { name: string; startTime: number; responseEnd: number }[]
}

/** The document is the first wave; a request that starts after a response of a wave has arrived belongs to a later one. */
function wavesIn({ shownAt, documentAt, resources }: Measured): number {
  const needed = resources.filter(
    ({ name, responseEnd }) => /\.(js|css|json)(\?|$)|\/api\//.test(name) && responseEnd <= shownAt,
  )
  const waves = [{ number: 1, endsAt: documentAt }]
  for (const { startTime, responseEnd } of needed.toSorted((a, b) => a.startTime - b.startTime)) {
    const before = waves.filter(({ endsAt }) => endsAt <= startTime)
    waves.push({ number: 1 + Math.max(...before.map(({ number }) => number)), endsAt: responseEnd })
  }
  return Math.max(...waves.map(({ number }) => number))
}
