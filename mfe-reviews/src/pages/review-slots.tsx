import {
  type apartmentReviewsSlot,
  getApartmentReviews,
  getLandlordReviews,
  type landlordReviewsSlot,
  type leaveReviewSlot,
  type Review,
  type reviewListSlot,
  type SlotPropsOf,
  UNKNOWN_LANDLORD,
  VISIBLE_STATUSES,
} from '@offquad/contracts'
import { apiQuery } from '@offquad/web-kit'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { ReviewItems, type ReviewSubjects } from '../features/reviews/review-items'
import { ReviewSection } from '../features/reviews/review-section'
import { EditReview } from '../features/writing/edit-review'
import { LeaveReview } from '../features/writing/leave-review'

const MORE_OF_APARTMENT = 8
const MORE_OF_LANDLORD = 5

/** The reviews of an apartment. */
export function ApartmentReviews({ aptId, landlordId, name }: SlotPropsOf<typeof apartmentReviewsSlot>) {
  return (
    <VisibleReviews
      id={aptId}
      endpoint={getApartmentReviews}
      step={MORE_OF_APARTMENT}
      action={<LeaveReview name={name} place={{ aptId, landlordId: landlordId ?? UNKNOWN_LANDLORD }} />}
    />
  )
}

/** The reviews of a landlord. */
export function LandlordReviews({ landlordId, name }: SlotPropsOf<typeof landlordReviewsSlot>) {
  return (
    <VisibleReviews
      id={landlordId}
      endpoint={getLandlordReviews}
      step={MORE_OF_LANDLORD}
      subjects="apartments"
      action={<LeaveReview name={name} place={{ aptId: null, landlordId }} />}
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

interface VisibleReviewsProps {
  id: string
  endpoint: typeof getApartmentReviews | typeof getLandlordReviews
  step: number
  subjects?: ReviewSubjects
  action: ReactNode
}

function VisibleReviews({ id, endpoint, step, subjects, action }: VisibleReviewsProps) {
  const results = useQueries({
    queries: VISIBLE_STATUSES.map((status) => apiQuery(endpoint, { params: { id, status } })),
  })
  const failed = results.find(({ error, data }) => error && !data)
  const isLoading = results.some(({ data }) => !data)
  return (
    <ReviewSection
      reviews={isLoading ? undefined : results.flatMap(({ data }) => data ?? [])}
      error={failed?.error ?? undefined}
      onRetry={() => Promise.all(results.map(({ refetch }) => refetch()))}
      step={step}
      subjects={subjects}
      action={action}
      renderEditor={renderEditor}
    />
  )
}

const renderEditor = (review: Review, onClose: () => void) => (
  <EditReview key={review.id} review={review} onClose={onClose} />
)
