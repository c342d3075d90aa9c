import './reviews.css'
import { type Review } from '@offquad/contracts'
import { Button, Choice, RatingStars, Skeleton, StateMessage, useMediaQuery } from '@offquad/ui'
import { LoadFailure, type ProblemError } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { RatingBars } from './rating-bars'
import { ReviewItems } from './review-items'
import { averageOf, type ReviewOrder, sortReviews } from './sort-reviews'

const SHOWN_ON_PHONE = 5

interface ReviewSectionProps {
  /** undefined while they load */
  reviews: Review[] | undefined
  error: ProblemError | undefined
  onRetry: () => unknown
  /** How many more are shown at a time on a phone; elsewhere all are there. */
  step: number
  /** Writing one. */
  action: ReactNode
  renderEditor: (review: Review, onClose: () => void) => ReactNode
}

/** The reviews of a place: how many, what they add up to, and each of them. */
export function ReviewSection({ reviews, error, onRetry, step, action, renderEditor }: ReviewSectionProps) {
  return (
    <section className="reviews-section" aria-labelledby="reviews">
      <div className="reviews-head">
        <h2 id="reviews">Reviews{reviews ? ` (${reviews.length})` : ''}</h2>
        {action}
      </div>
      {error && <LoadFailure title="Reviews cannot be loaded right now." error={error} onRetry={onRetry} />}
      {!error && !reviews && <Skeleton active paragraph={{ rows: 6 }} />}
      {reviews?.length === 0 && <StateMessage title="No reviews available. Be the first to leave one!" />}
      {reviews && reviews.length > 0 && (
        <ReviewList reviews={reviews} step={step} renderEditor={renderEditor} />
      )}
    </section>
  )
}

const ORDERS: { value: ReviewOrder; label: string }[] = [
  { value: 'recent', label: 'Recent' },
  { value: 'helpful', label: 'Helpful' },
]

function ReviewList({
  reviews,
  step,
  renderEditor,
}: Pick<ReviewSectionProps, 'step' | 'renderEditor'> & { reviews: Review[] }) {
  const isPhone = useMediaQuery('(max-width: 600px)')
  const [order, setOrder] = useState<ReviewOrder>('recent')
  const [shownOnPhone, setShownOnPhone] = useState(SHOWN_ON_PHONE)
  const shown = isPhone ? shownOnPhone : reviews.length
  return (
    <>
      <Summary reviews={reviews} isCollapsible={isPhone} />
      <Choice label="Sort by" value={order} options={ORDERS} onChange={setOrder} />
      <ReviewItems reviews={sortReviews(reviews, order).slice(0, shown)} renderEditor={renderEditor} />
      {reviews.length > shown && (
        <Button onClick={() => setShownOnPhone((count) => count + step)}>Show more</Button>
      )}
    </>
  )
}

/** The average, and of each rated feature; on a phone those open when asked for. */
function Summary({ reviews, isCollapsible }: { reviews: Review[]; isCollapsible: boolean }) {
  const average = averageOf(reviews, ({ overallRating }) => overallRating)
  return (
    <div className="reviews-summary">
      <p className="reviews-average">
        <strong>{average.toFixed(1)}</strong> <RatingStars rating={average} />
      </p>
      {isCollapsible ? (
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
