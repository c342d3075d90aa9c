import '../profile/profile.css'
import { getUserReviews, type ReviewStatus, type User } from '@offquad/contracts'
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
      {reviews && <ReviewSlot reviews={reviews} />}
    </section>
  )
}
