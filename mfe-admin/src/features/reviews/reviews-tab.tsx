import { ModerationKeys } from './moderation-keys'
import { ReviewCounts } from './review-counts'
import { ReviewQueue } from './review-queue'

export function ReviewsTab() {
  return (
    <>
      <ReviewCounts />
      <ModerationKeys>
        <ReviewQueue status="REPORTED" title="Reported Reviews" />
        <ReviewQueue status="PENDING" title="Pending Reviews" />
        <ReviewQueue status="DECLINED" title="Declined Reviews" isOpen={false} />
      </ModerationKeys>
    </>
  )
}
