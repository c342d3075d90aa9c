import { type RateClass as ServiceRateClass } from '@offquad/contracts'

/** Kinds of calls that share a budget: those that services name, and the gateway's own. */
export type RateClass = ServiceRateClass | 'report'

/** A budget per minute, in units: a call's contract says how many it takes (`cost`). */
export interface Rate {
  perUser: number
  /** A whole campus may stand behind one IP address; a script behind one may not take a service from the others. */
  perAddress: number
}

export const RATES: Record<RateClass, Rate> = {
  'sign-in': { perUser: 30, perAddress: 600 },
  write: { perUser: 120, perAddress: 1_200 },
  search: { perUser: 600, perAddress: 6_000 },
  // Reading one thing by its id costs 1, a list 10: older clients read hundreds of things one by one for a single page.
  read: { perUser: 12_000, perAddress: 120_000 },
  // What pages report of their versions, a few at a time: a script may not decide what everyone gets.
  report: { perUser: 12_000, perAddress: 12_000 },
}
