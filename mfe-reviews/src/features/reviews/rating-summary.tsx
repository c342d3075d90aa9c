import './reviews.css'
import { type ReviewSummary } from '@offquad/contracts'
import { RatingStars, useMediaQuery } from '@offquad/ui'
import { RatingBars } from './rating-bars'
import { StarBars } from './star-bars'

interface RatingSummaryProps {
  /** Of all reviews of the place, whatever is filtered by. */
  summary: ReviewSummary
  chosenStars: number[]
  onToggleStars: (stars: number) => void
}

/** The average, how many reviews have which stars, and each rated feature, which a phone shows on demand. */
export function RatingSummary({ summary, chosenStars, onToggleStars }: RatingSummaryProps) {
  const isPhone = useMediaQuery('(max-width: 600px)')
  return (
    <div className="reviews-summary">
      <p className="reviews-average">
        <strong>{summary.avgRating.toFixed(1)}</strong> <RatingStars rating={summary.avgRating} />
      </p>
      <StarBars summary={summary} chosen={chosenStars} onToggle={onToggleStars} />
      {isPhone ? (
        <details>
          <summary>Rating breakdown</summary>
          <RatingBars ratings={summary.detailedRatings} />
        </details>
      ) : (
        <RatingBars ratings={summary.detailedRatings} />
      )}
    </div>
  )
}
