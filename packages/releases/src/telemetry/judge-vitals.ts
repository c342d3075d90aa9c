import { vitalText, type WebVital } from '@offquad/contracts'
import { sumCounts, sumRoutes, type VersionCounts } from './counts'
import { ALPHA, weigh } from './judge-version'
import { fisherExactTest, type Proportion } from './statistics'
import { growthOf, pagesIn, percentileOf, stepsOf, valueAt, type VitalCounts } from './vitals'

/** Vitals that pages measured for a version. */
export type VersionVitals = VersionCounts<VitalCounts>

/** The vitals that measure speed. */
const SPEEDS = ['INP', 'LCP'] as const satisfies readonly WebVital[]

/** With fewer pages of either version the 75th percentile is too uncertain. */
const MIN_PAGES = 50

/**
 * A version is slower when its 75th percentile is this many times the baseline's. Two hundred pages give it with an error of a
 * quarter, so one that is twice the baseline's may look like half as much again.
 */
const SLOWER = { held: 1.2, takenBack: 1.5 } as const

interface Comparison {
  networks: number
  how: keyof typeof SLOWER
  /** The version of the baseline. */
  comparedWith: string
}

/**
 * Says where a version is significantly slower than the baseline, over all its routes or on one of them; undefined: nowhere.
 * A quarter of the baseline's pages takes longer than its 75th percentile. Whether significantly more of the candidate's do is
 * tested as failures are, with as many networks, and Bonferroni's correction.
 * @param baseline of the same time
 */
export function describeSlowness(
  candidate: VersionVitals,
  baseline: VersionVitals,
  { networks, how, comparedWith }: Comparison,
): string | undefined {
  const [totals, liveTotals] = [totalsOf(candidate), totalsOf(baseline)]
  const tests = SPEEDS.flatMap((name) =>
    [...totals].map(([route, counts]) => ({
      name,
      route,
      slow: speedOf(name, counts),
      live: speedOf(name, liveTotals.get(route) ?? {}),
    })),
  ).filter(({ slow, live }) => Math.min(slow.pages, live.pages) >= MIN_PAGES)
  const [worst] = tests
    .filter(({ slow, live }) => growthOf(slow.place - live.place) >= SLOWER[how])
    .map((test) => {
      const { name, route, live } = test
      const limit = Math.ceil(live.place)
      // An attacker could report fast pages of the baseline to have the candidate taken back: each network's share is limited.
      const fast = weighVital(name, networksOf(baseline, route), networks, (step) => step <= limit)
      const probability = fisherExactTest(
        weighVital(name, networksOf(candidate, route), networks, (step) => step > limit),
        { views: fast.views, failures: fast.views - fast.failures },
      )
      return { ...test, probability }
    })
    .sort((a, b) => a.probability - b.probability)
  if (!worst || worst.probability * tests.length > ALPHA) return undefined
  const { name, route, slow, live } = worst
  const textOf = ({ place }: Speed) => vitalText(name, valueAt(name, place))
  return `${name}${route === undefined ? '' : ` on ${route}`} is ${textOf(slow)} at the 75th percentile of ${slow.pages} pages, ${textOf(live)} of ${live.pages} with ${comparedWith}`
}

/** Totals by route; undefined is the key for all routes together. */
function totalsOf(vitals: VersionVitals): Map<string | undefined, VitalCounts> {
  const totals = [...vitals].map(([route, byNetwork]): [string, VitalCounts] => [
    route,
    sumCounts(...byNetwork.values()),
  ])
  return new Map([[undefined, sumCounts(...totals.map(([, counts]) => counts))], ...totals])
}

interface Speed {
  pages: number
  /** The 75th percentile, among the steps. */
  place: number
}

function speedOf(name: WebVital, counts: VitalCounts): Speed {
  const steps = stepsOf(counts, name)
  return { pages: pagesIn(steps), place: percentileOf(steps) }
}

const networksOf = (vitals: VersionVitals, route: string | undefined): ReadonlyMap<string, VitalCounts> =>
  (route === undefined ? sumRoutes(vitals) : vitals.get(route)) ?? new Map<string, never>()

function weighVital(
  name: WebVital,
  byNetwork: ReadonlyMap<string, VitalCounts>,
  networks: number,
  isFailure: (step: number) => boolean,
): Proportion {
  const proportions = [...byNetwork].map(([network, counts]): [string, Proportion] => {
    const steps = stepsOf(counts, name)
    const failing = steps.filter((_, step) => isFailure(step))
    return [network, { views: pagesIn(steps), failures: pagesIn(failing) }]
  })
  return weigh(new Map(proportions), networks)
}
