import { type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core'

/** A device and its network. */
export interface Profile {
  title: string
  context: BrowserContextOptions
  network?: { latencyMs: number; bytesPerSecond: number }
  cpuSlowdown?: number
}

export const PROFILES: Record<string, Profile> = {
  phone: {
    title: 'a phone: 390 px, 150 ms, 1.6 Mbit/s, processor four times slower',
    context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    network: { latencyMs: 150, bytesPerSecond: 1_600_000 / 8 },
    cpuSlowdown: 4,
  },
  desktop: {
    title: 'a desktop: 1280 px, no throttling',
    context: { viewport: { width: 1280, height: 900 } },
  },
}

/** The web vitals of one visit with an empty cache. Sizes are what was transferred, in kilobytes. */
export interface Visit {
  fcpMs: number
  lcpMs: number
  /** The element of the largest paint. */
  lcpOf: string
  cls: number
  /** Time beyond 50 ms of all long tasks after the first paint. */
  tbtMs: number
  kilobytes: number
  scriptKilobytes: number
  pictureKilobytes: number
  requests: number
  /** Sequential rounds of requests before the largest paint. */
  waves: number
  /** Time until the page reacts to each tap, by its name; null where there is nothing to tap. */
  taps: Record<string, number | null>
  /** From the tap on the first card until what the card knows, and the reviews, are painted. */
  card?: { knownMs: number; reviewsMs: number }
}

/** Something that a visitor taps. */
export interface Tap {
  name: string
  selector: string
}

interface Watched {
  lcpMs: number
  lcpOf: string
  cls: number
  longTasks: { startTime: number; duration: number }[]
  /** The longest duration since it was reset. */
  interactionMs: number
}

const LOAD_TIMEOUT_MS = 60_000
const QUIET_TIMEOUT_MS = 20_000
/**
 * Time without requests after which a page counts as loaded. Longer than a page waits for its first paint before it loads its
 * scripts, and than these run before they request something; Chromium also reports the largest paint with a delay.
 */
const QUIET_MS = 2_000
const POLL_MS = 100

interface VisitOptions {
  url: string
  /** The page's heading: where another one is shown, the page has failed. */
  heading: string
  profile: Profile
  taps: Tap[]
  /** Whether to follow the first card to its page at last. */
  followsCard?: boolean
}

/**
 * Opens a page with an empty cache, waits until it is quiet, then taps, and follows a card.
 * @throws Error when another heading is shown, such as that of an error
 */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { url, heading, profile, taps, followsCard = false } = options
  const context = await browser.newContext(profile.context)
  const page = await context.newPage()
  await slowDown(page, profile)
  // tsx names functions with a helper that pages lack.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await page.addInitScript(watch)
  const becomesQuiet = requestsOf(page)
  await page.goto(url, { waitUntil: 'load', timeout: LOAD_TIMEOUT_MS })
  await becomesQuiet()
  const shown = await page.locator('h1').first().textContent()
  if (shown !== heading) throw new Error(`${url} shows '${shown}' instead of '${heading}'`)
  const loaded = await page.evaluate(readVisit)
  const reactions: Visit['taps'] = {}
  for (const tap of taps) reactions[tap.name] = await reactionTo(page, tap, profile)
  const card = followsCard ? { card: await followCard(page, profile) } : {}
  await context.close()
  const { lcpMs, documentAt, resources, ...vitals } = loaded
  const waves = wavesIn({ endsAt: lcpMs, documentAt, resources })
  return { ...vitals, lcpMs, waves, taps: reactions, ...card }
}

/**
 * Watches what a page requests.
 * @returns waits until it has requested nothing for a while; a page whose requests never end is measured all the same
 */
function requestsOf(page: Page): () => Promise<void> {
  let numOpen = 0
  let changedAt = Date.now()
  const count = (change: number) => () => {
    numOpen += change
    changedAt = Date.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return async () => {
    const deadline = Date.now() + QUIET_TIMEOUT_MS
    while (Date.now() < deadline && (numOpen > 0 || Date.now() - changedAt < QUIET_MS))
      await page.waitForTimeout(POLL_MS)
  }
}

async function slowDown(page: Page, { network, cpuSlowdown }: Profile): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (network)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    })
  if (cpuSlowdown) await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/** Long enough for a slow network to load a dialog's chunk. */
const REACTION_MS = 1_500

/** Nobody taps what they have scrolled to in the same moment, while the page still draws it. */
const SCROLLED_MS = 300

/** @returns milliseconds until the next paint; null where there is nothing to tap */
async function reactionTo(page: Page, { selector }: Tap, profile: Profile): Promise<number | null> {
  const target = page.locator(selector).locator('visible=true').first()
  if ((await target.count()) === 0) return null
  await bringIntoView(target)
  await page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched }
    watched.interactionMs = 0
  })
  await press(page, target, profile)
  await page.waitForTimeout(REACTION_MS)
  const took = await page.evaluate(() => (window as unknown as { watched: Watched }).watched.interactionMs)
  await closeOverlays(page)
  return took
}

async function bringIntoView(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await target.page().waitForTimeout(SCROLLED_MS)
}

// Without Playwright's check of what is hit, which runs in the page, within the event.
const press = (page: Page, target: Locator, { context }: Profile) =>
  context.hasTouch ? touch(page, target) : target.click({ force: true })

async function followCard(page: Page, profile: Profile): Promise<Visit['card']> {
  const card = page.locator('main a.offquad-card-link').locator('visible=true').first()
  await bringIntoView(card)
  const shown = card.evaluate(untilPageOfCard)
  await press(page, card, profile)
  return shown
}

/** A finger rests about this long. After a tap of no length, the click would wait for the handlers of the touch. */
const TOUCH_MS = 80

async function touch(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('what is to be tapped is not in view')
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForTimeout(TOUCH_MS)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const CLOSING_MS = 500

/** Closes what a tap opened, so that it does not cover what is tapped next. */
async function closeOverlays(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(CLOSING_MS)
    if ((await page.locator('[role=dialog], dialog[open]').locator('visible=true').count()) === 0) return
  }
}

/** Runs in the page, before anything else. */
function watch(): void {
  const watched: Watched = { lcpMs: 0, lcpOf: '', cls: 0, longTasks: [], interactionMs: 0 }
  ;(window as unknown as { watched: Watched }).watched = watched
  const observe = (
    options: PerformanceObserverInit & { durationThreshold?: number },
    take: (entry: PerformanceEntry) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ ...options, buffered: true })
  observe({ type: 'largest-contentful-paint' }, (entry) => {
    const { startTime, url, element } = entry as PerformanceEntry & { url?: string; element?: Element }
    watched.lcpMs = startTime
    const text = element?.textContent?.trim().slice(0, 30) ?? ''
    watched.lcpOf = `${element?.tagName.toLowerCase() ?? ''} ${url ? new URL(url).pathname : text}`
  })
  observe({ type: 'longtask' }, ({ startTime, duration }) => watched.longTasks.push({ startTime, duration }))
  observe({ type: 'layout-shift' }, (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) watched.cls += value
  })
  observe({ type: 'event', durationThreshold: 16 }, (entry) => {
    const { duration, interactionId } = entry as PerformanceEntry & { interactionId: number }
    if (interactionId) watched.interactionMs = Math.max(watched.interactionMs, duration)
  })
}

/** Runs in the page, until the page of a card and its reviews are painted. */
async function untilPageOfCard(card: Element): Promise<{ knownMs: number; reviewsMs: number }> {
  const name = card.querySelector('article')?.ariaLabel
  const clicked = new Promise<number>((resolve) =>
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
  )
  const painted = (isShown: () => boolean) =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isShown()) return
        observer.disconnect()
        // Messages come after the frame.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        requestAnimationFrame(() => port2.postMessage(undefined))
      })
      observer.observe(document, { subtree: true, childList: true, characterData: true })
    })
  const titles = () => [...document.querySelectorAll('main h1, .shell-preview h3')]
  const known = painted(() => titles().some(({ textContent }) => textContent === name))
  const reviews = painted(() => document.querySelector('main article.reviews-card') !== null)
  const from = await clicked
  return { knownMs: (await known) - from, reviewsMs: (await reviews) - from }
}

/** Runs in the page. */
function readVisit() {
  const { lcpMs, lcpOf, cls, longTasks } = (window as unknown as { watched: Watched }).watched
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const kilobytes = (of: PerformanceResourceTiming[]) =>
    of.reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0)
  const fcpMs = paint?.startTime ?? 0
  const blocked = longTasks.map(({ startTime, duration }) =>
    Math.max(0, startTime + duration - Math.max(startTime, fcpMs) - 50),
  )
  return {
    fcpMs,
    lcpMs,
    lcpOf,
    cls,
    tbtMs: blocked.reduce((sum, ms) => sum + ms, 0),
    kilobytes: kilobytes([...(document ? [document] : []), ...resources]),
    scriptKilobytes: kilobytes(resources.filter(({ name }) => /\.js(\?|$)/.test(name))),
    pictureKilobytes: kilobytes(
      resources.filter(({ name }) => /\.(svg|webp|avif|png|jpe?g)(\?|$)|\/api\/photos\//.test(name)),
    ),
    requests: resources.length + 1,
    documentAt: document?.responseStart ?? 0,
    resources: resources.map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd })),
  }
}

interface Requested {
  endsAt: number
  documentAt: number
  resources: { name: string; startTime: number; responseEnd: number }[]
}

/** The document is the first wave; a request that starts after a response of a wave has arrived belongs to a later one. */
function wavesIn({ endsAt, documentAt, resources }: Requested): number {
  const needed = resources.filter(
    ({ name, responseEnd }) => /\.(js|css|json)(\?|$)|\/api\//.test(name) && responseEnd <= endsAt,
  )
  const waves = [{ number: 1, endsAt: documentAt }]
  for (const { startTime, responseEnd } of needed.toSorted((a, b) => a.startTime - b.startTime)) {
    const before = waves.filter((wave) => wave.endsAt <= startTime)
    waves.push({ number: 1 + Math.max(...before.map(({ number }) => number), 0), endsAt: responseEnd })
  }
  return Math.max(...waves.map(({ number }) => number))
}
