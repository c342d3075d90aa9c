import { type Instance } from './instance'
import { openResults, type Results, type Verdict } from './results'

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
  resultsOf(instance: Instance): Results
  verdict(): Verdict
}

const TAKES_EVERY = 10
/** Enough to take back a version that fails all of them. */
const FIRST_READS = 3

export function openTrial(instance: Instance, partner?: string): Trial {
  const tried = openResults()
  const others = openResults()
  const turns = new Map<string, number>()

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
    resultsOf: (asked) => (asked === instance ? tried : others),
    verdict: () => tried.comparedWith(others, 'the others'),
  }
}
