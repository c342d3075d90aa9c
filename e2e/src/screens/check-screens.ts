import { type Browser, type Page } from 'playwright-core'
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
  /**
   * `resized`: a desktop's window becomes as small as a phone's, and axe checks the desktop. Loading takes most of the time of
   * a test, and how a phone loads a page and what is accessible there hardly depend on the data.
   */
  phone: 'loaded' | 'resized'
}

/**
 * Declares a test for each screen: on a desktop and on a phone, nothing overflows, overlaps or is cut off, and neither axe
 * nor the page's content security policy reports a violation.
 */
export function checkScreens(screens: Screen[], { open, inAllColors, phone }: Check): void {
  let browser: Browser
  let platform: FilledPlatform
  let visits: [Size, Visits][]
  beforeAll(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), open()])
    const loaded = phone === 'loaded' ? SIZES : SIZES.slice(0, 1)
    visits = loaded.map(([size, viewport]) => [size, createVisits(browser, platform, viewport)])
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
        const found = await faultsOn(page, size)
        for (const [colors, media] of inAllColors.includes(size) ? COLORS : COLORS.slice(0, 1)) {
          await page.emulateMedia(media)
          await page.evaluate(untilColorsHaveChanged)
          found.push(
            ...(await violationsOn(page, screen.isLoading, colors === 'light' ? 'all' : 'colors')).map(
              (violation) => `${size}, ${colors}: ${violation}`,
            ),
          )
        }
        if (phone === 'loaded') return found
        await visit.resize(screen, PHONE)
        return [...found, ...(await faultsOn(page, 'phone'))]
      })
      expect((await Promise.all(checks)).flat()).toEqual([])
    },
  )
}

async function faultsOn(page: Page, size: Size): Promise<string[]> {
  const faults = [...(await policyViolationsOn(page)), ...(await layoutFaultsOn(page))]
  return faults.map((fault) => `${size}: ${fault}`)
}

/** Waits for transitions to end, during which colors are intermediate. */
async function untilColorsHaveChanged(): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame)
  let running: Animation[]
  do {
    // Listeners of media queries run with the first frame, and what they render starts transitions with the second.
    await frame()
    await frame()
    running = document
      .getAnimations()
      .filter(
        (animation) =>
          animation instanceof CSSTransition && !['finished', 'idle'].includes(animation.playState),
      )
    await Promise.allSettled(running.map(({ finished }) => finished))
  } while (running.length > 0)
}
