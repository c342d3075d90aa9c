import axe from 'axe-core'
import { type Browser, type Page } from 'playwright-core'
import { DESKTOP, launchBrowser, openPage, PHONE } from '../src/browser'
import { openSignedIn } from '../src/sign-in'

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

/** What axe finds on the page as it is that is serious or critical. */
async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    }
    const results = await axe.run()
    return results.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}

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

/** Pages and forms of somebody who has signed in. */
const SIGNED_IN: [what: string, path: string, open: (page: Page) => Promise<unknown>][] = [
  [
    'the profile',
    '/profile',
    (page) => page.getByRole('heading', { name: /^Declined Reviews \(/ }).waitFor(),
  ],
  ['the bookmarks', '/bookmarks', (page) => page.getByRole('heading', { name: /Helpful \(\d/ }).waitFor()],
  [
    'the review form with its mistakes',
    '/apartment/demo-4',
    async (page) => {
      await page.getByRole('button', { name: 'Leave a Review' }).first().click()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('* These fields are required').waitFor()
    },
  ],
  [
    'the report form',
    '/landlord/demo-landlord-1',
    async (page) => {
      await page.getByRole('button', { name: 'Report Abuse' }).first().click()
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  ],
  [
    'the contact form with its mistakes',
    '/faq',
    async (page) => {
      await page.getByRole('button', { name: 'Get In Touch' }).click()
      await page.getByRole('button', { name: /Can’t find your apartment/ }).click()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('This field is required').waitFor()
    },
  ],
]

/** The parts of the administrators' page, and what is there once one is loaded. */
const ADMIN: [part: string, address: string, heading: RegExp][] = [
  ['reviews', '/admin', /^Pending Reviews \(/],
  ['contact', '/admin?tab=contact', /^Contact Questions \(/],
  ['data', '/admin?tab=data', /^Apartments \(/],
  ['an apartment', '/admin?tab=data&kind=apartments&id=demo-2', /^Change /],
  ['a new landlord', '/admin?tab=data&kind=landlords&id=new', /^Add a landlord/],
  ['activity', '/admin?tab=activity', /^Decisions \(/],
  ['queues', '/admin?tab=queues', /^Queues/],
]

const SIZES = { desktop: DESKTOP, phone: PHONE }

describe('accessibility on a desktop and on a phone', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  /** Nothing serious is found on what `open` leads to, at no size; the sizes are looked at together. */
  async function expectNoViolation(open: (page: Page) => Promise<unknown>): Promise<void> {
    const found = Object.entries(SIZES).map(async ([size, viewport]) => {
      const { page } = await openPage(browser, viewport)
      await open(page)
      const violations = await violationsOn(page)
      await page.context().close()
      return violations.map((violation) => `${size}: ${violation}`)
    })
    expect((await Promise.all(found)).flat()).toEqual([])
  }

  it.each(PAGES)('has no serious violation on %s', (path) =>
    expectNoViolation(async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1 }).waitFor()
    }),
  )

  it.each(OPENED)('has none with %s open', (_what, path, open) =>
    expectNoViolation(async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await open(page)
    }),
  )

  it.each(SIGNED_IN)('has none on %s of somebody signed in', (_what, path, open) =>
    expectNoViolation(async (page) => {
      await openSignedIn(page, 'reader@cornell.edu', path)
      await open(page)
    }),
  )

  it.each(ADMIN)('has none on %s of the administrators’ page', (_part, address, heading) =>
    expectNoViolation(async (page) => {
      await openSignedIn(page, 'admin@cornell.edu', address)
      await page.getByRole('heading', { name: heading }).waitFor()
    }),
  )
})
