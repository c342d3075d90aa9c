import {
  type Listing,
  type ListingStats,
  medianRent,
  type PaidRent,
  type RentReports,
} from '@offquad/contracts'

/** The reports of one apartment, and its area. */
interface LocatedReports {
  area: string
  rents: readonly RentReports[]
  signedMonths: ListingStats['signedMonths']
}

/** The sums of the reports in each area, updated as single apartments change. */
export function createAreaReports() {
  const areas = new Map<string, { rents: Map<string, RentReports>; signedMonths: number[] }>()

  function count({ area, rents, signedMonths }: LocatedReports, sign: 1 | -1): void {
    const sums = areas.get(area) ?? { rents: new Map<string, RentReports>(), signedMonths: [] }
    areas.set(area, sums)
    if (signedMonths) sums.signedMonths = add(sums.signedMonths, signedMonths, sign)
    for (const { year, bedrooms, brackets } of rents) {
      const key = `${year}/${bedrooms}`
      const next = add(sums.rents.get(key)?.brackets ?? [], brackets, sign)
      if (next.some((reports) => reports > 0)) sums.rents.set(key, { year, bedrooms, brackets: next })
      else sums.rents.delete(key)
    }
  }

  return {
    /** Replaces the reports of one apartment; undefined if it did not exist before or no longer exists. */
    replace(before: LocatedReports | undefined, after: LocatedReports | undefined): void {
      if (before) count(before, -1)
      if (after) count(after, 1)
    },
    /** Rent reports in an area, one entry per year and number of bedrooms. */
    rentsIn: (area: string): RentReports[] => [...(areas.get(area)?.rents.values() ?? [])],
    /** Numbers of reports in an area that name January, February, and so on. */
    signedMonthsIn: (area: string): readonly number[] => areas.get(area)?.signedMonths ?? [],
  }
}

/**
 * Rents that students paid, if there are enough reports: by bedrooms and year, and by bedrooms over all years. Sorted by
 * bedrooms, with the entry for all years first, then the newest year.
 */
export function paidRents(reports: readonly RentReports[]): PaidRent[] {
  const sizes = [...new Set(reports.map(({ bedrooms }) => bedrooms))].toSorted((a, b) => a - b)
  return sizes.flatMap((bedrooms) => {
    const years = reports.filter((report) => report.bedrooms === bedrooms)
    const ofAllYears = medianRent(years.reduce<number[]>((sum, { brackets }) => add(sum, brackets), []))
    const byYear = years
      .toSorted((a, b) => b.year - a.year)
      .flatMap(({ year, brackets }) => {
        const rent = medianRent(brackets)
        return rent ? [{ bedrooms, year, ...rent }] : []
      })
    return ofAllYears ? [{ bedrooms, ...ofAllYears }, ...byYear] : []
  })
}

const add = (sums: readonly number[], counts: readonly number[], sign = 1): number[] =>
  counts.map((count, index) => (sums[index] ?? 0) + sign * count)

type Rated = Pick<Listing, 'numReviews' | 'avgRating'>

/**
 * Weight of the mean of all reviews in the rating of one apartment, in reviews. In Bühlmann's credibility model
 * ("Experience rating and credibility", ASTIN Bulletin 4, 1967) it is the variance of reviews of one apartment divided
 * by the variance between apartments. We assume standard deviations of 1.1 and 0.5 stars, hence 1.21 / 0.25.
 */
const PRIOR_REVIEWS = 5

/** The mean of a catalog without reviews, where it has no effect. */
const MIDDLE = 3

/**
 * The mean of all reviews of apartments. Rounded, so that a single review rarely reorders everything; summed as integers, so
 * that all instances get the same mean, independent of the order of updates.
 */
export function createRatingPrior() {
  let reviews = 0
  let hundredthsOfStars = 0

  function count(rated: Rated | undefined, sign: 1 | -1): void {
    if (!rated) return
    reviews += sign * rated.numReviews
    hundredthsOfStars += sign * Math.round(rated.numReviews * rated.avgRating * 100)
  }

  return {
    /** Replaces one apartment's reviews; undefined if it did not exist before or no longer exists. */
    replace(before: Rated | undefined, after: Rated | undefined): void {
      count(before, -1)
      count(after, 1)
    },
    /** The mean of all reviews, to a tenth of a star. */
    mean: (): number => (reviews === 0 ? MIDDLE : Math.round(hundredthsOfStars / reviews / 10) / 10),
  }
}

/**
 * The rating to sort by, given the mean of all reviews; null without reviews. Few reviews lower a good rating but never
 * raise a bad one: 1.0 from a single review is not above 2.9 from fourteen.
 */
export function weightedRating({ numReviews, avgRating }: Rated, mean: number): number | null {
  if (numReviews === 0) return null
  return Math.min(avgRating, (numReviews * avgRating + PRIOR_REVIEWS * mean) / (numReviews + PRIOR_REVIEWS))
}
