import { binomialTest, fisherExactTest, type Proportion } from './statistics'

/** What pages reported of a version: by route, then by network. */
export type VersionViews = Map<string, Map<string, Proportion>>

/**
 * Chance that a version which fails no more often than the live one is taken back. A canary is looked at after every few
 * views, which multiplies the chance of one look; with 0.001 a look, simulated canaries of 1,000 views as good as the live
 * version (failing 0 to 10 %) are taken back in fewer than 5 of 1,000 cases.
 */
const ALPHA = 0.001

/** Fewer failing views are one visitor's browser. */
const LEAST_FAILURES = 3

/** A version that fails less often is not taken back, however certain the difference is. */
const LEAST_RATE = 0.05
const LEAST_FACTOR = 2

/** With fewer views of the live version its failure rate is too uncertain to compare with. */
const LEAST_LIVE_VIEWS = 20

/** A network may always weigh as much as this many views that did not fail. */
const LEAST_WEIGHT = 20

/** Where a version fails, and how much. */
export interface Regression {
  /** A route; absent: over all of them. */
  route?: string
  tried: Proportion
  live: Proportion
}

/**
 * Whether a version fails significantly more often than the live one: over all its routes, or on one of them, so that a
 * page that always throws does not drown in the views of the others. Of several tests the most significant one decides,
 * with Bonferroni's correction (which Holm's begins with, too): its probability times the number of tests is compared
 * with ALPHA.
 * @param tried since it is given to visitors
 * @param live in the same time, or before
 * @param networks from how many networks failures must come
 */
export function findRegression(
  tried: VersionViews,
  live: VersionViews,
  networks: number,
): Regression | undefined {
  const overall: Regression = { tried: weigh(overAll(tried), networks), live: weigh(overAll(live), networks) }
  const byRoute = [...tried].map(([route, views]): Regression => ({
    route,
    tried: weigh(views, networks),
    live: weigh(live.get(route) ?? new Map<string, Proportion>(), networks),
  }))
  // A route of fewer views cannot be judged whatever they say, so it is no test that could go wrong.
  const tests = [overall, ...byRoute].filter((test) => test.tried.views >= LEAST_FAILURES)
  const [worst] = tests
    .filter((test) => isNotable(test.tried, test.live))
    .map((regression) => ({ regression, probability: probabilityOf(regression) }))
    .sort((one, other) => one.probability - other.probability)
  return worst && worst.probability * tests.length <= ALPHA ? worst.regression : undefined
}

/** @param comparedWith the version `live` is of */
export function describeRegression({ route, tried, live }: Regression, comparedWith: string): string {
  const place = route === undefined ? '' : ` of ${route}`
  return `${percent(tried)} of ${tried.views} views${place} failed, ${percent(live)} of ${live.views} with ${comparedWith}`
}

/**
 * How many views of a version, from how many networks: no network counts for more than the one with the `networks`-th
 * most, so that fewer than that many cannot decide anything, however much they report. What a network reports beyond that
 * is left out. With 1, everything counts.
 */
export function weigh(byNetwork: ReadonlyMap<string, Proportion>, networks: number): Proportion {
  const all = [...byNetwork.values()]
  const nthMost = (counts: number[]) => counts.sort((one, other) => other - one)[networks - 1] ?? 0
  const mostFailures = nthMost(all.map(({ failures }) => failures))
  const mostOthers =
    networks === 1
      ? Infinity
      : Math.max(LEAST_WEIGHT, nthMost(all.map(({ views, failures }) => views - failures)))
  const total: Proportion = { views: 0, failures: 0 }
  for (const { views, failures } of all) {
    const counted = Math.min(failures, mostFailures)
    total.failures += counted
    total.views += counted + Math.min(views - failures, mostOthers)
  }
  return total
}

/** What was reported by each network, whatever the route. */
export function overAll(views: VersionViews): Map<string, Proportion> {
  const all = new Map<string, Proportion>()
  for (const byNetwork of views.values())
    for (const [network, { views, failures }] of byNetwork) {
      const known = all.get(network) ?? { views: 0, failures: 0 }
      all.set(network, { views: known.views + views, failures: known.failures + failures })
    }
  return all
}

function isNotable(tried: Proportion, live: Proportion): boolean {
  if (tried.failures < LEAST_FAILURES) return false
  return rateOf(tried) > Math.max(LEAST_RATE, LEAST_FACTOR * rateOf(live))
}

// Where the live version has hardly been seen, its rate is unknown: then no version is to fail on more than 5 %.
function probabilityOf({ tried, live }: Regression): number {
  if (live.views >= LEAST_LIVE_VIEWS) return fisherExactTest(tried, live)
  return binomialTest(tried, Math.max(LEAST_RATE, rateOf(live)))
}

const rateOf = ({ views, failures }: Proportion): number => (views === 0 ? 0 : failures / views)
const percent = (proportion: Proportion): string => `${(rateOf(proportion) * 100).toFixed(1)} %`
