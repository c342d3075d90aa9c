import { type Browser, type Page } from 'playwright-core'
import { violationsAtAllSizes } from '../src/accessibility'
import { launchBrowser } from '../src/browser'

const PAGES = [
  '/',
  '/apartment/demo-1',
  '/landlord/demo-landlord-1',
  '/location/west',
  '/search',
  '/search?q=lane',
  '/search?q=nothing-is-called-so',
  '/reviews',
  '/faq',
  '/policies',
  '/admin',
  '/nowhere',
]

/** What opens over a page: where, and how. */
const OPENED: [what: string, path: string, open: (page: Page) => Promise<void>][] = [
  [
    'suggestions',
    '/',
    async (page) => {
      await page.getByRole('combobox').fill('lane')
      await page.getByRole('option').first().waitFor()
    },
  ],
  ['a filter', '/search?q=lane', (page) => page.getByRole('button', { name: 'Location' }).click()],
  [
    'the larger map',
    '/apartment/demo-1',
    async (page) => {
      await page.getByRole('button', { name: 'Expand the map' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Zoom in' }).waitFor()
    },
  ],
  [
    'the pictures',
    '/apartment/demo-1',
    async (page) => {
      await page.getByRole('button', { name: 'Show all photos' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Next picture' }).waitFor()
    },
  ],
  [
    'the sign-in dialog',
    '/',
    async (page) => {
      await page.getByRole('button', { name: 'Sign in' }).filter({ visible: true }).click()
      await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
    },
  ],
]

describe('accessibility on a desktop and on a phone', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(PAGES)('has no serious violation on %s', async (path) => {
    const violations = await violationsAtAllSizes(browser, async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1 }).waitFor()
    })
    expect(violations).toEqual([])
  })

  it.each(OPENED)('has none with %s open', async (_what, path, open) => {
    const violations = await violationsAtAllSizes(browser, async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await open(page)
    })
    expect(violations).toEqual([])
  })
})
