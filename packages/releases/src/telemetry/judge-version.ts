import { sumRoutes, type VersionCounts } from './counts'
import { binomialTest, fisherExactTest, type Proportion } from './statistics'

/** Views and failures that pages reported for a version. */
export type VersionViews = VersionCounts<Proportion>

/**
 * Significance level: the probability of rolling back a version that fails no more often than the live one. A canary is judged
 * after every few views, which increases the probability over a single test; at 0.001 per test, simulated canaries of 1,000
 * views that are as good as the live version (failing 0 to 10 %) are rolled back in fewer than 5 of 1,000 cases.
 */
export const ALPHA = 0.001

/** Fewer failing views may all come from one visitor's browser. */
const MIN_FAILURES = 3

/** A version that fails less often is not rolled back, however significant the difference. */
const MIN_FAILURE_RATE = 0.05
const MIN_RATIO = 2

/** With fewer views of the baseline its failure rate is too uncertain for a comparison. */
const MIN_BASELINE_VIEWS = 20

/** Every network may contribute at least this many views without a failure. */
const MIN_NETWORK_VIEWS = 20

/** A route on which a version fails more often than the baseline. */
export interface Regression {
  /** Absent: over all routes. */
  route?: string
  candidate: Proportion
  baseline: Proportion
}

/**
 * Whether a version fails significantly more often than the baseline: over all its routes, or on one of them, so that a page
 * that always throws is not masked by the views of the others. Of several tests the most significant one decides, with
 * Bonferroni's correction (the first step of Holm's): its probability times the number of tests is compared with ALPHA.
 * @param candidate views of the version to judge, since visitors have been getting it
 * @param baseline views of the version to compare with, from the same time or before
 * @param networks number of networks that must report failures
 */
export function findRegression(
  candidate: VersionViews,
  baseline: VersionViews,
  networks: number,
): Regression | undefined {
  const overall: Regression = {
    candidate: weighCandidate(sumRoutes(candidate), networks),
    baseline: weighBaseline(sumRoutes(baseline), networks),
  }
  const byRoute = [...candidate].map(([route, views]): Regression => ({
    route,
    candidate: weighCandidate(views, networks),
    baseline: weighBaseline(baseline.get(route) ?? new Map<string, Proportion>(), networks),
  }))
  // A route with fewer views cannot fail the test, so it does not count towards the correction.
  const tests = [overall, ...byRoute].filter((test) => test.candidate.views >= MIN_FAILURES)
  const [worst] = tests
    .filter((test) => isNotable(test.candidate, test.baseline))
    .map((regression) => ({ regression, probability: probabilityOf(regression) }))
    .sort((a, b) => a.probability - b.probability)
  return worst && worst.probability * tests.length <= ALPHA ? worst.regression : undefined
}

/**
 * The number of failures among these views at which a version is rolled back.
 * @param candidate as weighed, at least `views` of it
 */
export function failuresTooMany({ views }: Proportion, baseline: Proportion): number {
  const only = (proportion: Proportion): VersionViews => new Map([['', new Map([['', proportion]])]])
  const isTooMany = (failures: number) =>
    findRegression(only({ views: Math.max(views, failures), failures }), only(baseline), 1) !== undefined
  let [few, many] = [MIN_FAILURES - 1, Math.max(views, 2 * MIN_BASELINE_VIEWS)]
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2)
    if (isTooMany(middle)) many = middle
    else few = middle
  }
  return many
}

/**
 * @param comparedWith the version of the baseline
 * @param what happened to them
 * @param counted what they are
 */
export function describeRegression(
  { route, candidate, baseline }: Regression,
  comparedWith: string,
  what = 'failed',
  counted = 'views',
): string {
  const ofRoute = route === undefined ? '' : ` of ${route}`
  const before = baseline.views === 0 ? `no ${counted}` : `${percent(baseline)} of ${baseline.views}`
  return `${percent(candidate)} of ${candidate.views} ${counted}${ofRoute} ${what}, ${before} with ${comparedWith}`
}

/**
 * Whether significantly more of a version's pages never report than of the baseline's: they are frozen, or white. Some of every
 * version never do, because their visitors leave or their browsers hide the token, so a baseline is required.
 * @param candidate pages that browsers opened; their failures have not reported
 */
export function findSilence(
  candidate: VersionViews,
  baseline: VersionViews,
  networks: number,
): Regression | undefined {
  const regression = findRegression(candidate, baseline, networks)
  return regression && regression.baseline.views >= MIN_BASELINE_VIEWS ? regression : undefined
}

/**
 * Sums the views of all networks. Each network's contribution is capped at that of the network with the `networks`-th most,
 * so that fewer networks than that cannot decide anything, however much they report. With 1, everything counts.
 * @param certainFailures failures that count for each network, however few networks report any
 */
export function weigh(
  byNetwork: ReadonlyMap<string, Proportion>,
  networks: number,
  certainFailures = 0,
): Proportion {
  // Failures can be negative: a page may report before it is counted.
  const all = [...byNetwork.values()].map(({ views, failures }) => ({
    views,
    failures: Math.max(0, failures),
  }))
  const nthMost = (counts: number[]) => counts.sort((a, b) => b - a)[networks - 1] ?? 0
  const mostFailures = Math.max(certainFailures, nthMost(all.map(({ failures }) => failures)))
  const mostOthers = Math.max(MIN_NETWORK_VIEWS, nthMost(all.map(({ views, failures }) => views - failures)))
  const total: Proportion = { views: 0, failures: 0 }
  for (const { views, failures } of all) {
    const counted = Math.min(failures, mostFailures)
    total.failures += counted
    total.views += counted + Math.min(views - failures, mostOthers)
  }
  return total
}

/** With many networks, the share of networks that must report failures is the share of views that must fail. */
const weighCandidate = (byNetwork: ReadonlyMap<string, Proportion>, networks: number): Proportion =>
  weigh(byNetwork, networks === 1 ? 1 : Math.max(networks, Math.ceil(byNetwork.size * MIN_FAILURE_RATE)))

/** Without its rare failures, which come from few networks, the candidate's would stand out. */
const weighBaseline = (byNetwork: ReadonlyMap<string, Proportion>, networks: number): Proportion =>
  weigh(byNetwork, networks, MIN_FAILURES)

function isNotable(candidate: Proportion, baseline: Proportion): boolean {
  if (candidate.failures < MIN_FAILURES) return false
  return rateOf(candidate) > Math.max(MIN_FAILURE_RATE, MIN_RATIO * rateOf(baseline))
}

// With few views of the baseline its rate is unknown; then no version may fail on more than 5 % of its views.
function probabilityOf({ candidate, baseline }: Regression): number {
  if (baseline.views >= MIN_BASELINE_VIEWS) return fisherExactTest(candidate, baseline)
  return binomialTest(candidate, Math.max(MIN_FAILURE_RATE, rateOf(baseline)))
}

const rateOf = ({ views, failures }: Proportion): number => (views === 0 ? 0 : failures / views)
const percent = (proportion: Proportion): string => `${(rateOf(proportion) * 100).toFixed(1)} %`
