import '../../components/admin.css'
import { getReviewsByStatus } from '@offquad/contracts'
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
  const { data, error, refetch } = useApi(getReviewsByStatus, { params: { status }, asUser: true })
  const decided = new Set(useWaitingDecisions().map(({ id }) => id))
  const decide = useReviewDecision()
  const waiting = data?.filter(({ id }) => !decided.has(id))
  const total = waiting?.length ?? 0
  return (
    <Section
      title={title}
      isOpen={isOpen}
      count={waiting?.length}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
    >
      <ul className="admin-list">
        {waiting?.slice(offset, offset + PAGE_SIZE).map((review) => (
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
