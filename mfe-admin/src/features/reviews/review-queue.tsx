import '../../components/admin.css'
import { Button } from '@offquad/ui'
import { Section } from '../../components/section'
import { type DecidedStatus } from './decisions'
import { ModeratedReview } from './moderated-review'
import { useReviewDecision } from './use-review-decision'
import { PAGE_SIZE, useReviewPage } from './use-review-page'

interface ReviewQueueProps {
  status: DecidedStatus
  title: string
  isOpen?: boolean
}

/** The reviews of one status to decide about; what was decided leaves at once. */
export function ReviewQueue({ status, title, isOpen }: ReviewQueueProps) {
  const { reviews, total, offset, turnTo, failure } = useReviewPage(status)
  const decide = useReviewDecision()
  return (
    <Section title={title} isOpen={isOpen} count={total} failure={failure}>
      <ul className="admin-list">
        {reviews.map((review) => (
          <ModeratedReview
            key={review.id}
            review={review}
            status={status}
            onDecide={(decision) => decide(review, decision)}
          />
        ))}
      </ul>
      {total !== undefined && total > PAGE_SIZE && (
        <Pages label={`Pages of ${title.toLowerCase()}`} offset={offset} total={total} onTurn={turnTo} />
      )}
    </Section>
  )
}

interface PagesProps {
  label: string
  offset: number
  total: number
  onTurn: (offset: number) => void
}

function Pages({ label, offset, total, onTurn }: PagesProps) {
  const end = offset + PAGE_SIZE
  return (
    <nav className="admin-pages" aria-label={label}>
      <Button disabled={offset === 0} onClick={() => onTurn(offset - PAGE_SIZE)}>
        Newer
      </Button>
      <span>
        {offset + 1} to {Math.min(end, total)} of {total}
      </span>
      <Button disabled={end >= total} onClick={() => onTurn(end)}>
        Older
      </Button>
    </nav>
  )
}
