import { type Page } from 'playwright-core'
import { DESKTOP, untilTakenOver } from '../browser'
import { type FilledPlatform } from '../screens/data-sets'
import { createVisits, type Visits } from '../screens/open-screen'
import { type Fault } from './checks'
import { showAlone, showInCircumstances } from './circumstances'
import { mountOften } from './mount-often'
import { type Place } from './places'
import { watchPage } from './watch-page'

interface Conform {
  platform: Pick<FilledPlatform, 'url' | 'dataDir'>
  app: string
  cycles: number
}

/** Whether pages and slots of a remote leave the site as they found it, and hold in every circumstance. */
export async function findFaults({ platform, app, cycles }: Conform, places: Place[]): Promise<Fault[]> {
  const faults: Fault[] = []
  const visits = createVisits(platform, DESKTOP)
  const errors: string[] = []
  let isWatched = false
  async function prepare(page: Page): Promise<void> {
    if (isWatched) return
    isWatched = true
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.addInitScript(watchPage)
  }
  for (const place of places.toSorted((a, b) => a.as.localeCompare(b.as))) {
    const checks: [Fault['check'], (page: Page) => Promise<Omit<Fault, 'place'>[]>][] = [
      ['shown', (page) => mountOften(page, place, cycles)],
      ['offline', (page) => showInCircumstances(page, place)],
    ]
    if (place.kind === 'page') checks.push(['neighbours', (page) => showAlone(page, app, place)])
    for (const [fallback, check] of checks) {
      const page = await openAway(visits, place, prepare)
      errors.length = 0
      const foundFaults = await check(page).catch((error: Error) => [
        { check: fallback, found: error.message.split('\n')[0] ?? '' },
      ])
      faults.push(...foundFaults.map((fault) => ({ ...fault, place: place.name })))
      for (const error of new Set(errors)) faults.push({ check: 'errors', place: place.name, found: error })
    }
  }
  await visits.close()
  return faults
}

/** A page without the place, in a document of its own. */
async function openAway(
  visits: Visits,
  { name, as, away }: Place,
  before: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await visits.open({ name, as, address: away, before })
  await untilTakenOver(page)
  return page
}
