import '../../components/admin.css'
import { getModeratedReviews } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { useApi } from '@offquad/web-kit'
import { useState } from 'react'
import { Section } from '../../components/section'
import { useWaitingDecisions } from '../../components/waiting-decisions'
import { type DecidedStatus } from './decisions'
import { ModeratedReview } from './moderated-review'
import { useReviewDecision } from './use-review-decision'

const PAGE_SIZE = 20

interface ReviewQueueProps {
  status: DecidedStatus
  title: string
  isOpen?: boolean
}

/** The reviews of one status, newest first, a page at a time; what was decided leaves at once. */
export function ReviewQueue({ status, title, isOpen }: ReviewQueueProps) {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useApi(getModeratedReviews, { query: { status, offset, size: PAGE_SIZE } })
  const decided = new Set(useWaitingDecisions().map(({ id }) => id))
  const decide = useReviewDecision()
  const shown = data?.reviews.filter(({ id }) => !decided.has(id)) ?? []
  const leaving = (data?.reviews.length ?? 0) - shown.length
  const total = (data?.total ?? 0) - leaving
  // The last ones of the last page were decided: the page before it is the last one now.
  if (data && offset > 0 && offset >= data.total) setOffset(offset - PAGE_SIZE)
  return (
    <Section
      title={title}
      isOpen={isOpen}
      count={data && total}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
    >
      <ul className="admin-list">
        {shown.map((review) => (
          <ModeratedReview
            key={review.id}
            review={review}
            status={status}
            onDecide={(decision) => decide(review, decision)}
          />
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <nav className="admin-pages" aria-label={`Pages of ${title.toLowerCase()}`}>
          <Button disabled={offset === 0} onClick={() => setOffset(offset - PAGE_SIZE)}>
            Newer
          </Button>
          <span>
            {offset + 1} to {Math.min(offset + PAGE_SIZE, total)} of {total}
          </span>
          <Button disabled={offset + PAGE_SIZE >= total} onClick={() => setOffset(offset + PAGE_SIZE)}>
            Older
          </Button>
        </nav>
      )}
    </Section>
  )
}
