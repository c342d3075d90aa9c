import axe from 'axe-core'
import { type Browser, type Page } from 'playwright-core'
import { DESKTOP, openPage, PHONE } from './browser'

const SIZES = { desktop: DESKTOP, phone: PHONE }

/**
 * What is seriously wrong for somebody who does not see or does not use a mouse, with what `open` leads to. The sizes are
 * looked at together.
 */
export async function violationsAtAllSizes(
  browser: Browser,
  open: (page: Page) => Promise<unknown>,
): Promise<string[]> {
  const found = Object.entries(SIZES).map(async ([size, viewport]) => {
    const { page } = await openPage(browser, viewport)
    await open(page)
    const violations = await violationsOn(page)
    await page.context().close()
    return violations.map((violation) => `${size}: ${violation}`)
  })
  return (await Promise.all(found)).flat()
}

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
