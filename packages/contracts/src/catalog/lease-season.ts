import { type Static, Type } from 'typebox'

/** With fewer reports, a month could reveal when a single student signed. */
const LEAST_REPORTS = 5

const Month = Type.Integer({ minimum: 1, maximum: 12 })

/** When leases are usually signed: 11 to 1 is November to January. */
export const LeaseSeason = Type.Object({
  from: Month,
  to: Month,
  reports: Type.Integer({ description: 'How many reviews say when the lease was signed' }),
})
export type LeaseSeason = Static<typeof LeaseSeason>

/**
 * The shortest run of months with at least half of the reports, where January follows December. Ties: most reports, then
 * first.
 * @param counts numbers of reviews that name January, February, and so on
 * @returns undefined for fewer than five reviews
 */
export function leaseSeasonOf(counts: readonly number[]): LeaseSeason | undefined {
  const reports = counts.reduce((sum, count) => sum + count, 0)
  if (reports < LEAST_REPORTS) return undefined
  let length = 1
  let runs = counts
  while (Math.max(...runs) * 2 < reports) {
    runs = runs.map((sum, first) => sum + (counts[(first + length) % 12] ?? 0))
    length += 1
  }
  const first = runs.indexOf(Math.max(...runs))
  return { from: first + 1, to: ((first + length - 1) % 12) + 1, reports }
}
