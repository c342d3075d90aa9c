import {
  getApartmentReviews,
  getLandlordReviews,
  type Review,
  UNKNOWN_LANDLORD,
  VISIBLE_STATUSES,
} from '@offquad/contracts'
import { apiQuery, type SlotProps } from '@offquad/web-kit'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { RatingSummary } from '../features/reviews/rating-summary'
import { ReviewItems } from '../features/reviews/review-items'
import { ReviewSection } from '../features/reviews/review-section'
import { EditReview } from '../features/writing/edit-review'
import { LeaveReview } from '../features/writing/leave-review'

const MORE_OF_APARTMENT = 8
const MORE_OF_LANDLORD = 5

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The reviews of an apartment: `aptId`, `landlordId` (or null), `name`. */
export function ApartmentReviews({ aptId, landlordId, name }: SlotProps) {
  return (
    <VisibleReviews
      id={textOf(aptId)}
      endpoint={getApartmentReviews}
      step={MORE_OF_APARTMENT}
      action={
        <LeaveReview
          name={textOf(name)}
          place={{ aptId: textOf(aptId), landlordId: textOf(landlordId) || UNKNOWN_LANDLORD }}
        />
      }
    />
  )
}

/** The reviews of a landlord: `landlordId`, `name`. */
export function LandlordReviews({ landlordId, name }: SlotProps) {
  return (
    <VisibleReviews
      id={textOf(landlordId)}
      endpoint={getLandlordReviews}
      step={MORE_OF_LANDLORD}
      action={<LeaveReview name={textOf(name)} place={{ aptId: null, landlordId: textOf(landlordId) }} />}
    />
  )
}

/** The button that opens the form, wherever: `aptId` (null: the landlord as such), `landlordId` (or null), `name`. */
export function LeaveReviewSlot({ aptId, landlordId, name }: SlotProps) {
  return (
    <LeaveReview
      name={textOf(name)}
      place={{ aptId: textOf(aptId) || null, landlordId: textOf(landlordId) || UNKNOWN_LANDLORD }}
    />
  )
}

/** What reviews add up to: `reviews`. */
export const RatingSummarySlot = ({ reviews }: SlotProps) => <RatingSummary reviews={reviewsOf(reviews)} />

/** Reviews somebody else has found, as they read everywhere: `reviews`. */
export function ReviewListSlot({ reviews }: SlotProps) {
  return <ReviewItems reviews={reviewsOf(reviews)} renderEditor={renderEditor} />
}

const reviewsOf = (value: unknown) => (Array.isArray(value) ? (value as Review[]) : [])

interface VisibleReviewsProps {
  id: string
  endpoint: typeof getApartmentReviews | typeof getLandlordReviews
  step: number
  action: ReactNode
}

function VisibleReviews({ id, endpoint, step, action }: VisibleReviewsProps) {
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
      action={action}
      renderEditor={renderEditor}
    />
  )
}

const renderEditor = (review: Review, onClose: () => void) => (
  <EditReview key={review.id} review={review} onClose={onClose} />
)
