import './reviews.css'
import { type Review } from '@offquad/contracts'
import { Button, Choice, RatingStars, Skeleton, StateMessage } from '@offquad/ui'
import { LoadFailure, type ProblemError } from '@offquad/web-kit'
import { useState } from 'react'
import { RatingBars } from './rating-bars'
import { ReviewCard } from './review-card'
import { averageOf, type ReviewOrder, sortReviews } from './sort-reviews'

const SHOWN_AT_FIRST = 5
const SHOWN_MORE = 8

interface ReviewSectionProps {
  /** undefined while they load */
  reviews: Review[] | undefined
  error: ProblemError | undefined
  onRetry: () => unknown
}

export function ReviewSection({ reviews, error, onRetry }: ReviewSectionProps) {
  return (
    <section className="reviews-section" aria-labelledby="reviews">
      <h2 id="reviews">Reviews{reviews ? ` (${reviews.length})` : ''}</h2>
      {error && <LoadFailure title="Reviews cannot be loaded right now." error={error} onRetry={onRetry} />}
      {!error && !reviews && <Skeleton active paragraph={{ rows: 6 }} />}
      {reviews?.length === 0 && <StateMessage title="No reviews available. Be the first to leave one!" />}
      {reviews && reviews.length > 0 && <ReviewList reviews={reviews} />}
    </section>
  )
}

const ORDERS: { value: ReviewOrder; label: string }[] = [
  { value: 'recent', label: 'Recent' },
  { value: 'helpful', label: 'Helpful' },
]

function ReviewList({ reviews }: { reviews: Review[] }) {
  const [order, setOrder] = useState<ReviewOrder>('recent')
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const average = averageOf(reviews, ({ overallRating }) => overallRating)
  return (
    <>
      <div className="reviews-summary">
        <p className="reviews-average">
          <strong>{average.toFixed(1)}</strong> <RatingStars rating={average} />
        </p>
        <RatingBars reviews={reviews} />
      </div>
      <Choice label="Sort by" value={order} options={ORDERS} onChange={setOrder} />
      <ul className="reviews-list">
        {sortReviews(reviews, order)
          .slice(0, shown)
          .map((review) => (
            <li key={review.id}>
              <ReviewCard review={review} />
            </li>
          ))}
      </ul>
      {reviews.length > shown && (
        <Button onClick={() => setShown((count) => count + SHOWN_MORE)}>Show more</Button>
      )}
    </>
  )
}
