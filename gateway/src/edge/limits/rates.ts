import { type RateClass as ServiceRateClass } from '@offquad/contracts'

/** Kinds of calls that share a budget: those of the services, and the gateway's own. */
export type RateClass = ServiceRateClass | 'report'

/** A budget per minute, in units; the contract of a call defines its `cost`. */
export interface Rate {
  perUser: number
  /** High enough for a campus behind one IP address, low enough that a script does not overload a service. */
  perAddress: number
}

export const RATES: Record<RateClass, Rate> = {
  'sign-in': { perUser: 30, perAddress: 600 },
  write: { perUser: 120, perAddress: 1_200 },
  search: { perUser: 600, perAddress: 6_000 },
  // Reading a resource by id costs 1, a list 10: older clients read hundreds of resources one by one for a single page.
  read: { perUser: 12_000, perAddress: 120_000 },
  // Reports of pages on their versions. Limited, so that a script cannot cause a rollback.
  report: { perUser: 12_000, perAddress: 12_000 },
}
