import {
  type apartmentReviewsSlot,
  FIRST_REVIEWS,
  type landlordReviewsSlot,
  type leaveReviewSlot,
  type Review,
  type reviewListSlot,
  type reviewSuggestionSlot,
  type SlotPropsOf,
  UNKNOWN_LANDLORD,
} from '@offquad/contracts'
import { useContactRequest } from '@offquad/web-kit'
import { ReviewList } from '../features/reviews/review-list'
import { ReviewSection } from '../features/reviews/review-section'
import { EditReview, LeaveReview } from '../features/writing/write-review'

/** The reviews of an apartment. */
export function ApartmentReviews({ aptId, landlordId, name }: SlotPropsOf<typeof apartmentReviewsSlot>) {
  return (
    <ReviewSection
      key={aptId}
      subject={{ aptId }}
      firstSize={FIRST_REVIEWS.apartment}
      action={<LeaveReview name={name} subject={{ aptId, landlordId: landlordId ?? UNKNOWN_LANDLORD }} />}
      renderEditor={renderEditor}
    />
  )
}

/** The reviews of a landlord. */
export function LandlordReviews({ landlordId, name }: SlotPropsOf<typeof landlordReviewsSlot>) {
  return (
    <ReviewSection
      key={landlordId}
      subject={{ landlordId }}
      firstSize={FIRST_REVIEWS.landlord}
      subjects="apartments"
      action={<LeaveReview name={name} subject={{ aptId: null, landlordId }} />}
      renderEditor={renderEditor}
    />
  )
}

/** The Leave a Review button, for any page. */
export function LeaveReviewSlot({ aptId, landlordId, name }: SlotPropsOf<typeof leaveReviewSlot>) {
  return (
    <div className="reviews-leave">
      <LeaveReview name={name} subject={{ aptId, landlordId: landlordId ?? UNKNOWN_LANDLORD }} />
    </div>
  )
}

/** The button for the first review of a suggested apartment, in the contact dialog, which closes once it is sent. */
export function ReviewSuggestionSlot({ suggestionId, name }: SlotPropsOf<typeof reviewSuggestionSlot>) {
  const { close } = useContactRequest()
  return (
    <LeaveReview
      name={name}
      subject={{ aptId: null, landlordId: '', suggestionId }}
      label="Write its first review"
      onSent={close}
    />
  )
}

/** Reviews that another remote has fetched. */
export function ReviewListSlot({ reviews }: SlotPropsOf<typeof reviewListSlot>) {
  return (
    <div className="reviews-section">
      <ReviewList reviews={reviews} subjects="apartments and landlords" renderEditor={renderEditor} />
    </div>
  )
}

const renderEditor = (review: Review, onClose: () => void) => (
  <EditReview key={review.id} review={review} onClose={onClose} />
)
