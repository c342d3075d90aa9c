import { type Listing } from '@offquad/contracts'

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

/** The rating to sort by, given the mean of all reviews; null without reviews. */
export function weightedRating({ numReviews, avgRating }: Rated, mean: number): number | null {
  if (numReviews === 0) return null
  return (numReviews * avgRating + PRIOR_REVIEWS * mean) / (numReviews + PRIOR_REVIEWS)
}
