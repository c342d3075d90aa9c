import { addOfRoute, describeRegression, findRegression, type VersionViews } from '@offquad/releases'

interface Result {
  call: string
  hasFailed: boolean
  /** From sending the request to the head of its response. */
  ms: number
}

export interface Verdict {
  /** The number of requests that the version got. */
  requests: number
  /** Why it must not replace the other one; absent while it does no worse. */
  complaint?: string
}

/** Outcomes of requests to one version. */
export interface Results {
  add(result: Result): void
  /** @param baseline names the version with these results in the complaint */
  comparedWith(results: Results, baseline: string): Verdict
  latest: readonly Result[]
}

/** For each version: it may run for months. */
const MAX_RESULTS = 5_000
/** A response that takes this many times, and milliseconds more than, the 75th percentile of the others is a slow one. */
const SLOW = { times: 2, moreMs: 50 }
/** With fewer requests of a call its percentile is too uncertain. */
const MIN_REQUESTS = 20

export function openResults(): Results {
  const latest: Result[] = []
  let requests = 0
  return {
    latest,
    add(result) {
      latest[requests % MAX_RESULTS] = result
      requests += 1
    },
    comparedWith(others, baseline) {
      const complaint = complaintOf(latest, others.latest, baseline)
      return { requests, ...(complaint !== undefined && { complaint }) }
    },
  }
}

/**
 * The results of the version that answered last and of the one before it, by the builds that responses name: an engine replaces
 * versions behind one address.
 */
export function openBuilds() {
  /** In the order of their latest responses. */
  const builds = new Map<string, Results>()
  return {
    add(build: string, result: Result): void {
      const results = builds.get(build) ?? openResults()
      results.add(result)
      builds.delete(build)
      builds.set(build, results)
      if (builds.size > 2) builds.delete([...builds.keys()][0] ?? '')
    },
    /** Without requests until there is a version before the last one. */
    verdict(): Verdict {
      const [before, last] = [...builds.values()]
      return before && last ? last.comparedWith(before, 'the version before') : { requests: 0 }
    },
  }
}

function complaintOf(
  tried: readonly Result[],
  others: readonly Result[],
  baseline: string,
): string | undefined {
  const findMore = (isBad: (result: Result) => boolean) =>
    findRegression(proportions(tried, isBad), proportions(others, isBad), 1)
  const failing = findMore(({ hasFailed }) => hasFailed)
  if (failing) return describeRegression(failing, baseline, 'failed', 'requests')
  const limits = new Map(
    [...new Set(others.map(({ call }) => call))].map((call) => [call, limitOf(call, others)]),
  )
  const slower = findMore(({ call, ms }) => ms > (limits.get(call) ?? Infinity))
  return slower && describeRegression(slower, baseline, 'were slow', 'requests')
}

function proportions(results: readonly Result[], isBad: (result: Result) => boolean): VersionViews {
  const views: VersionViews = new Map()
  for (const result of results)
    addOfRoute(views, result.call, '', { views: 1, failures: isBad(result) ? 1 : 0 })
  return views
}

function limitOf(call: string, results: readonly Result[]): number {
  const times = results.flatMap((result) => (result.call === call ? [result.ms] : [])).sort((a, b) => a - b)
  if (times.length < MIN_REQUESTS) return Infinity
  const percentile = times[Math.floor(times.length * 0.75)] ?? 0
  return Math.max(percentile * SLOW.times, percentile + SLOW.moreMs)
}
