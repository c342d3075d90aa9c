import { type Browser, type Page } from 'playwright-core'
import { violationsAtAllSizes } from '../src/accessibility'
import { launchBrowser } from '../src/browser'
import { openSignedIn } from '../src/sign-in'

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

describe('accessibility for somebody signed in, on a desktop and on a phone', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(SIGNED_IN)('has no serious violation on %s', async (_what, path, open) => {
    const violations = await violationsAtAllSizes(browser, async (page) => {
      await openSignedIn(page, 'reader@cornell.edu', path)
      await open(page)
    })
    expect(violations).toEqual([])
  })

  it.each(ADMIN)('has none on %s of the administrators’ page', async (_part, address, heading) => {
    const violations = await violationsAtAllSizes(browser, async (page) => {
      await openSignedIn(page, 'admin@cornell.edu', address)
      await page.getByRole('heading', { name: heading }).waitFor()
    })
    expect(violations).toEqual([])
  })
})
