import { translatePage } from '@offquad/web-kit/testing/translate-page'
import { type Page } from 'playwright-core'
import { violationsOn } from '../accessibility'
import { layoutFaultsOn } from '../screens/layout-faults'
import { settle } from '../screens/open-screen'
import { type Fault } from './checks'
import { mount, unmount } from './mount-often'
import { type Place, REMOTES } from './places'

type Found = Omit<Fault, 'place'>

/** 1280 by 1024 pixels at 400 %. */
const ENLARGED = { width: 320, height: 256 }

const FAILED = 'cannot be shown right now.'

/** Shows a page or slot as some people see it, beginning and ending without it. */
export async function showInCircumstances(page: Page, place: Place): Promise<Found[]> {
  const problems: Found[] = []
  const size = page.viewportSize()
  await mount(page, place)
  problems.push(...(await whatMoves(page, place)))
  await page.emulateMedia({ forcedColors: 'active' })
  const barriers = await violationsOn(page, false, 'colors')
  problems.push(...barriers.map((barrier) => ({ check: 'colors' as const, found: barrier })))
  await page.emulateMedia({ forcedColors: 'none' })

  await page.setViewportSize(ENLARGED)
  await settle(page)
  const faults = await layoutFaultsOn(page)
  problems.push(...faults.map((fault) => ({ check: 'enlarged' as const, found: fault })))
  if (size) await page.setViewportSize(size)
  await settle(page)

  await page.evaluate(translatePage)
  await unmount(page, place)
  await mount(page, place)
  problems.push(...(await failures(page, 'translated')))
  await unmount(page, place)

  await page.context().setOffline(true)
  await mount(page, place)
  problems.push(...(await failures(page, 'offline')))
  await page.context().setOffline(false)
  await unmount(page, place)
  return problems
}

/** Opens a page while all other remotes are broken. */
export async function showAlone(page: Page, app: string, place: Place): Promise<Found[]> {
  const neighbours = REMOTES.filter((remote) => remote !== app)
  for (const remote of neighbours) await page.route(`**/mf/${remote}/**/*.js*`, (route) => route.abort())
  await page.goto(place.address ?? place.away, { waitUntil: 'load' })
  await page.locator(place.selector).first().waitFor({ state: 'attached' })
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const faults = await failures(page, 'neighbours', `${place.selector} > :first-child > :is(h1)`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return faults
}

async function failures(page: Page, check: Fault['check'], within = 'main h1'): Promise<Found[]> {
  const messages = await page.locator(within).filter({ hasText: FAILED }).allInnerTexts()
  return messages.map((message) => ({ check, found: message }))
}

/** Animations of its content that go on although the visitor wants none. */
async function whatMoves(page: Page, { selector }: Place): Promise<Found[]> {
  const moving = await page.evaluate(
    (root) =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect instanceof KeyframeEffect)
        .map(({ effect }) => (effect as KeyframeEffect).target)
        .filter((target) => target?.closest(root))
        .map((target) => `<${target?.tagName.toLowerCase()} class="${target?.className}"> moves.`),
    selector,
  )
  return moving.map((element) => ({ check: 'still', found: element }))
}
