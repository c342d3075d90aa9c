import './profile.css'
import {
  DECLINE_TEXTS,
  getUserReviews,
  type Review,
  reviewListSlot,
  type ReviewStatus,
  type User,
} from '@offquad/contracts'
import { Skeleton } from '@offquad/ui'
import { LoadFailure, Slot, useApi } from '@offquad/web-kit'

interface MyReviewsProps {
  user: User
  status: ReviewStatus
  title: string
  /** What the status means for the author. */
  note: string
}

/** The user's reviews of one status, newest first. */
export function MyReviews({ user, status, title, note }: MyReviewsProps) {
  const { data, error, refetch } = useApi(getUserReviews, { params: { uid: user.uid, status } })
  const reviews = data?.toSorted((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
  return (
    <section className="account-own" aria-labelledby={`reviews-${status}`}>
      <h2 id={`reviews-${status}`}>
        {title}
        {reviews ? ` (${reviews.length})` : ''}
      </h2>
      <p>{reviews?.length === 0 ? 'None.' : note}</p>
      {error && !data && (
        <LoadFailure title="These reviews cannot be loaded right now." error={error} onRetry={refetch} />
      )}
      {!error && !data && <Skeleton active paragraph={{ rows: 2 }} />}
      {reviews &&
        (status === 'DECLINED' ? <DeclinedReviews reviews={reviews} /> : <ReviewList reviews={reviews} />)}
    </section>
  )
}

/** First those declined with a reason, each below it; then those declined without one. */
function DeclinedReviews({ reviews }: { reviews: Review[] }) {
  return (
    <>
      {reviews
        .filter(({ decline }) => decline)
        .map((review) => (
          <div key={review.id} className="account-declined">
            <DeclineReason decline={review.decline} />
            <ReviewList reviews={[review]} />
          </div>
        ))}
      <ReviewList reviews={reviews.filter(({ decline }) => !decline)} />
    </>
  )
}

function DeclineReason({ decline }: Pick<Review, 'decline'>) {
  if (!decline) return null
  const { explanation, advice } = DECLINE_TEXTS[decline.reason]
  return (
    <div className="account-reason">
      <p>
        <strong>Why it was declined:</strong> {explanation}
      </p>
      {decline.note && <p>The administrator wrote: {decline.note}</p>}
      <p>{advice}</p>
    </div>
  )
}

/** mfe-reviews renders them. */
function ReviewList({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null
  return <Slot contract={reviewListSlot} label="Reviews" props={{ reviews }} />
}
