import { type PaidRent, type RentReports, medianRent, type Listing } from '@offquad/contracts'

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

type Rated = Pick<Listing, 'numReviews' | 'avgRating'>

/**
 * Weight of the mean of all reviews in the rating of one apartment, in reviews. In Bühlmann's credibility model
 * ("Experience rating and credibility", ASTIN Bulletin 4, 1967) it is the variance of reviews of one apartment divided
 * by the variance between apartments. Assumed are standard deviations of 1.1 and 0.5 stars, hence 1.21 / 0.25.
 */
const PRIOR_REVIEWS = 5

/** The mean of a catalog without reviews, where it has no effect. */
const MIDDLE = 3

export interface RatingPrior {
  /** Replaces one apartment's reviews by its new ones; undefined if it did not exist before or does not exist any more. */
  replace(before: Rated | undefined, after: Rated | undefined): void
  /** The mean of all reviews, to a tenth of a star. */
  mean(): number
}

/**
 * The mean of all reviews of apartments. Rounded, so that a single review rarely reorders everything; summed as integers, so
 * that all instances get the same mean whatever the order of updates.
 */
export function createRatingPrior(): RatingPrior {
  let reviews = 0
  let hundredthsOfStars = 0

  function count(rated: Rated | undefined, sign: 1 | -1): void {
    if (!rated) return
    reviews += sign * rated.numReviews
    hundredthsOfStars += sign * Math.round(rated.numReviews * rated.avgRating * 100)
  }

  return {
    replace(before, after) {
      count(before, -1)
      count(after, 1)
    },
    mean: () => (reviews === 0 ? MIDDLE : Math.round(hundredthsOfStars / reviews / 10) / 10),
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
