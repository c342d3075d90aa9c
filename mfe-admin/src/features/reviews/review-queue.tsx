import '../../components/admin.css'
import { Pages } from '../../components/pages'
import { Section } from '../../components/section'
import { type DecidedStatus } from './decisions'
import { ModeratedReview } from './moderated-review'
import { usePlaceNames } from './use-place-names'
import { useReviewDecision } from './use-review-decision'
import { useReviewPage } from './use-review-page'

interface ReviewQueueProps {
  status: DecidedStatus
  title: string
  isOpen?: boolean
}

/** The reviews of one status to decide about; what was decided leaves at once. */
export function ReviewQueue({ status, title, isOpen }: ReviewQueueProps) {
  const { reviews, total, offset, turnTo, failure } = useReviewPage(status)
  const decide = useReviewDecision()
  const nameOf = usePlaceNames(reviews)
  return (
    <Section title={title} isOpen={isOpen} count={total} failure={failure}>
      <ul className="admin-list">
        {reviews.map((review) => (
          <ModeratedReview
            key={review.id}
            review={review}
            status={status}
            placeName={nameOf(review)}
            onDecide={(decision) => decide(review, decision)}
          />
        ))}
      </ul>
      <Pages label={`Pages of ${title.toLowerCase()}`} offset={offset} total={total ?? 0} onTurn={turnTo} />
    </Section>
  )
}
