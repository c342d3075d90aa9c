import { isSitePicture, type ReviewSummary } from '@offquad/contracts'
import { countTopics } from '@offquad/review-topics'
import { yearOf } from '@offquad/service-kit'
import { type SummarizedReview } from './public-reviews.repository'
import { type SharedBedrooms } from './shared-bedrooms'

const ALL_STARS = [5, 4, 3, 2, 1] as const

/** Average ratings, the distribution of reviews, and the number of reviews that each filter would match. */
export function summarizeReviews(
  reviews: readonly SummarizedReview[],
  sharedBedrooms: SharedBedrooms,
): ReviewSummary {
  const meanOf = (ratingOf: (review: SummarizedReview) => number) =>
    reviews.length === 0 ? 0 : reviews.reduce((sum, review) => sum + ratingOf(review), 0) / reviews.length
  const stars = countBy(reviews, ({ overallRating }) => Math.min(5, Math.max(1, Math.round(overallRating))))
  const bedrooms = countBy(
    reviews.filter((review) => sharedBedrooms.has(review)),
    (review) => review.bedrooms,
  )
  return {
    total: reviews.length,
    avgRating: meanOf(({ overallRating }) => overallRating),
    detailedRatings: {
      location: meanOf(({ detailedRatings }) => detailedRatings.location),
      maintenance: meanOf(({ detailedRatings }) => detailedRatings.maintenance),
      safety: meanOf(({ detailedRatings }) => detailedRatings.safety),
      conditions: meanOf(({ detailedRatings }) => detailedRatings.conditions),
    },
    stars: ALL_STARS.map((count) => ({ stars: count, count: stars.get(count) ?? 0 })),
    years: summarizeYears(reviews),
    bedrooms: [...bedrooms]
      .map(([count, reviewCount]) => ({ bedrooms: count, count: reviewCount }))
      .sort((a, b) => a.bedrooms - b.bedrooms),
    withPhotos: reviews.filter(({ photos }) => photos.some(isSitePicture)).length,
    topics: countTopics(reviews.map(({ topics }) => topics)),
  }
}

function summarizeYears(reviews: readonly SummarizedReview[]): ReviewSummary['years'] {
  const ratings = new Map<number, number[]>()
  for (const { date, overallRating } of reviews) {
    const year = yearOf(date)
    const ofYear = ratings.get(year)
    if (ofYear) ofYear.push(overallRating)
    else ratings.set(year, [overallRating])
  }
  return [...ratings]
    .map(([year, ofYear]) => ({
      year,
      count: ofYear.length,
      avgRating: ofYear.reduce((sum, rating) => sum + rating, 0) / ofYear.length,
    }))
    .sort((a, b) => b.year - a.year)
}

function countBy(
  reviews: readonly SummarizedReview[],
  keyOf: (review: SummarizedReview) => number,
): Map<number, number> {
  const counts = new Map<number, number>()
  for (const review of reviews) counts.set(keyOf(review), (counts.get(keyOf(review)) ?? 0) + 1)
  return counts
}
