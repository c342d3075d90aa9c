import { describeRegression, findRegression, type VersionViews } from '@offquad/releases'
import { type Instance } from './instance'

/** A new version of a service: one instance gets some of the requests and is compared with the others. */
export interface Trial {
  instance: Instance
  /** Tried together with the canary of this app: it gets the requests of those who get that, and no others. */
  partner: string | undefined
  /** It gets every request, because the others are being replaced. */
  getsAll: boolean
  /**
   * Whether it gets the next request of a call: one in ten, and the first reads, so that rare calls are tried as well.
   * @param isOfPartner whether its caller gets the canary of the partner
   */
  takes(call: string, isRead: boolean, isOfPartner: boolean): boolean
  /** The number of requests that it got. */
  readonly requests: number
  /** Counts a response, or that there was none. */
  record(instance: Instance, call: string, result: { hasFailed: boolean; ms: number }): void
  /** Why it must not replace the others; undefined while it does no worse. */
  complaint(): string | undefined
}

interface Results {
  failures: number
  /** From sending each request to the head of its response, in milliseconds. */
  times: number[]
}

/** Results by call. */
type Recorded = Map<string, Results>

/** A trial that nobody ends must not fill the memory. */
const MAX_REQUESTS = 20_000
/** A response that takes this many times, and milliseconds more than, the 75th percentile of the others is a slow one. */
const SLOW = { times: 2, moreMs: 50 }
/** With fewer requests of a call its percentile is too uncertain. */
const MIN_REQUESTS = 20

const TAKES_EVERY = 10
/** Enough to take back a version that fails all of them. */
const FIRST_READS = 3

export function openTrial(instance: Instance, partner?: string): Trial {
  const tried: Recorded = new Map()
  const others: Recorded = new Map()
  const turns = new Map<string, number>()
  let requests = 0
  let recorded = 0

  return {
    instance,
    partner,
    getsAll: false,
    takes(call, isRead, isOfPartner) {
      if (partner !== undefined) return this.getsAll || isOfPartner
      const turn = (turns.get(call) ?? 0) + 1
      turns.set(call, turn)
      return this.getsAll || turn % TAKES_EVERY === 0 || (isRead && turn <= FIRST_READS)
    },
    get requests() {
      return requests
    },
    record(by, call, { hasFailed, ms }) {
      if (by === instance) requests += 1
      if ((recorded += 1) > MAX_REQUESTS) return
      const results = by === instance ? tried : others
      const ofCall = results.get(call) ?? { failures: 0, times: [] }
      ofCall.times.push(ms)
      if (hasFailed) ofCall.failures += 1
      results.set(call, ofCall)
    },
    complaint() {
      const failing = findRegression(
        proportions(tried, ({ failures }) => failures),
        proportions(others, ({ failures }) => failures),
        1,
      )
      if (failing) return describeRegression(failing, 'the others', 'failed', 'requests')
      const limits = new Map([...others].flatMap(([call, results]) => limitOf(call, results)))
      const slow = ({ times }: Results, call: string) =>
        times.filter((ms) => ms > (limits.get(call) ?? Infinity)).length
      const slower = findRegression(proportions(tried, slow), proportions(others, slow), 1)
      return slower && describeRegression(slower, 'the others', 'were slow', 'requests')
    },
  }
}

const proportions = (
  results: Recorded,
  failuresOf: (results: Results, call: string) => number,
): VersionViews =>
  new Map(
    [...results].map(([call, of]) => [
      call,
      new Map([['', { views: of.times.length, failures: failuresOf(of, call) }]]),
    ]),
  )

function limitOf(call: string, { times }: Results): [call: string, ms: number][] {
  if (times.length < MIN_REQUESTS) return []
  const percentile = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.75)] ?? 0
  return [[call, Math.max(percentile * SLOW.times, percentile + SLOW.moreMs)]]
}
