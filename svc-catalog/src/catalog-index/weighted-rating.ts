import { type Listing } from '@offquad/contracts'

type Rated = Pick<Listing, 'numReviews' | 'avgRating'>

/**
 * How many reviews the mean of all reviews counts for in the rating of one apartment. In Bühlmann's credibility model
 * ("Experience rating and credibility", ASTIN Bulletin 4, 1967) it is the variance of reviews of one apartment divided
 * by the variance between apartments. Assumed are standard deviations of 1.1 and 0.5 stars, hence 1.21 / 0.25.
 */
const PRIOR_REVIEWS = 5

/** Of a catalog without reviews, where it orders nothing. */
const MIDDLE = 3

export interface RatingPrior {
  /** Counts one apartment's reviews in the place of another's; undefined where there are none before or after. */
  replace(before: Rated | undefined, after: Rated | undefined): void
  /** The mean of all reviews, to a tenth of a star. */
  mean(): number
}

/**
 * The mean of all reviews of apartments. Rounded, so that a review hardly ever changes the order of everything; from
 * whole numbers, so that all instances have the same one, whatever order the reviews came in.
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

/** The rating that the order goes by, given the mean of all reviews; null without reviews. */
export function weightedRating({ numReviews, avgRating }: Rated, mean: number): number | null {
  if (numReviews === 0) return null
  return (numReviews * avgRating + PRIOR_REVIEWS * mean) / (numReviews + PRIOR_REVIEWS)
}
