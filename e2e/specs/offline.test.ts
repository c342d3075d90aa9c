import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserContext, type Page, type Request } from 'playwright-core'
import { DESKTOP, PHONE, sharedBrowser, untilTakenOver } from '../src/browser'
import { ELSEWHERE, offlineToast, type Part, PARTS } from '../src/offline/parts'
import { REPOSITORY, sharedPlatform, waitFor } from '../src/platform'
import { openSignedIn } from '../src/sign-in'

const BANNER = 'You are offline. What you write is kept on this device.'
/** Called in the background, whatever people do. */
const BACKGROUND = /\/api\/(telemetry|auth\/refresh)|registry\.json/

const failureOf = ({ isLocal, works, failed = offlineToast }: Part) => (isLocal ? works : failed)

let students = 0

/** A page of a new visitor, none of whose files are cached, as every file is asked for. */
async function open({ as, address, before }: Part): Promise<{ context: BrowserContext; page: Page }> {
  const context = await (
    await sharedBrowser()
  ).newContext({
    viewport: as === 'a visitor with a phone' ? PHONE : DESKTOP,
    baseURL: sharedPlatform().url,
    reducedMotion: 'reduce',
  })
  await context.route('**/*', (route) => route.continue())
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  const isQuiet = watchNetwork(page)
  const untilUsable = async () => {
    // The stream of an administrator's page never ends.
    if (as === 'an administrator') return page.getByRole('heading', { level: 2 }).first().waitFor()
    await untilTakenOver(page)
    await waitFor('the files of the page', isQuiet)
  }
  const email =
    as === 'an administrator' ? 'admin@cornell.edu' : `offline-${(students += 1)}-${Date.now()}@cornell.edu`
  if (as.startsWith('a visitor')) await page.goto(address)
  else await openSignedIn(page, email, address)
  await untilUsable()
  await before?.(page)
  await untilUsable()
  return { context, page }
}

const QUIET_MS = 500

/** As `networkidle`, which a page reaches but once, and on a busy machine before its scripts run. @returns whether it is quiet now */
function watchNetwork(page: Page): () => Promise<boolean> {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const end = (request: Request) => {
    open.delete(request)
    changedAt = Date.now()
  }
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => Promise.resolve(open.size === 0 && Date.now() - changedAt > QUIET_MS)
}

const heightsOfToasts = (page: Page): Promise<number[]> =>
  page.locator('.offquad-toast').evaluateAll((toasts) => toasts.map((toast) => toast.clientHeight))

async function expectAlive(page: Page): Promise<void> {
  expect(await page.getByText('This page stopped working').count()).toBe(0)
  expect(await page.getByRole('banner').first().isVisible()).toBe(true)
}

async function expectToWorkAgain(page: Page, { act, works, recovers, hasRetry }: Part): Promise<void> {
  if (!recovers && !(await works(page).isVisible())) {
    // Forms that are sent again stay open.
    const send = page.getByRole('dialog').getByRole('button', { name: /Submit|Create/ })
    const isForm = await send.isVisible()
    const retry = page.getByRole('button', { name: 'Try again' }).first()
    if (hasRetry) await retry.click()
    else if (isForm) await act(page)
    else await page.keyboard.press('Escape').then(() => act(page))
  }
  // The outbox tries again every twenty seconds.
  await works(page).waitFor({ timeout: 30_000 })
  await expectAlive(page)
}

describe('everything that shows a toast, a dialog or a menu, or loads code', () => {
  it.concurrent.each(PARTS)(
    'says something sensible without a network, and works when it is back: $what',
    async (part) => {
      const { context, page } = await open(part)
      await context.setOffline(true)
      await page.getByText(BANNER).waitFor()

      await part.act(page)

      await failureOf(part)(page).waitFor()
      await expectAlive(page)
      expect(await page.getByText(BANNER).count()).toBe(1)
      expect(Math.max(0, ...(await heightsOfToasts(page)))).toBeLessThan(200)
      await context.setOffline(false)
      await page.getByText(BANNER).waitFor({ state: 'hidden' })
      await expectToWorkAgain(page, part)
      await context.close()
    },
  )

  const needsNetwork = PARTS.filter(({ isLocal }) => !isLocal)
  it.concurrent.each(needsNetwork)(
    'survives that its first request fails, and works at the next use: $what',
    async (part) => {
      const { context, page } = await open(part)
      let passed = 0
      await page.route('**/*', (route) => {
        if (BACKGROUND.test(route.request().url())) return route.fallback()
        passed += 1
        return passed === (part.skips ?? 0) + 1 ? route.abort('failed') : route.fallback()
      })

      await part.act(page)

      await failureOf(part)(page).or(part.works(page)).first().waitFor()
      await expectAlive(page)
      await expectToWorkAgain(page, part)
      await context.close()
    },
  )
})

it('nothing that shows a toast, a dialog or a menu, or loads code, is left out', async () => {
  const folders = (await readdir(REPOSITORY)).filter((name) => name === 'shell' || name.startsWith('mfe-'))
  const listed = [...folders, 'packages/ui', 'packages/web-kit'].map(async (folder) => {
    const names = await readdir(path.join(REPOSITORY, folder, 'src'), { recursive: true })
    return names.map((name) => `${folder}/src/${name}`)
  })
  const files = (await Promise.all(listed)).flat().filter((name) => /^[^.]*\.tsx?$/.test(name))
  const shown = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(path.join(REPOSITORY, file), 'utf8')
      return /\bimport\(|\b(showToast|attempt)\(|<(Dialog|SidePanel|Menu|Disclosure|Modal)\b/.test(source)
        ? [file]
        : []
    }),
  )
  const tried = new Set([...PARTS.flatMap(({ files }) => files), ...Object.keys(ELSEWHERE)])

  expect(shown.flat().filter((file) => !tried.has(file))).toEqual([])
  expect([...tried].filter((file) => !shown.flat().includes(file))).toEqual([])
})
