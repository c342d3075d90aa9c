import { type Browser, chromium } from 'playwright-core'
import { type Platform, startPlatform } from '../processes'
import { print } from '../report'
import { throttle } from './open-page'

const VISITS = 3
const PAGES = ['/', '/search', '/apartment/demo-1', '/landlord/demo-landlord-1', '/faq']

/** A middling phone on a slow mobile network. */
const LATENCY_MS = 150
const BYTES_PER_SECOND = 1_600_000 / 8
const CPU_SLOWDOWN = 4
const QUIET_MS = 3_000

/** The web vitals of one cold visit, in milliseconds, and scripts in kilobytes. */
interface Vitals {
  firstPaintMs: number
  largestPaintMs: number
  blockedMs: number
  shift: number
  scriptKilobytes: number
}

interface Watched extends Window {
  vitals?: { largestPaintMs: number; blockedMs: number; shift: number }
}

// Compares pages that are rendered on the server with the same pages rendered in the browser.
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
})
try {
  const inBrowser = await measure({ SERVER_RENDERING: 'off' })
  const onServer = await measure({ SERVER_RENDERING: 'on' })
  print(`\nA phone (390 px, 150 ms, 1.6 Mbit/s, CPU ${CPU_SLOWDOWN} times slower), cold, median of ${VISITS}`)
  print(
    `  ${'page'.padEnd(28)}${'rendered by'.padEnd(12)}${'FCP ms'.padStart(8)}${'LCP ms'.padStart(8)}${'TBT ms'.padStart(8)}${'CLS'.padStart(8)}${'JS KB'.padStart(8)}`,
  )
  for (const page of PAGES) {
    print(describe(page, 'browser', inBrowser.get(page) ?? []))
    print(describe(page, 'server', onServer.get(page) ?? []))
  }
} finally {
  await browser.close()
}

async function measure(environment: NodeJS.ProcessEnv): Promise<Map<string, Vitals[]>> {
  const platform = await startPlatform(environment)
  try {
    const measured = new Map<string, Vitals[]>()
    for (const page of PAGES) {
      if (environment.SERVER_RENDERING === 'on') await waitUntilRendered(platform, page)
      const visits: Vitals[] = []
      for (let count = 0; count < VISITS; count += 1)
        visits.push(await visitPhone(browser, platform.url + page))
      measured.set(page, visits)
    }
    return measured
  } finally {
    await platform.stop()
  }
}

/** The first visitors of a version get pages without content. */
async function waitUntilRendered({ url }: Platform, page: string): Promise<void> {
  for (;;) {
    const response = await fetch(url + page, { headers: { accept: 'text/html' } })
    if ((await response.text()).includes('data-remotes=')) return
  }
}

async function visitPhone(chrome: Browser, url: string): Promise<Vitals> {
  const context = await chrome.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await throttle(page, LATENCY_MS, BYTES_PER_SECOND)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(watchVitals)
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
  await page.waitForTimeout(QUIET_MS)
  const measured = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      firstPaintMs: paint?.startTime ?? 0,
      scriptKilobytes: resources
        .filter(({ name }) => /\.js(\?|$)/.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0),
      ...((window as Watched).vitals ?? { largestPaintMs: 0, blockedMs: 0, shift: 0 }),
    }
  })
  await context.close()
  return measured
}

/** Runs in the page, before anything else. */
function watchVitals(): void {
  const vitals = { largestPaintMs: 0, blockedMs: 0, shift: 0 }
  ;(window as Watched).vitals = vitals
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (vitals.largestPaintMs = startTime))
  observe('longtask', ({ duration }) => (vitals.blockedMs += Math.max(0, duration - 50)))
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) vitals.shift += value
  })
}

function describe(page: string, where: string, visits: Vitals[]): string {
  const median = (what: keyof Vitals) =>
    visits.map((one) => one[what]).toSorted((one, other) => one - other)[Math.floor(visits.length / 2)] ?? 0
  return [
    `  ${page.padEnd(28)}${where.padEnd(12)}`,
    median('firstPaintMs').toFixed(0).padStart(8),
    median('largestPaintMs').toFixed(0).padStart(8),
    median('blockedMs').toFixed(0).padStart(8),
    median('shift').toFixed(3).padStart(8),
    median('scriptKilobytes').toFixed(0).padStart(8),
  ].join('')
}
