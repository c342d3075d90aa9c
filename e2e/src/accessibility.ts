import axe from 'axe-core'
import { type Page } from 'playwright-core'

/**
 * What axe finds on the page as it stands, a line for each rule that is broken.
 * @param isLoading a page that loads has no heading yet: readers would take it for the page's
 * @param rules `colors`: those alone that depend on colors, where the others have been looked at in other ones
 */
export async function violationsOn(
  page: Page,
  isLoading = false,
  rules: 'all' | 'colors' = 'all',
): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(
    async ([withoutHeading, onlyColors]) => {
      const { axe } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      const { violations } = await axe.run({
        resultTypes: ['violations'],
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
