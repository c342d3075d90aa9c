import { type Browser } from 'playwright-core'
import { DESKTOP, launchBrowser, PHONE } from '../browser'
import { type FilledPlatform } from './data-sets'
import { layoutFaultsOn } from './layout-faults'
import { createVisits, type Visits } from './open-screen'
import { policyViolationsOn } from './policy-violations'
import { type Screen } from './screens'
import { violationsOn } from '../accessibility'

const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const
type Size = (typeof SIZES)[number][0]

/** Color settings of the operating system; the last one replaces the page's colors. */
const COLORS = [
  ['light', { colorScheme: 'light', forcedColors: 'none' }],
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
  ['forced colors', { colorScheme: 'light', forcedColors: 'active' }],
] as const

interface Check {
  /** Starts a platform with the data, or finds a running one. */
  open: () => Promise<FilledPlatform>
  /** Viewports for which axe also checks dark and forced colors, which hardly depend on the data. */
  inAllColors: readonly Size[]
}

/**
 * Declares a test for each screen: on a desktop and on a phone, nothing overflows, overlaps or is cut off, and neither axe
 * nor the page's content security policy reports a violation.
 */
export function checkScreens(screens: Screen[], { open, inAllColors }: Check): void {
  let browser: Browser
  let platform: FilledPlatform
  let visits: [Size, Visits][]
  beforeAll(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), open()])
    visits = SIZES.map(([size, viewport]) => [size, createVisits(browser, platform, viewport)])
  })
  afterAll(async () => {
    await browser.close()
    await platform.close()
  })

  it.each(screens.map((screen) => [screen.name, screen] as const))(
    '%s is laid out well',
    async (_name, screen) => {
      const checks = visits.map(async ([size, visit]) => {
        const page = await visit.open(screen)
        const faults = [...(await policyViolationsOn(page)), ...(await layoutFaultsOn(page))]
        const found = faults.map((fault) => `${size}: ${fault}`)
        for (const [colors, media] of inAllColors.includes(size) ? COLORS : COLORS.slice(0, 1)) {
          await page.emulateMedia(media)
          await page.evaluate(untilColorsHaveChanged)
          found.push(
            ...(await violationsOn(page, screen.isLoading, colors === 'light' ? 'all' : 'colors')).map(
              (violation) => `${size}, ${colors}: ${violation}`,
            ),
          )
        }
        return found
      })
      expect((await Promise.all(checks)).flat()).toEqual([])
    },
  )
}

/** Waits for transitions to end, during which colors are intermediate. */
async function untilColorsHaveChanged(): Promise<void> {
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}
