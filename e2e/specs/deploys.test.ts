import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type DeployState } from '@offquad/contracts'
import { type Page } from 'playwright-core'
import { openPage, untilTakenOver } from '../src/browser'
import { createTeam } from '../src/deploys'
import { REPOSITORY, runCommand, sharedPlatform, waitFor } from '../src/platform'

const { url, dataDir } = sharedPlatform()
const APP = 'mfe-reviews'
const BROKEN = `9.9.9-${randomUUID().slice(0, 8)}`
const { send, deployCopy } = createTeam(sharedPlatform(), APP)

/** A visitor whose cohort gets the canary, and one whose does not. */
async function findCohorts(version = BROKEN): Promise<{ tried: number; stable: number }> {
  const cohorts: Partial<Record<'tried' | 'stable', number>> = {}
  for (let cohort = 0; cohort < 10_000; cohort += 333) {
    const headers = { accept: 'text/html', cookie: `offquad-cohort=${cohort}` }
    const html = await (await fetch(`${url}/reviews`, { headers })).text()
    cohorts[html.includes(version) ? 'tried' : 'stable'] ??= cohort
  }
  const { tried, stable } = cohorts
  if (tried === undefined || stable === undefined)
    throw new Error('the canary did not reach half of the cohorts')
  return { tried, stable }
}

/** Reports from pages of a number of visitors that the broken version failed to load. */
async function reportAsVisitors(count: number, cohort: number): Promise<void> {
  for (let visitor = 0; visitor < count; visitor += 1) {
    const headers = { accept: 'text/html', cookie: `offquad-cohort=${cohort}` }
    const served = await fetch(`${url}/reviews`, { headers })
    const page = /^page;desc="(.+)"$/.exec(served.headers.get('server-timing') ?? '')?.[1]
    await fetch(`${url}/api/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        page,
        reports: [{ app: APP, version: BROKEN, route: '/reviews', kind: 'load-failure' }],
      }),
    })
  }
}

describe('a version that throws', () => {
  afterAll(async () => {
    const { live } = (await (await send('GET', '')).json()) as DeployState
    if (live?.canary) await send('POST', '/rollback')
  })

  it('is reported by the pages that got it, rolled back, and does not affect other visitors', async () => {
    await deployCopy({ version: BROKEN, entry: 'throw new Error("broken")', canary: 50 })
    const { tried, stable } = await findCohorts()
    const open = async (cohort: number) => {
      const { page } = await openPage()
      await page.context().addCookies([{ name: 'offquad-cohort', value: String(cohort), url }])
      return page
    }
    // One visitor fewer than a rollback requires.
    await reportAsVisitors(2, tried)
    const untouched = await open(stable)
    await untouched.goto('/reviews')
    await untouched.getByRole('article').first().waitFor()
    expect(((await (await send('GET', '')).json()) as DeployState).live?.canary?.version).toBe(BROKEN)

    const page = await open(tried)
    await page.goto('/reviews')
    await page
      .getByText(/cannot be shown right now/)
      .first()
      .waitFor()

    const state = await waitFor('the canary to be rolled back', async () => {
      const current = (await (await send('GET', '')).json()) as DeployState
      return !current.live?.canary && current.served.isServed && current
    })
    expect(state.history[0]).toMatchObject({ action: 'automatic rollback', by: 'the gateway' })
    await page.goto('/reviews')
    await page.getByRole('article').first().waitFor()
    await page.context().close()
    await untouched.context().close()
  })
})

/** The measurements of the live version of an app, or of another one. */
async function measured(app: string, version?: string) {
  const { send: ask } = createTeam(sharedPlatform(), app)
  const state = (await (await ask('GET', '')).json()) as DeployState
  const measured = state.measured.find((entry) => version === undefined || entry.version === version)
  if (!measured) throw new Error(`${app} has no version ${version ?? 'that is live'}`)
  return measured
}

describe('a version that breaks what all pages use', () => {
  const VERSION = `9.9.6-${randomUUID().slice(0, 8)}`
  beforeAll(async () => {
    const entry = await readFile(path.join(REPOSITORY, APP, 'dist/remote-entry.js'), 'utf8')
    const fault = `Array.prototype.toSorted = function () { throw new Error('mine') };`
    await deployCopy({ version: VERSION, entry: `${fault}\n${entry}`, canary: 50 })
  })
  afterAll(async () => {
    await send('POST', '/rollback')
  })

  async function openApartment(prepare: (page: Page) => Promise<unknown> = () => Promise.resolve()) {
    const { page } = await openPage()
    const { tried } = await findCohorts(VERSION)
    await page.context().addCookies([{ name: 'offquad-cohort', value: String(tried), url }])
    await prepare(page)
    await page.goto('/apartment/demo-1')
    await page
      .getByText(/cannot be shown right now|This page stopped working/)
      .first()
      .waitFor()
    return page
  }

  it('is blamed for the pages of others, unless they are translated', async () => {
    const before = await measured('mfe-browse')
    const page = await openApartment()
    await waitFor('the failure', async () => (await measured(APP, VERSION)).failures === 1)
    await page.context().close()
    const translated = await openApartment((opened) =>
      opened.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => document.body.append(document.createElement('font'))),
      ),
    )
    await waitFor('the other', async () => (await measured(APP, VERSION)).notCounted?.translated === 1)
    await translated.context().close()

    const { failures, routes } = await measured(APP, VERSION)
    expect(failures).toBe(1)
    expect(routes[0]?.route).toBe('/apartment/:aptId')
    expect((await measured('mfe-browse')).failures).toBe(before.failures)
  })
})

/** A headless browser hides no tab. Resolves once the page has reported; while it is being left, it may not get to. */
async function hideForAMoment(page: Page): Promise<void> {
  const reported = page.waitForResponse('**/api/telemetry')
  await page.evaluate(() => {
    const change = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    change()
    Reflect.deleteProperty(document, 'visibilityState')
    change()
  })
  await reported
}

describe('a version that freezes its pages', () => {
  const VERSION = `9.9.5-${randomUUID().slice(0, 8)}`
  beforeAll(async () => {
    await deployCopy({ version: VERSION, entry: 'for (;;) {}', canary: 50 })
  })
  afterAll(async () => {
    await send('POST', '/rollback')
  })

  async function openReviews(prepare: (page: Page) => Promise<unknown> = () => Promise.resolve()) {
    const { page } = await openPage()
    const { tried } = await findCohorts(VERSION)
    await page.context().addCookies([{ name: 'offquad-cohort', value: String(tried), url }])
    await prepare(page)
    await page.goto('/reviews', { waitUntil: 'commit' })
    return page
  }

  it('is found by the pages that do not report, but for those that are left before they could', async () => {
    const left = await openReviews((page) => page.route('**/mf/**/*.js', () => undefined))
    await left.locator('#root').waitFor({ state: 'attached' })
    await hideForAMoment(left)
    const frozen = await openReviews()

    const silent = await waitFor('the pages to be counted', async () => {
      const { silent: found } = await measured(APP, VERSION)
      return found?.of === 2 && found
    })
    expect(silent).toEqual({ pages: 1, of: 2 })
    await Promise.all([left, frozen].map((page) => page.context().close()))
  })
})

/** Runs in a page: keeps its reports in `window.sent`, because Playwright does not show the bodies of beacons. */
function keepReports(): void {
  const kept: string[] = []
  const send = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (address, body) => {
    if (body instanceof Blob) void body.text().then((text) => kept.push(text))
    return send(address, body)
  }
  Object.assign(window, { sent: kept })
}

describe('an opened page', () => {
  let page: Page
  beforeEach(async () => {
    page = (await openPage()).page
    await page.addInitScript(keepReports)
    const measuring = page.waitForResponse('**/web-vitals.*.js')
    await page.goto('/faq')
    await (await measuring).finished()
  })

  it('reports its view and web vitals to the team of its remote', async () => {
    const before = await measured('mfe-account')
    await page.locator('summary', { hasText: 'Are reviews anonymous' }).click()
    await page.goto('about:blank')

    const after = await waitFor('the report of the page', async () => {
      const now = await measured('mfe-account')
      const grew = (name: string) => (now.vitals[name]?.pages ?? 0) > (before.vitals[name]?.pages ?? 0)
      return ['LCP', 'INP', 'CLS'].every(grew) && now
    })
    expect([after.views > before.views, after.failures]).toEqual([true, before.failures])
  })

  /** How many interactions with an app on apartments' pages were measured, and how many of them were slow. */
  async function touchesOf(app: string) {
    const { routes } = await measured(app)
    const { good, pages } = routes.find(({ route }) => route === '/apartment/:aptId')?.vitals?.INP ?? {
      good: 0,
      pages: 0,
    }
    return { pages, slow: pages - good }
  }

  it.each([
    ['mfe-reviews', 'mfe-browse', '#reviews', 'at once'],
    ['mfe-browse', 'mfe-reviews', 'h1', 'at once'],
    ['mfe-reviews', 'mfe-browse', '#reviews', 'after a quick one, which it replaces'],
  ])(
    'books a slow click at %s, not %s, after two soft navigations: in %s, %s',
    async (app, other, part, when) => {
      const [before, othersBefore] = [await touchesOf(app), await touchesOf(other)]
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' }).click()
      await page.waitForURL('**/reviews')
      await page.locator('main a[href^="/apartment/"]').first().click()
      await page.locator('#reviews').waitFor()
      const element = page.locator(part).first()
      if (when !== 'at once') await element.click()
      await hideForAMoment(page)
      await element.evaluate((touched) => {
        touched.addEventListener('click', () => {
          for (const end = performance.now() + 400; performance.now() < end;);
        })
        // Not an earlier click, nor the pointer's way here, that a busy machine paints late.
        const since = performance.now()
        const isTheClick = ({ name, startTime }: PerformanceEntry) => name === 'click' && startTime > since
        new PerformanceObserver((list) => {
          if (list.getEntries().some(isTheClick)) document.body.dataset.painted = ''
        }).observe({ type: 'event' })
      })
      await element.click()
      await page.locator('body[data-painted]').waitFor()
      await hideForAMoment(page)
      const sent = await page.evaluate(() => (window as unknown as { sent: string[] }).sent.join())
      expect(sent).toMatch(new RegExp(`"app":"${app}"[^{}]*"INP","value":(\\d{4}|[4-9]\\d\\d)`))

      const after = await waitFor('the report of the page', async () => {
        const now = await touchesOf(app)
        return now.slow > before.slow && now
      })
      expect(after).toEqual({ pages: before.pages + 1, slow: before.slow + 1 })
      expect((await touchesOf(other)).slow).toBe(othersBefore.slow)
    },
  )
})

describe('a tab that is open during a deploy', () => {
  const NEXT = `9.9.8-${randomUUID().slice(0, 8)}`

  it('keeps its version, and loads the new one with the next page, until the team rolls it back by command', async () => {
    const { page, problems } = await openPage()
    const usesNext = () =>
      page.evaluate(
        (version) => document.getElementById('offquad-page')?.textContent?.includes(version),
        NEXT,
      )
    await page.clock.install()
    await page.goto('/faq')
    await untilTakenOver(page)
    await deployCopy({ version: NEXT })
    const looked = page.waitForResponse('**/mf/registry.json')
    await page.clock.fastForward(61_000)
    await looked

    // The open page does not change.
    await page.locator('summary', { hasText: 'Are reviews anonymous' }).click()
    expect(await usesNext()).toBe(false)
    const loaded = page.waitForEvent('load')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' }).click()
    await loaded
    await page.getByRole('article').first().waitFor()
    expect(await usesNext()).toBe(true)
    expect(problems).toEqual([])

    const back = await runCommand(['deploy', '--again'], { DATA_DIR: dataDir }, APP).result
    expect([back.code, back.stdout]).toEqual([
      0,
      expect.stringMatching(/^mfe-reviews 0\.1\.0-\w+ is live\./m),
    ])
    const repeated = await runCommand(['deploy'], { DATA_DIR: dataDir }, APP).result
    expect([repeated.code, repeated.stdout]).toEqual([
      0,
      expect.stringMatching(/^mfe-reviews 0\.1\.0-\w+ is live already\./m),
    ])
    await page.goto('/reviews')
    await page.getByRole('article').first().waitFor()
    expect(await usesNext()).toBe(false)
    await page.context().close()
  })
})

describe('the commands of a slice', () => {
  const run = (...args: string[]) => runCommand(args, { DATA_DIR: dataDir }, APP).result

  it('preview a version for visitors with the link, deploy it and roll it back, and reject that from an image', async () => {
    const nextVersion = `9.9.7-${randomUUID().slice(0, 8)}`
    await deployCopy({ version: nextVersion })
    const versionAt = async (address: string) => {
      const { page } = await openPage()
      await page.goto(address)
      await page.getByRole('article').first().waitFor()
      const data = await page.locator('#offquad-page').textContent()
      await page.context().close()
      return new RegExp(`/mf/${APP}/([^/]+)/`).exec(data ?? '')?.[1]
    }

    const preview = await run('deploy', '--preview')
    const link = /^http\S+\/reviews\?preview=\S+$/m.exec(preview.stdout)?.[0] ?? ''
    expect([preview.code, await versionAt(link), await versionAt('/reviews')]).toEqual([
      0,
      expect.stringMatching(/^0\.1\.0-\w+$/),
      nextVersion,
    ])

    const deployed = await run('deploy', '--again', '--reason', 'as before')
    expect([deployed.code, deployed.stdout]).toEqual([
      0,
      expect.stringMatching(/^mfe-reviews 0\.1\.0-\w+ is live\.\nThis gateway serves it\./),
    ])
    expect((await run('rollback', '--to', nextVersion, '--reason', 'too slow')).code).toBe(0)
    const image = await run('deploy', '--built')
    expect([image.code, image.stdout]).toEqual([0, expect.stringMatching(/was NOT deployed again.*--again/)])
    const plain = await run('deploy')
    expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining('--again')])
    expect((await run('deploy', '--again')).code).toBe(0)

    const list = (await run('list')).stdout
    expect(list).toMatch(/^mfe-reviews 0\.1\.0-\w+ is live\./)
    for (const part of [`A rollback leads to ${nextVersion}.`, link, '(as before)', 'too slow'])
      expect(list).toContain(part)
  })

  it('require a token and a slice', async () => {
    const stranger = { DATA_DIR: dataDir, DEPLOY_TOKEN: 'guessed' }
    const refused = await runCommand(['rollback'], stranger, APP).result
    const nowhere = await runCommand(['list'], { DATA_DIR: dataDir }, 'gateway').result

    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('A valid deploy token is required'),
    ])
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('gateway is not a frontend')])
  })
})
