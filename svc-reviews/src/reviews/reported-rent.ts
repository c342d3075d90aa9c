import { LEAST_RENT_REPORTS, type ReportedRent } from '@offquad/contracts'

/**
 * The median bracket of reviews that name one (0: they do not), the lower of the middle two where their number is even;
 * null from too few of them to say anything.
 */
export function reportedRentOf(prices: readonly number[]): ReportedRent | null {
  const named = prices.filter((price) => price > 0).sort((one, other) => one - other)
  const bracket = named[Math.floor((named.length - 1) / 2)]
  if (bracket === undefined || named.length < LEAST_RENT_REPORTS) return null
  return { bracket, reports: named.length }
}
