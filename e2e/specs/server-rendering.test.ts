import path from 'node:path'
import { type Page } from 'playwright-core'
import {
  answersIn,
  DESKTOP,
  followHeaderLink,
  hasContent,
  openPage,
  openRendered,
  openWithoutScripts,
  PHONE,
  untilTakenOver,
} from '../src/browser'
import { startGateway } from '../src/gateway'
import { sharedPlatform, waitFor } from '../src/platform'

const PAGES = [
  ['/', 'Close to Central Campus'],
  ['/search', 'What are you looking for?'],
  ['/search?q=lane', 'Lane'],
  ['/location/west', 'West'],
  ['/apartment/demo-1', 'Reviews'],
  ['/landlord/demo-landlord-1', 'Reviews'],
  ['/reviews', 'Reviews By Renting Company'],
  ['/faq', 'Frequently Asked Questions'],
  ['/policies', 'Privacy Policy'],
  ['/guides', 'Spotting a rental scam'],
  ['/guides/reading-a-lease', 'Who the parties are.'],
] as const

/** Pages whose layout on a desktop is not only wider. */
const WITH_COLUMNS = ['/', '/search?q=lane', '/apartment/demo-1', '/landlord/demo-landlord-1'] as const

/** How many cards or reviews there are at least. */
const ARTICLES: Record<string, number> = {
  '/': 24,
  '/search?q=lane': 2,
  '/location/west': 2,
  '/apartment/demo-1': 2,
  '/landlord/demo-landlord-1': 2,
  '/reviews': 4,
}

/** Until a version is loaded, its first visitors get pages without content. */
const waitUntilRendered = (url: string) =>
  waitFor(`${url} with content`, async () => {
    const response = await fetch(url, { headers: { accept: 'text/html' } })
    return hasContent(await response.text())
  })

/** Has scripts of the shell wait. @returns releases them */
async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/mf/shell/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

describe('public pages', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeAll(async () => {
    gateway = await startGateway({
      SERVER_RENDERING: 'on',
      MEDIA_DIR: path.join(sharedPlatform().dataDir, 'media'),
    })
    for (const [url] of PAGES) await waitUntilRendered(gateway.url + url)
  })
  afterAll(() => gateway.stop())

  it.each(PAGES)('%s can be read without JavaScript', async (url, text) => {
    const page = await openWithoutScripts({ baseURL: gateway.url })
    await openRendered(page, url)

    await page.getByText(text).first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBeGreaterThan(1)
    const cards = page.getByRole('main').getByRole('article')
    expect(await cards.count()).toBeGreaterThanOrEqual(ARTICLES[url] ?? 0)
    if (ARTICLES[url]) expect(await cards.first().isVisible()).toBe(true)
    await page.close()
  })

  it('has its links in the header of a phone without JavaScript', async () => {
    const page = await openWithoutScripts({ baseURL: gateway.url, viewport: PHONE })
    await openRendered(page, '/')

    const header = page.getByRole('banner')
    expect(await header.getByRole('link', { name: 'FAQ' }).isVisible()).toBe(true)
    expect(await header.getByRole('button').filter({ visible: true }).count()).toBe(0)
    await page.close()
  })

  it('can be searched without JavaScript', async () => {
    const page = await openWithoutScripts({ baseURL: gateway.url })
    await openRendered(page, '/')
    await page.locator('input[name=q]').fill('lane')
    await page.locator('input[name=q]').press('Enter')

    await page.waitForURL('**/search?q=lane')
    const results = page.getByRole('region', { name: 'Results' })
    await results.getByText(/^\d+ apartments$/).waitFor()
    await results.getByRole('link').first().click()
    await page.waitForURL('**/apartment/*')
    await page.close()
  })

  it.each([
    ...PAGES.map(([url]) => [url, PHONE.width, PHONE] as const),
    ...WITH_COLUMNS.map((url) => [url, DESKTOP.width, DESKTOP] as const),
  ])(
    'taking over %s at %i pixels neither moves it nor fetches its data again',
    async (url, _width, viewport) => {
      const { page, problems } = await openPage(viewport, gateway.url)
      const calls: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'warning') problems.push(message.text())
      })
      page.on('request', (request) => {
        if (request.url().includes('/api/'))
          calls.push(new URL(request.url()).pathname + new URL(request.url()).search)
      })
      await observeShifts(page)
      await waitFor(`${url} with content`, async () => {
        // Calls of the last attempt that are still on their way are not of this page.
        await page.goto('about:blank')
        calls.length = 0
        return hasContent((await (await page.goto(url))?.text()) ?? '')
      })
      // React marks the elements that it has taken over.
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[data-app] :not(.offquad-map-surface *, .browse-scene *)')].every(
          (element) => Object.keys(element).some((key) => key.startsWith('__reactFiber')),
        ),
      )
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )

      const inPage = await answersIn(page)
      expect(calls.filter((call) => inPage.includes(call))).toEqual([])
      expect(problems).toEqual([])
      expect(await shiftsOn(page)).toEqual([])
      await page.context().close()
    },
  )

  it.each([
    ['/', 200],
    ['/faq', 157],
  ])('%s loads less than %i KB of scripts before it is used', async (url, budget) => {
    const { page } = await openPage(PHONE, gateway.url)
    await openRendered(page, url)
    // Scripts wait for the first paint, which a busy machine may delay until the network counts as idle.
    await untilTakenOver(page)
    await page.waitForLoadState('networkidle')

    const kilobytes = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const scripts = files.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0)
    })

    expect(kilobytes).toBeGreaterThan(100)
    expect(kilobytes).toBeLessThan(budget)
    await page.context().close()
  })

  it('keeps the focus when it is taken over', async () => {
    const { page, problems } = await openPage(undefined, gateway.url)
    const release = await holdScripts(page)
    await openRendered(page, '/faq', { waitUntil: 'commit' })
    const question = page.locator('summary', { hasText: 'Are reviews anonymous' })
    await question.focus()

    release()

    await page.waitForFunction(() =>
      Object.keys(document.activeElement ?? {}).some((key) => key.startsWith('__reactFiber')),
    )
    expect(await question.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('answers a click that came before the scripts', async () => {
    const { page, problems } = await openPage(undefined, gateway.url)
    const release = await holdScripts(page)
    await openRendered(page, '/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Sign in' }).first().click()
    await page.locator('input[name=q]').fill('gorge')
    expect(await page.getByRole('dialog').count()).toBe(0)

    release()

    await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
    expect(await page.locator('input[name=q]').inputValue()).toBe('gorge')
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('shows where Back leads to before the scripts: another page of the same document', async () => {
    const { page, problems } = await openPage(undefined, gateway.url)
    await openRendered(page, '/reviews')
    await untilTakenOver(page)
    await followHeaderLink(page, 'FAQ')
    await page.waitForURL('**/faq')
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()

    await page.goBack({ waitUntil: 'commit' })
    release()

    await page.getByRole('heading', { name: 'Reviews By Renting Company' }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('loads its script again when that fails, and can be read and used', async () => {
    const { page, problems } = await openPage(undefined, gateway.url)
    let failures = 0
    await page.route('**/mf/shell/**/*.js', (route) => (failures++ === 0 ? route.abort() : route.continue()))
    await page.goto('/faq')
    await page.getByText('Frequently Asked Questions').first().waitFor()
    await page.getByRole('button', { name: 'Sign in' }).first().click()

    await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
    expect(failures).toBeGreaterThan(1)
    expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([])
    await page.context().close()
  })

  it.each([
    ['saves data', { saveData: true, effectiveType: '4g' }],
    ['has a slow connection', { saveData: false, effectiveType: '3g' }],
  ])('loads nothing ahead for a visitor who %s', async (_what, connection) => {
    const { page } = await openPage(undefined, gateway.url)
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value })
      // Rules are removed for everyone once the shell has taken over.
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    }, connection)
    await page.goto('/faq', { waitUntil: 'load' })

    expect(await page.content()).toContain('data-remotes=')
    expect(await page.locator('script[type=speculationrules]').count()).toBe(0)
    await page.context().close()
  })

  it('is taken over and counted only when a visitor sees it, if it was rendered ahead', async () => {
    const { page, problems } = await openPage(undefined, gateway.url)
    await page.addInitScript(() => {
      let isPrerendered = true
      Object.defineProperty(document, 'prerendering', { get: () => isPrerendered })
      // As a browser: scripts that run later find that the page was activated.
      document.addEventListener('prerenderingchange', () => (isPrerendered = false))
    })
    let reports = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/telemetry')) reports += 1
    })
    await page.goto('/faq', { waitUntil: 'networkidle' })
    const rules = page.locator('script[type=speculationrules]')
    expect([await rules.count(), reports]).toEqual([1, 0])

    await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')))

    await rules.waitFor({ state: 'detached' })
    await waitFor('the report', async () => reports > 0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('shows dark pages dark before JavaScript runs', async () => {
    const page = await openWithoutScripts({ baseURL: gateway.url, colorScheme: 'dark' })
    await page.goto('/faq')

    // It is hidden: without JavaScript nobody signs in.
    const button = page.locator('.shell-sign-in-button').first()
    const colors = await button.evaluate((element) => {
      const { color } = getComputedStyle(element)
      return { color, page: getComputedStyle(document.body).backgroundColor }
    })
    expect(brightness(colors.color) - brightness(colors.page)).toBeGreaterThan(100)
    await page.close()
  })
})

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  /** Movements on the page without an interaction, as Cumulative Layout Shift counts them. */
  var shifts: { value: number; moved: string[] }[]
}

const observeShifts = (page: Page) =>
  page.addInitScript(() => {
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 60)} from ${previousRect.y} to ${currentRect.y}`,
        )
        if (!hadRecentInput) globalThis.shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The movements on a page, if together they are more than a reader may notice. */
async function shiftsOn(page: Page) {
  const shifts = await page.evaluate(() => globalThis.shifts)
  return shifts.reduce((sum, { value }) => sum + value, 0) < 0.01 ? [] : shifts
}

/** From 0 (black) to 255, of a computed color. */
function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return 0.3 * red + 0.6 * green + 0.1 * blue
}
