import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createHash, randomUUID } from 'node:crypto'
import { type DeployState, type Registry } from '@offquad/contracts'
import { type Browser } from 'playwright-core'
import { launchBrowser, openPage } from '../src/browser'
import { REPOSITORY, runCommand, sharedPlatform, waitFor } from '../src/platform'

const { url, dataDir } = sharedPlatform()
const APP = 'mfe-reviews'
const BROKEN = `9.9.9-${randomUUID().slice(0, 8)}`

async function send(method: string, address: string, body?: object | Buffer): Promise<Response> {
  const isFile = Buffer.isBuffer(body)
  return fetch(`${url}/api/deploys/${APP}${address}`, {
    method,
    headers: {
      authorization: await authorizationOf(APP),
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  })
}

async function authorizationOf(app: string): Promise<string> {
  const tokens = JSON.parse(await readFile(path.join(dataDir, 'keys/deploy-tokens.json'), 'utf8'))
  return `Bearer ${(tokens as Record<string, string>)[app]}`
}

interface Deployed {
  version: string
  /** What its entry says instead. */
  entry?: string
  /** Percent of visitors; absent: all. */
  canary?: number
}

/** Deploys the files of the build under another version. */
async function deployCopy({ version, entry, canary }: Deployed): Promise<void> {
  const dist = path.join(REPOSITORY, APP, 'dist')
  const names = (await readdir(dist)).filter((name) => !name.startsWith('.build-'))
  const files: { path: string; sha384: string; bytes: number }[] = []
  for (const name of names) {
    const isReplaced = entry !== undefined && name.startsWith('remote-entry.js')
    if (isReplaced && name !== 'remote-entry.js') continue
    const content = isReplaced ? Buffer.from(entry) : await readFile(path.join(dist, name))
    const answer = await send('PUT', `/${version}/file?path=${encodeURIComponent(name)}`, content)
    if (!answer.ok) throw new Error(await answer.text())
    const sha384 = createHash('sha384').update(content).digest('base64')
    files.push({ path: name, sha384, bytes: content.length })
  }
  const remote: unknown = JSON.parse(await readFile(path.join(REPOSITORY, APP, 'remote.json'), 'utf8'))
  const answer = await send('POST', `/${version}`, { files, remote, ...(canary && { canary }) })
  if (answer.status !== 201) throw new Error(await answer.text())
}

/** A visitor whose cohort gets the canary, and one whose does not. */
async function findCohorts(): Promise<{ tried: number; stable: number }> {
  const cohorts: Partial<Record<'tried' | 'stable', number>> = {}
  for (let cohort = 0; cohort < 10_000; cohort += 333) {
    const headers = { accept: 'text/html', cookie: `offquad-cohort=${cohort}` }
    const html = await (await fetch(`${url}/reviews`, { headers })).text()
    cohorts[html.includes(BROKEN) ? 'tried' : 'stable'] ??= cohort
  }
  const { tried, stable } = cohorts
  if (tried === undefined || stable === undefined) throw new Error('not half of the visitors')
  return { tried, stable }
}

/** Pages of so many visitors who get the broken version report that it cannot be loaded. */
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
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser.close()
    const { live } = (await (await send('GET', '')).json()) as DeployState
    if (live?.canary) await send('POST', '/rollback')
  })

  it('is reported by the pages of those who try it, taken back, and harms nobody else', async () => {
    await deployCopy({ version: BROKEN, entry: 'throw new Error("broken")', canary: 50 })
    const { tried, stable } = await findCohorts()
    const open = async (cohort: number) => {
      const { page } = await openPage(browser)
      await page.context().addCookies([{ name: 'offquad-cohort', value: String(cohort), url }])
      return page
    }
    // One visitor less than it takes to take a version back.
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

    const state = await waitFor('the canary to be taken back', async () => {
      const current = (await (await send('GET', '')).json()) as DeployState
      return current.live?.canary ? undefined : current
    })
    expect(state.history[0]).toMatchObject({ action: 'automatic rollback', by: 'the gateway' })
    await page.goto('/reviews')
    await page.getByRole('article').first().waitFor()
    await page.context().close()
    await untouched.context().close()
  })
})

describe('a page that was opened', () => {
  const measured = async (app: string) => {
    const headers = { authorization: await authorizationOf(app) }
    const state = (await (await fetch(`${url}/api/deploys/${app}`, { headers })).json()) as DeployState
    const [live] = state.measured
    if (!live) throw new Error(`nothing of ${app} is live`)
    return live
  }

  it('tells the team of its remote how fast and steady it was, and that it was there', async () => {
    const browser = await launchBrowser()
    const { page } = await openPage(browser)
    const before = await measured('mfe-account')
    const measuring = page.waitForResponse('**/web-vitals.*.js')
    await page.goto('/faq')
    await measuring
    await page.getByRole('button', { name: /Are reviews anonymous/ }).click()
    await page.goto('about:blank')

    const after = await waitFor('what the page said', async () => {
      const now = await measured('mfe-account')
      const grew = (name: string) => (now.vitals[name]?.pages ?? 0) > (before.vitals[name]?.pages ?? 0)
      return ['LCP', 'FCP', 'CLS', 'TTFB'].every(grew) && now
    })
    expect([after.views > before.views, after.failures]).toEqual([true, before.failures])
    await browser.close()
  })
})

describe('a tab that is open while a slice is deployed', () => {
  const NEXT = `9.9.8-${randomUUID().slice(0, 8)}`

  it('goes on with what it has, and takes the new version with the next page; the team goes back by its command', async () => {
    const browser = await launchBrowser()
    const { page, problems } = await openPage(browser)
    const usesNext = () =>
      page.evaluate(
        (version) => document.getElementById('offquad-page')?.textContent?.includes(version),
        NEXT,
      )
    await page.clock.install()
    await page.goto('/faq')
    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    await deployCopy({ version: NEXT })
    const looked = page.waitForResponse('**/mf/registry.json')
    await page.clock.fastForward(61_000)
    await looked

    // Nothing happens to who reads.
    await page.getByRole('button', { name: /Are reviews anonymous/ }).click()
    expect(await usesNext()).toBe(false)
    const loaded = page.waitForEvent('load')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' }).click()
    await loaded
    await page.getByRole('article').first().waitFor()
    expect(await usesNext()).toBe(true)
    expect(problems).toEqual([])

    const back = await runCommand(['deploy'], { DATA_DIR: dataDir }, APP).result
    expect([back.code, back.stdout]).toEqual([
      0,
      expect.stringMatching(/^mfe-reviews 0\.1\.0-\w+ is live\./m),
    ])
    await page.goto('/reviews')
    await page.getByRole('article').first().waitFor()
    expect(await usesNext()).toBe(false)
    await browser.close()
  })
})

describe('the commands of a slice', () => {
  it('say what is live, and that it need not be deployed again', async () => {
    const registry = (await (await fetch(`${url}/mf/registry.json`)).json()) as Registry
    const live = registry.apps.find(({ app }) => app === APP)?.version ?? ''

    const list = await runCommand(['list'], { DATA_DIR: dataDir }, APP).result
    const again = await runCommand(['deploy'], { DATA_DIR: dataDir }, APP).result

    expect([list.code, list.stdout]).toEqual([0, expect.stringContaining(`${APP} ${live} is live.`)])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`${live} is live already.`)])
  })

  it('need a token, and a slice', async () => {
    const stranger = { DATA_DIR: dataDir, DEPLOY_TOKEN: 'guessed' }
    const refused = await runCommand(['rollback'], stranger, APP).result
    const nowhere = await runCommand(['list'], { DATA_DIR: dataDir }, 'svc-users').result

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('A deploy token is needed')])
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('svc-users is no frontend')])
  })
})
