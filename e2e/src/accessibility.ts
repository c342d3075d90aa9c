import axe from 'axe-core'
import { type Page } from 'playwright-core'

/**
 * Runs axe on the current page. Returns a line for each violated rule.
 * @param isLoading a loading page has no heading yet, because screen readers would announce it as the page's
 * @param rules `colors`: only rules that depend on colors, if the others were checked in another color scheme
 */
export async function violationsOn(
  page: Page,
  isLoading = false,
  rules: 'all' | 'colors' = 'all',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([withoutHeading, onlyColors]) => {
      const { axe } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        // Only a rule that is not run would read the stylesheets, which loads them again.
        preload: false,
        ...(onlyColors && { runOnly: ['color-contrast', 'link-in-text-block'] }),
        rules: { 'page-has-heading-one': { enabled: !withoutHeading } },
      })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      )
    },
    [isLoading, rules === 'colors'] as const,
  )
}
