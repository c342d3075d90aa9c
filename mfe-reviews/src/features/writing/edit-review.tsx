import { type Review } from '@offquad/contracts'
import { draftOf } from './review-draft'
import { ReviewModal } from './review-modal'

/** Changing a review: it waits for approval again afterwards. */
export function EditReview({ review, onClose }: { review: Review; onClose: () => void }) {
  return (
    <ReviewModal
      title="this place"
      place={{ aptId: review.aptId, landlordId: review.landlordId }}
      initial={draftOf(review)}
      reviewId={review.id}
      onClose={onClose}
      onSent={onClose}
    />
  )
}
