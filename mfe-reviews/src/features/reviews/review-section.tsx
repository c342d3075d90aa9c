import './reviews.css'
import { type Review } from '@offquad/contracts'
import { Button, Choice, Skeleton, StateMessage, useMediaQuery } from '@offquad/ui'
import { LoadFailure, type ProblemError } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { RatingSummary } from './rating-summary'
import { ReviewItems, type ReviewSubjects } from './review-items'
import { type ReviewOrder, sortReviews } from './sort-reviews'

const SHOWN_ON_PHONE = 5

interface ReviewSectionProps {
  /** undefined while they load */
  reviews: Review[] | undefined
  error: ProblemError | undefined
  onRetry: () => unknown
  subjects?: ReviewSubjects
  /** How many more are shown at a time on a phone; elsewhere all are there. */
  step: number
  /** Writing the first one; for more the page's header has the button. */
  action: ReactNode
  renderEditor: (review: Review, onClose: () => void) => ReactNode
}

/** The reviews of a place: how many, what they add up to, and each of them. */
export function ReviewSection(props: ReviewSectionProps) {
  const { reviews, error, onRetry, action } = props
  return (
    <section className="reviews-section" aria-labelledby="reviews">
      <h2 id="reviews">Reviews{reviews ? ` (${reviews.length})` : ''}</h2>
      {error && <LoadFailure title="Reviews cannot be loaded right now." error={error} onRetry={onRetry} />}
      {!error && !reviews && <Skeleton active paragraph={{ rows: 6 }} />}
      {reviews?.length === 0 && (
        <StateMessage title="No reviews available. Be the first to leave one!" action={action} />
      )}
      {reviews && reviews.length > 0 && <ReviewList {...props} reviews={reviews} />}
    </section>
  )
}

const ORDERS: { value: ReviewOrder; label: string }[] = [
  { value: 'recent', label: 'Recent' },
  { value: 'helpful', label: 'Helpful' },
]

type ReviewListProps = Pick<ReviewSectionProps, 'step' | 'renderEditor' | 'subjects'> & {
  reviews: Review[]
}

function ReviewList({ reviews, step, renderEditor, subjects }: ReviewListProps) {
  const isPhone = useMediaQuery('(max-width: 600px)')
  const [order, setOrder] = useState<ReviewOrder>('recent')
  const [shownOnPhone, setShownOnPhone] = useState(SHOWN_ON_PHONE)
  const shown = isPhone ? shownOnPhone : reviews.length
  return (
    <>
      <RatingSummary reviews={reviews} />
      <Choice label="Sort by" value={order} options={ORDERS} onChange={setOrder} />
      <ReviewItems
        reviews={sortReviews(reviews, order).slice(0, shown)}
        subjects={subjects}
        renderEditor={renderEditor}
      />
      {reviews.length > shown && (
        <Button onClick={() => setShownOnPhone((count) => count + step)}>Show More</Button>
      )}
    </>
  )
}
