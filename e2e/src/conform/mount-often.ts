import { setTimeout as delay } from 'node:timers/promises'
import { type Page } from 'playwright-core'
import { settle } from '../screens/open-screen'
import { type Fault } from './checks'
import { type Counts, openCounters } from './counters'
import { type Place } from './places'
import { type Watched } from './watch-page'

/** Growth that a page may cause each time it is shown: traces of the browser and of React, which they drop later. */
const ALLOWED = { memory: 10_000, elements: 4, listeners: 0.5 }
/** Growth that a page may cause once, regardless of the number of times. */
const NOISE = { memory: 400_000, elements: 60, listeners: 10 }
/** With fewer cycles, compiled code outweighs leaks. */
const MEMORY_TELLS_AFTER = 10
/** Milliseconds for work that a page does late: after its requests, in its timeouts. */
const PAUSE = 500

type Found = Omit<Fault, 'place'>

/** Mounts and unmounts a page or slot, beginning and ending without it, and says what stays. */
export async function mountOften(page: Page, place: Place, cycles: number): Promise<Found[]> {
  const counters = await openCounters(page)
  const title = await page.title()
  const faults: Found[] = []
  await page.evaluate(() => (globalThis as Watched).pageWatch.remember())
  const half = Math.ceil(cycles / 2)
  let warm: Counts | undefined
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await mount(page, place)
    if (cycle === 1) faults.push(...(await rulesOutside(page)))
    await unmount(page, place)
    const late = await page.title()
    if (late !== title && !faults.some(({ check }) => check === 'title'))
      faults.push({ check: 'title', found: `It is still "${late}" on the page that follows.` })
    // Caches are filled by then.
    if (cycle === half) warm = await counters.count()
  }
  await delay(PAUSE)
  const late = await page.title()
  if (late !== title) faults.push({ check: 'title', found: `It becomes "${late}" after the page has gone.` })
  if (warm) faults.push(...grown(warm, await counters.count(), cycles - half))
  return [...faults, ...(await changed(page))]
}

/** Shows it, and waits until it has loaded. */
export async function mount(page: Page, place: Place): Promise<void> {
  await place.mount(page)
  await page.locator(place.selector).first().waitFor({ state: 'attached' })
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await settle(page)
}

export async function unmount(page: Page, place: Place): Promise<void> {
  await place.unmount(page)
  await page.locator(place.selector).first().waitFor({ state: 'detached' })
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await settle(page)
}

async function rulesOutside(page: Page): Promise<Found[]> {
  const rules = await page.evaluate(() => (globalThis as Watched).pageWatch.rulesOutside())
  return rules.map((rule) => ({
    check: 'styles',
    found: `Its rule for "${rule}" applies to what it does not render.`,
  }))
}

function grown(warm: Counts, end: Counts, cycles: number): Found[] {
  const faults: Found[] = []
  for (const check of ['memory', 'elements', 'listeners'] as const) {
    const more = end[check] - warm[check]
    if (check === 'memory' && cycles < MEMORY_TELLS_AFTER) continue
    if (more <= NOISE[check] + cycles * ALLOWED[check]) continue
    const each = more / cycles
    const amount = check === 'memory' ? `${(each / 1000).toFixed(0)} KB` : each.toFixed(1)
    faults.push({ check, found: `${amount} more each time.` })
  }
  for (const [check, part] of [
    ['listeners', 'outerListeners'],
    ['timers', 'timers'],
  ] as const)
    for (const [name, count] of Object.entries(end[part])) {
      const more = count - (warm[part][name] ?? 0)
      if (more >= cycles / 2) faults.push({ check, found: `${name}: ${more} more after ${cycles} times.` })
    }
  for (const name of Object.keys(end.timers))
    if (name.startsWith('setInterval') && name.includes(' from '))
      faults.push({ check: 'timers', found: `${name} still runs.` })
  return faults
}

/** Keys of the product begin so; others would meet those of someone else. */
const OUR_KEYS = /^(offquad\b|visitor of screens$)/
const MOST_KEYS = 40

async function changed(page: Page): Promise<Found[]> {
  const { globals, builtIns, storage, styles } = await page.evaluate(() =>
    (globalThis as Watched).pageWatch.changes(),
  )
  const foreign = storage.filter((key) => !OUR_KEYS.test(key))
  return [
    ...globals.map((name) => ({ check: 'globals' as const, found: `window.${name} is new or another.` })),
    ...builtIns.map((name) => ({ check: 'builtIns' as const, found: `${name} is new or another.` })),
    ...foreign.map((key) => ({ check: 'storage' as const, found: `The key "${key}" could be anyone’s.` })),
    ...(storage.length > MOST_KEYS
      ? [{ check: 'storage' as const, found: `There are ${storage.length} keys.` }]
      : []),
    ...styles.map((style) => ({ check: 'styles' as const, found: `Afterwards ${style}.` })),
  ]
}
