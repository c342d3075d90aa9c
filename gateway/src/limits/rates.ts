import { type RateClass as ServiceRateClass } from '@offquad/contracts'

/** Calls that cost about the same and are needed about as often: those services name, and the gateway's own. */
export type RateClass = ServiceRateClass | 'report'

/** How many calls of a kind are answered in a minute. */
export interface Rate {
  perUser: number
  /** A whole campus may stand behind one address; a script behind one may not take a service from the others. */
  perAddress: number
}

export const RATES: Record<RateClass, Rate> = {
  'sign-in': { perUser: 30, perAddress: 600 },
  write: { perUser: 120, perAddress: 1_200 },
  search: { perUser: 600, perAddress: 6_000 },
  read: { perUser: 1_200, perAddress: 12_000 },
  // What pages say of their versions, a few at a time: a script may not decide what everybody gets.
  report: { perUser: 12_000, perAddress: 12_000 },
}
