import { type Page, type Route } from 'playwright-core'
import { openPage } from '../src/browser'
import { openSignedIn } from '../src/sign-in'

type Fault = (route: Route) => Promise<void>

/** Ways in which a remote's files can fail to load. */
const unavailable: Fault = (route) => route.fulfill({ status: 503, body: 'away' })
const silent: Fault = () => Promise.resolve()
const invalid: Fault = (route) => route.fulfill({ contentType: 'text/javascript', body: 'export {' })

interface RemoteUnderTest {
  app: string
  fault: Fault
  /** A page that shows an error when the remote is broken. */
  page: string
  /** The part that is missing according to the error. */
  label: string
  /** The path of a page to use. */
  used: string
  use: (page: Page) => Promise<void>
}

const REMOTES: RemoteUnderTest[] = [
  {
    app: 'mfe-browse',
    fault: invalid,
    page: '/location/north',
    label: 'Apartments by area',
    used: '/apartment/demo-1',
    async use(page) {
      await page.getByRole('row', { name: /Ho Plaza/ }).waitFor()
    },
  },
  {
    app: 'mfe-reviews',
    fault: unavailable,
    page: '/reviews',
    label: 'Reviews By Renting Company',
    used: '/reviews',
    async use(page) {
      await page.getByRole('article').first().waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
    },
  },
  {
    app: 'mfe-account',
    fault: silent,
    page: '/faq',
    label: 'FAQ',
    used: '/faq',
    async use(page) {
      await page.locator('summary', { hasText: 'Are reviews anonymous' }).click()
      await page.getByText(/A published review never shows your name/).waitFor()
    },
  },
  {
    app: 'mfe-admin',
    fault: invalid,
    page: '/admin',
    label: 'Admin',
    used: '/admin?tab=contact',
    async use(page) {
      await page.getByRole('heading', { name: /Contact Questions/ }).waitFor()
    },
  },
]

/** Three attempts of eight seconds, with pauses. */
const GIVEN_UP_MS = 60_000

describe('a remote', () => {
  async function breakRemote(remote: RemoteUnderTest, other: RemoteUnderTest): Promise<void> {
    const { app, fault, page: path, label } = remote
    const { page } = await openPage()
    await openSignedIn(page, 'admin@cornell.edu', '/policies')
    let isBroken = true
    await page.route(`**/mf/${app}/**/*.js*`, (route) => (isBroken ? fault(route) : route.continue()))

    // A file that hangs delays the load event of every page that uses it.
    await page.goto(other.used, { waitUntil: 'commit' })
    await other.use(page)
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

  it('that cannot be loaded is reported by name while another stays usable, and Retry restores it', async () => {
    await Promise.all(REMOTES.map((remote, index) => breakRemote(remote, REMOTES.at(index - 1) ?? remote)))
  })
})
