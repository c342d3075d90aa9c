import './reviews.css'
import { type Review } from '@offquad/contracts'
import { RatingStars, useMediaQuery } from '@offquad/ui'
import { RatingBars } from './rating-bars'
import { averageOf } from './sort-reviews'

/** The average, and of each rated feature; on a phone those open when asked for. */
export function RatingSummary({ reviews }: { reviews: Review[] }) {
  const isPhone = useMediaQuery('(max-width: 600px)')
  const average = averageOf(reviews, ({ overallRating }) => overallRating)
  return (
    <div className="reviews-summary">
      <p className="reviews-average">
        <strong>{average.toFixed(1)}</strong> <RatingStars rating={average} />
      </p>
      {isPhone ? (
        <details>
          <summary>Rating breakdown</summary>
          <RatingBars reviews={reviews} />
        </details>
      ) : (
        <RatingBars reviews={reviews} />
      )}
    </div>
  )
}
