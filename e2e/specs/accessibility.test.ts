import axe from 'axe-core'
import { type Browser } from 'playwright-core'
import { DESKTOP, launchBrowser, openPage, PHONE } from '../src/browser'

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

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('accessibility on a %s', (_name, viewport) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(PAGES)('has no serious violation on %s', async (path) => {
    const { page } = await openPage(browser, viewport)
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()

    await page.evaluate(axe.source)
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
      }
      const results = await axe.run()
      return results.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })

    expect(violations).toEqual([])
    await page.context().close()
  })
})
