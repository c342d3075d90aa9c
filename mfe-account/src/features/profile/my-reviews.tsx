import '../../components/in-turn.css'
import './profile.css'
import {
  type Decline,
  declineText,
  getUserReviews,
  type Review,
  REVIEW_STATUSES,
  reviewListSlot,
  type ReviewStatus,
  type User,
} from '@offquad/contracts'
import { Skeleton, StateMessage } from '@offquad/ui'
import { apiQuery, paths, QueryContent, Slot, useApi, useFocusSuccessor } from '@offquad/web-kit'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

interface MyReviewsProps {
  user: User
  status: ReviewStatus
  title: string
  /** Explains the status to the author. */
  note: string
}

/** The user's reviews of one status, newest first. */
export function MyReviews({ user, status, title, note }: MyReviewsProps) {
  const query = useApi(getUserReviews, { params: { uid: user.uid, status } })
  const { successor, onFocus } = useFocusSuccessor<HTMLHeadingElement>()
  return (
    <section
      className="account-own account-in-turn"
      aria-labelledby={`reviews-${status}`}
      aria-busy={query.data === undefined && query.error === null}
      onFocus={onFocus}
    >
      <h2 id={`reviews-${status}`} ref={successor} tabIndex={-1}>
        {title}
        {query.data ? ` (${query.data.length})` : ''}
      </h2>
      <p className="offquad-note">{query.data?.length === 0 ? 'None.' : note}</p>
      <QueryContent
        query={query}
        failure="These reviews cannot be loaded right now."
        fallback={<Skeleton active paragraph={{ rows: 2 }} />}
      >
        {(reviews) =>
          status === 'DECLINED' ? (
            <DeclinedReviews reviews={newestFirst(reviews)} />
          ) : (
            <ReviewList reviews={newestFirst(reviews)} />
          )
        }
      </QueryContent>
    </section>
  )
}

/** Whether the user is known to have written no review of any status. */
export function useHasNoReviews({ uid }: User): boolean {
  const statuses = REVIEW_STATUSES.filter((status) => status !== 'DELETED')
  const written = useQueries({
    queries: statuses.map((status) => apiQuery(getUserReviews, { params: { uid, status } })),
  })
  return written.every(({ data }) => data?.length === 0)
}

/** Suggestions for users who have not written a review. */
export const NoReviews = () => (
  <div className="account-no-reviews">
    <StateMessage
      title="You have not written a review yet."
      action={<Link to={paths.search({})}>Review your place</Link>}
    />
  </div>
)

const newestFirst = (reviews: Review[]): Review[] =>
  reviews.toSorted((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))

/** First the reviews declined with a reason, each below it; then the reviews declined without one. */
function DeclinedReviews({ reviews }: { reviews: Review[] }) {
  return (
    <>
      {reviews.map(
        (review) =>
          review.decline && (
            <div key={review.id} className="account-declined">
              <DeclineReason decline={review.decline} />
              <ReviewList reviews={[review]} />
            </div>
          ),
      )}
      <ReviewList reviews={reviews.filter(({ decline }) => !decline)} />
    </>
  )
}

function DeclineReason({ decline }: { decline: Decline }) {
  const { explanation, advice } = declineText(decline.reason)
  return (
    <div className="account-reason offquad-notice">
      <p>
        <strong>Why it was declined:</strong> {explanation}
      </p>
      {decline.note && <p>The administrator wrote: {decline.note}</p>}
      <p>{advice}</p>
    </div>
  )
}

/** Reviews that mfe-reviews renders. */
function ReviewList({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null
  return <Slot contract={reviewListSlot} label="Reviews" props={{ reviews }} />
}
