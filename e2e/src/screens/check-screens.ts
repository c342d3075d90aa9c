import { type Page } from 'playwright-core'
import { DESKTOP, PHONE } from '../browser'
import { violationsOn } from '../accessibility'
import { type FilledPlatform } from './data-sets'
import { layoutFaultsOn } from './layout-faults'
import { createVisits, type Visits } from './open-screen'
import { policyViolationsOn } from './policy-violations'
import { type Screen } from './screens'

const SIZES = { desktop: DESKTOP, phone: PHONE }
/** Widths of windows from the narrowest phone to a large screen, on both sides of where layouts change. In pixels. */
const STEPS = [320, 600, 601, 960, 961, 1200, 1920]
const TABLET = { width: 768, height: 1024, isTouched: true }
type Size = keyof typeof SIZES

/** Color settings of the operating system; the last one replaces the page's colors. */
const COLORS = [
  ['light', { colorScheme: 'light', forcedColors: 'none' }],
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
  ['forced colors', { colorScheme: 'light', forcedColors: 'active' }],
] as const

interface Check {
  /** Starts a platform with the data, or finds a running one. */
  open: () => Promise<FilledPlatform>
  /** The window in which screens are loaded; then it gets the other size. Loading takes most of the time of a test. */
  loadedOn: Size
  /** The sizes at which axe checks. */
  isAccessibleOn: readonly Size[]
  /** Whether the layout is also checked at all widths from 320 to 1,920 pixels, and on a tablet. */
  atAllWidths?: boolean
  /** Whether axe also checks dark and forced colors where a screen is loaded; they hardly depend on the data. */
  inAllColors?: boolean
}

/**
 * Declares a test for each screen: on a desktop, on a phone and at widths between, nothing overflows, overlaps or is cut off, and neither axe
 * nor the page's content security policy reports a violation.
 */
export function checkScreens(
  screens: Screen[],
  { open, loadedOn, isAccessibleOn, atAllWidths = false, inAllColors = false }: Check,
): void {
  let platform: FilledPlatform
  let visits: Visits
  beforeAll(async () => {
    platform = await open()
    visits = createVisits(platform, SIZES[loadedOn])
  })
  afterAll(() => platform.close())

  // A visitor signs in once.
  const byVisitor = screens.toSorted((a, b) => (a.as ?? '').localeCompare(b.as ?? ''))
  it.each(byVisitor.map((screen) => [screen.name, screen] as const))(
    '%s is laid out well',
    async (_name, screen) => {
      const page = await visits.open(screen)
      const faults = await faultsOn(page, loadedOn)
      if (isAccessibleOn.includes(loadedOn))
        faults.push(...(await barriersOn(page, screen, loadedOn, COLORS[0])))
      if (inAllColors)
        for (const colors of COLORS.slice(1))
          faults.push(...(await barriersOn(page, screen, loadedOn, colors)))
      await page.emulateMedia(COLORS[0][1])
      const resized = loadedOn === 'phone' ? 'desktop' : 'phone'
      await visits.resize(screen, SIZES[resized])
      faults.push(...(await faultsOn(page, resized)))
      if (isAccessibleOn.includes(resized))
        faults.push(...(await barriersOn(page, screen, resized, COLORS[0])))
      for (const width of atAllWidths ? STEPS : []) {
        await visits.resize(screen, { width, height: 800 })
        faults.push(...(await faultsOn(page, `${width} px`)))
      }
      if (atAllWidths) {
        await visits.resize(screen, TABLET)
        faults.push(...(await faultsOn(page, 'tablet')))
      }
      expect(faults).toEqual([])
    },
  )
}

/** Violations that axe reports; in colors other than the first only those that depend on colors. */
async function barriersOn(
  page: Page,
  { isLoading }: Screen,
  size: Size,
  [colors, media]: (typeof COLORS)[number],
): Promise<string[]> {
  await page.emulateMedia(media)
  await page.evaluate(untilColorsHaveChanged)
  const violations = await violationsOn(page, isLoading, colors === 'light' ? 'all' : 'colors')
  return violations.map((violation) => `${size}, ${colors}: ${violation}`)
}

async function faultsOn(page: Page, size: string): Promise<string[]> {
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
