import { type Review } from '@offquad/contracts'
import { useUser } from '@offquad/web-kit'
import { useState } from 'react'
import { draftOf } from './review-draft'
import { ReviewModal } from './review-modal'

/** Changing a review: it waits for approval again afterwards. */
export function EditReview({ review, onClose }: { review: Review; onClose: () => void }) {
  // Whoever began stays its author, though their session may end while they type.
  const [author] = useState(useUser())
  return (
    <ReviewModal
      title="Edit your review"
      place={{ aptId: review.aptId, landlordId: review.landlordId }}
      blank={draftOf(review)}
      uid={author?.uid ?? '-'}
      subject={`review/${review.id}`}
      reviewId={review.id}
      onClose={onClose}
    />
  )
}
