import '../profile/profile.css'
import { DECLINE_TEXTS, getUserReviews, type Review, type ReviewStatus, type User } from '@offquad/contracts'
import { Skeleton } from '@offquad/ui'
import { LoadFailure, useApi } from '@offquad/web-kit'
import { ReviewSlot } from '../../components/review-slot'

interface OwnReviewsProps {
  user: User
  status: ReviewStatus
  title: string
  /** What it means for the author. */
  note: string
}

/** What somebody wrote, by what has become of it, newest first. */
export function OwnReviews({ user, status, title, note }: OwnReviewsProps) {
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
      {reviews && (status === 'DECLINED' ? <Declined reviews={reviews} /> : <ReviewSlot reviews={reviews} />)}
    </section>
  )
}

/** Each with the reason that an administrator gave; those declined without one together. */
function Declined({ reviews }: { reviews: Review[] }) {
  return (
    <>
      {reviews
        .filter(({ decline }) => decline)
        .map((review) => (
          <div key={review.id} className="account-declined">
            <Reason decline={review.decline} />
            <ReviewSlot reviews={[review]} />
          </div>
        ))}
      <ReviewSlot reviews={reviews.filter(({ decline }) => !decline)} />
    </>
  )
}

function Reason({ decline }: Pick<Review, 'decline'>) {
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
