import {
  type apartmentReviewsSlot,
  FIRST_REVIEWS,
  type landlordReviewsSlot,
  type leaveReviewSlot,
  type Review,
  type reviewListSlot,
  type SlotPropsOf,
  UNKNOWN_LANDLORD,
} from '@offquad/contracts'
import { ReviewItems } from '../features/reviews/review-items'
import { ReviewSection } from '../features/reviews/review-section'
import { EditReview } from '../features/writing/edit-review'
import { LeaveReview } from '../features/writing/leave-review'

/** The reviews of an apartment. */
export function ApartmentReviews({ aptId, landlordId, name }: SlotPropsOf<typeof apartmentReviewsSlot>) {
  return (
    <ReviewSection
      key={aptId}
      place={{ aptId }}
      firstSize={FIRST_REVIEWS.apartment}
      action={<LeaveReview name={name} place={{ aptId, landlordId: landlordId ?? UNKNOWN_LANDLORD }} />}
      renderEditor={renderEditor}
    />
  )
}

/** The reviews of a landlord. */
export function LandlordReviews({ landlordId, name }: SlotPropsOf<typeof landlordReviewsSlot>) {
  return (
    <ReviewSection
      key={landlordId}
      place={{ landlordId }}
      firstSize={FIRST_REVIEWS.landlord}
      subjects="apartments"
      action={<LeaveReview name={name} place={{ aptId: null, landlordId }} />}
      renderEditor={renderEditor}
    />
  )
}

/** The button that opens the form, on any page. */
export function LeaveReviewSlot({ aptId, landlordId, name }: SlotPropsOf<typeof leaveReviewSlot>) {
  return <LeaveReview name={name} place={{ aptId, landlordId: landlordId ?? UNKNOWN_LANDLORD }} />
}

/** Reviews that another remote has fetched, as they read everywhere. */
export function ReviewListSlot({ reviews }: SlotPropsOf<typeof reviewListSlot>) {
  return <ReviewItems reviews={reviews} subjects="apartments and landlords" renderEditor={renderEditor} />
}

const renderEditor = (review: Review, onClose: () => void) => (
  <EditReview key={review.id} review={review} onClose={onClose} />
)
