import { type Browser, type Page, type Route } from 'playwright-core'
import { launchBrowser, openPage } from '../src/browser'
import { openSignedIn } from '../src/sign-in'

type Fault = (route: Route) => Promise<void>

/** Ways in which a remote's files can fail to load. */
const FAULTS: [what: string, fault: Fault][] = [
  ['responds with 503', (route) => route.fulfill({ status: 503, body: 'away' })],
  ['never responds', () => Promise.resolve()],
  ['has invalid JavaScript', (route) => route.fulfill({ contentType: 'text/javascript', body: 'export {' })],
]

interface RemoteUnderTest {
  app: string
  /** A page that shows an error when the remote is broken. */
  page: string
  /** What the error says is missing. */
  label: string
}

const REMOTES: RemoteUnderTest[] = [
  { app: 'mfe-browse', page: '/location/north', label: 'Apartments by area' },
  { app: 'mfe-reviews', page: '/reviews', label: 'Reviews By Renting Company' },
  { app: 'mfe-account', page: '/faq', label: 'FAQ' },
  { app: 'mfe-admin', page: '/admin', label: 'Admin' },
]

/** Opens a page of each remote and checks that it is usable. */
const USABLE: Record<string, (page: Page) => Promise<void>> = {
  async 'mfe-browse'(page) {
    await page.goto('/apartment/demo-1')
    await page.getByRole('row', { name: /Ho Plaza/ }).waitFor()
  },
  async 'mfe-reviews'(page) {
    await page.goto('/reviews')
    await page.getByRole('article').first().waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
  },
  async 'mfe-account'(page) {
    await page.goto('/faq')
    await page.getByRole('button', { name: /Are reviews anonymous/ }).click()
    await page.getByText(/A published review never shows your name/).waitFor()
  },
  async 'mfe-admin'(page) {
    await page.goto('/admin?tab=contact')
    await page.getByRole('heading', { name: /Contact Questions/ }).waitFor()
  },
}

/** Three attempts of eight seconds, with pauses. */
const GIVEN_UP_MS = 60_000

describe('a remote', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  async function breakRemote({ app, page: path, label }: RemoteUnderTest, fault: Fault): Promise<void> {
    const { page } = await openPage(browser)
    await openSignedIn(page, 'admin@cornell.edu', '/policies')
    let isBroken = true
    await page.route(`**/mf/${app}/**/*.js*`, (route) => (isBroken ? fault(route) : route.continue()))

    for (const [other, show] of Object.entries(USABLE)) if (other !== app) await show(page)
    // A hanging preload delays the page's load event.
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' }).waitFor()
    const missing = page.getByText(`${label} cannot be shown right now.`)
    await missing.waitFor({ timeout: GIVEN_UP_MS })
    isBroken = false
    await page.getByRole('button', { name: 'Retry' }).click()

    await missing.waitFor({ state: 'detached' })
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await page.context().close()
  }

  it.each(FAULTS)(
    'that %s is reported by name while the others stay usable, and Retry restores it',
    async (_what, fault) => {
      await Promise.all(REMOTES.map((remote) => breakRemote(remote, fault)))
    },
  )
})
