import { type PaidRent, type RentReports, medianRent } from '@offquad/contracts'

/** The reports of one apartment, and its area. */
interface LocatedReports {
  area: string
  rents: readonly RentReports[]
}

export interface AreaRents {
  /** Replaces the reports of one apartment; undefined if it did not exist before or no longer exists. */
  replace(before: LocatedReports | undefined, after: LocatedReports | undefined): void
  /** All reports of an area, each year and number of bedrooms once. */
  of(area: string): RentReports[]
}

/** The sums of the reports in each area, updated as single apartments change. */
export function createAreaRents(): AreaRents {
  const areas = new Map<string, Map<string, RentReports>>()

  function count({ area, rents }: LocatedReports, sign: 1 | -1): void {
    const sums = areas.get(area) ?? new Map<string, RentReports>()
    areas.set(area, sums)
    for (const { year, bedrooms, brackets } of rents) {
      const key = `${year}/${bedrooms}`
      const sum = sums.get(key)?.brackets
      const next = brackets.map((reports, index) => (sum?.[index] ?? 0) + sign * reports)
      if (next.some((reports) => reports > 0)) sums.set(key, { year, bedrooms, brackets: next })
      else sums.delete(key)
    }
  }

  return {
    replace(before, after) {
      if (before) count(before, -1)
      if (after) count(after, 1)
    },
    of: (area) => [...(areas.get(area)?.values() ?? [])],
  }
}

/**
 * What students paid, where there are enough reports: by bedrooms and year, and by bedrooms over all years. Sorted by
 * bedrooms; for each, all years together first, then the newest year.
 */
export function paidRents(reports: readonly RentReports[]): PaidRent[] {
  const sizes = [...new Set(reports.map(({ bedrooms }) => bedrooms))].toSorted((one, other) => one - other)
  return sizes.flatMap((bedrooms) => {
    const years = reports.filter((one) => one.bedrooms === bedrooms)
    const ofAllYears = medianRent(years.reduce<number[]>((sum, { brackets }) => add(sum, brackets), []))
    const byYear = years
      .toSorted((one, other) => other.year - one.year)
      .flatMap(({ year, brackets }) => {
        const rent = medianRent(brackets)
        return rent ? [{ bedrooms, year, ...rent }] : []
      })
    return ofAllYears ? [{ bedrooms, ...ofAllYears }, ...byYear] : []
  })
}

const add = (sum: readonly number[], brackets: readonly number[]): number[] =>
  brackets.map((reports, index) => (sum[index] ?? 0) + reports)
