import { type BrowserContext, type Page } from 'playwright-core'

interface WithViolations {
  policyViolations?: string[]
}

/** Records violations of the pages' content security policy, including report-only ones. */
export async function watchPolicies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const violations: string[] = []
    Object.assign(globalThis, { policyViolations: violations } satisfies WithViolations)
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event
      const source = sourceFile && ` in ${sourceFile}:${lineNumber}`
      violations.push(`${effectiveDirective} forbids ${blockedURI} ${sample}${source}`)
    })
  })
}

export const policyViolationsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as WithViolations).policyViolations ?? ['the page is not watched'])
