import { type IgnoredFailure, type PageReport } from '@offquad/contracts'
import { countedReports } from './counted-report'
import { findRegression, findSilence, type VersionViews } from './judge-version'
import { addViews } from './version-metrics.repository'

const RUNS = 50
const VIEWS = 300
const JUDGED_EVERY = 5
const NETWORKS = 4
const ROUTES = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h']
const APP = 'mfe-browse'

type Fate = 'fine' | 'fails' | 'freezes'

interface Site {
  /** What becomes of a page of the canary beyond what becomes of any. */
  canary: (route: string) => Fate
  /** Share of visitors who have the page translated, which fails three in ten of their pages. */
  translated?: number
}

/** Uniform from 0 to 1, and the same every time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Visitors open pages, a tenth of them with a canary. @returns its views when it is taken back; undefined: it is not */
function viewsUntilTakenBack(seed: number, { canary, translated = 0 }: Site): number | undefined {
  const random = randomFrom(seed)
  const routes = new Set(ROUTES)
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
    addViews(pages[version], { route, network, views: 1, failures: isSilent ? 1 : 0 })
    if (isSilent) return
    const about = { app: APP, version, route }
    const reports: PageReport[] = [{ ...about, kind: 'view' }]
    const ignored: IgnoredFailure[] = []
    if (fails && isTranslated) ignored.push({ app: APP, version, kind: 'error', noise: 'translated' })
    else if (fails) reports.push({ ...about, kind: 'error' })
    for (const { kind } of countedReports(reports, { routes, pageRoute: route, ignored }).values())
      if (kind === 'view' || kind === 'failure')
        addViews(counted[version], {
          route,
          network,
          views: +(kind === 'view'),
          failures: +(kind === 'failure'),
        })
  }

  for (let views = 1; views <= VIEWS; views += 1) {
    for (let others = 0; others < 9; others += 1) open('live')
    open('canary')
    if (views % JUDGED_EVERY > 0) continue
    const isTakenBack =
      findRegression(counted.canary, counted.live, NETWORKS) ??
      findSilence(pages.canary, pages.live, NETWORKS)
    if (isTakenBack) return views
  }
  return undefined
}

const takenBack = (site: Site): (number | undefined)[] =>
  Array.from({ length: RUNS }, (_, run) => viewsUntilTakenBack(run + 1, site)).filter(
    (views) => views !== undefined,
  )

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
  ] satisfies [string, Site][])('none %s is', (_what, site) => {
    expect(takenBack(site)).toEqual([])
  })

  it('all that fail on one route of eight are taken back where a third of the visitors translate', () => {
    const canary = (route: string): Fate => (route === '/c' ? 'fails' : 'fine')

    expect(takenBack({ canary, translated: 1 / 3 })).toHaveLength(RUNS)
  })
})
