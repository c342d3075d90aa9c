import { type IgnoredFailure, type PageReport, type WebVital } from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { countedReports } from './counted-report'
import { addOfRoute } from './counts'
import { findRegression, findSilence, type VersionViews } from './judge-version'
import { describeSlowness, type VersionVitals } from './judge-vitals'
import { countOfStep, stepOf } from './vitals'

const RUNS = 25
const VIEWS = 300
const JUDGED_EVERY = 5
const SPEED_JUDGED_EVERY = 15
const NETWORKS = 4
const ROUTES = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h']
const APP = 'mfe-browse'

type Fate = 'fine' | 'fails' | 'freezes'

interface Site {
  /** How a page of the canary ends, unless it ends as any page may. */
  canary: (route: string) => Fate
  /** Share of visitors who have the page translated, which fails three in ten of their pages. */
  translated?: number
  /** How many times as long as with the live version interactions take. */
  slower?: number
}

type Outcome = 'held' | 'taken back'

/** Most values are near the median, a few are many times as much: three in four are below 1.7 times. */
const typicalValue = (random: () => number, median: number): number =>
  median * Math.exp(0.8 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))

/** Visitors open pages, a tenth of them with a canary. @returns what becomes of it; undefined: nothing within so many views */
function outcomeOf(seed: number, { canary, translated = 0, slower = 1 }: Site): Outcome | undefined {
  const random = createRandom(seed).next
  const randomSpeed = createRandom(seed + RUNS).next
  const routes = new Set(ROUTES)
  const vitals = { live: new Map() as VersionVitals, canary: new Map() as VersionVitals }
  let isHeld = false
  const counted = { live: new Map() as VersionViews, canary: new Map() as VersionViews }
  const pages = { live: new Map() as VersionViews, canary: new Map() as VersionViews }

  function open(version: 'live' | 'canary'): void {
    const route = ROUTES[Math.floor(random() * ROUTES.length)] ?? '/'
    // A few networks have most of the visitors.
    const network = `n${Math.floor(200 * random() ** 2)}`
    const fate = version === 'canary' ? canary(route) : 'fine'
    const isTranslated = random() < translated
    const fails = fate === 'fails' || random() < (isTranslated ? 0.3 : 0.01)
    const isSilent = fate === 'freezes' || random() < 0.03
    addOfRoute(pages[version], route, network, { views: 1, failures: isSilent ? 1 : 0 })
    if (isSilent) return
    const about = { app: APP, version, route }
    const reports: PageReport[] = [{ ...about, kind: 'view' }]
    const ignored: IgnoredFailure[] = []
    if (fails && isTranslated) ignored.push({ app: APP, version, kind: 'error', noise: 'translated' })
    else if (fails) reports.push({ ...about, kind: 'error' })
    const vital = (name: WebVital, median: number) =>
      reports.push({ ...about, kind: 'vital', name, value: typicalValue(randomSpeed, median) })
    vital('LCP', 800 + 200 * ROUTES.indexOf(route))
    // On a third of the pages nothing is touched.
    if (randomSpeed() < 2 / 3)
      vital('INP', (60 + 20 * ROUTES.indexOf(route)) * (version === 'canary' ? slower : 1))
    for (const report of countedReports(reports, { routes, pageRoute: route, ignored }).values())
      if (report.kind === 'vital') {
        const { name, value } = report
        addOfRoute(vitals[version], route, network, { [countOfStep(name, stepOf(name, value))]: 1 })
      } else if (report.kind !== 'noise')
        addOfRoute(counted[version], route, network, {
          views: +(report.kind === 'view'),
          failures: +(report.kind === 'failure'),
        })
  }

  for (let views = 1; views <= VIEWS; views += 1) {
    for (let others = 0; others < 9; others += 1) open('live')
    open('canary')
    if (views % JUDGED_EVERY > 0) continue
    const slow = (how: 'held' | 'takenBack') =>
      describeSlowness(vitals.canary, vitals.live, { networks: NETWORKS, how, comparedWith: 'live' })
    const isSlower = views % SPEED_JUDGED_EVERY === 0 && slow('held') !== undefined
    const isTakenBack =
      findRegression(counted.canary, counted.live, NETWORKS) ??
      findSilence(pages.canary, pages.live, NETWORKS) ??
      (isSlower && slow('takenBack'))
    if (isTakenBack) return 'taken back'
    isHeld ||= isSlower
  }
  return isHeld ? 'held' : undefined
}

const outcomes = (site: Site) =>
  Array.from({ length: RUNS }, (_, run) => outcomeOf(run + 1, site)).filter(
    (outcome) => outcome !== undefined,
  )
const takenBack = (site: Site) => outcomes(site).filter((outcome) => outcome === 'taken back')

describe(`of ${RUNS} canaries with a tenth of the visitors, within ${VIEWS} views`, () => {
  it.each([
    ['that freeze', { canary: () => 'freezes' }],
    ['that freeze on one route of eight', { canary: (route) => (route === '/c' ? 'freezes' : 'fine') }],
    ['that fail on one route of eight', { canary: (route) => (route === '/c' ? 'fails' : 'fine') }],
  ] satisfies [string, Site][])('all %s are taken back', (_what, site) => {
    expect(takenBack(site)).toHaveLength(RUNS)
  })

  it.each([
    ['that are as the live version is', { canary: () => 'fine' }],
    ['whose pages a third of the visitors translate', { canary: () => 'fine', translated: 1 / 3 }],
  ] satisfies [string, Site][])('none %s is taken back or kept from its next step', (_what, site) => {
    expect(outcomes(site)).toEqual([])
  })

  it('all whose interactions take twice as long are taken back', () => {
    expect(takenBack({ canary: () => 'fine', slower: 2 })).toHaveLength(RUNS)
  })

  it('all that fail on one route of eight are taken back where a third of the visitors translate', () => {
    const canary = (route: string): Fate => (route === '/c' ? 'fails' : 'fine')

    expect(takenBack({ canary, translated: 1 / 3 })).toHaveLength(RUNS)
  })
})
