import { getApartmentReviews, getLandlordReviews, VISIBLE_STATUSES } from '@offquad/contracts'
import { apiQuery, type SlotProps } from '@offquad/web-kit'
import { useQueries } from '@tanstack/react-query'
import { ReviewSection } from './review-section'

/** The reviews of an apartment; `aptId` is its id. */
export function ApartmentReviews({ aptId }: SlotProps) {
  return <VisibleReviews id={String(aptId)} endpoint={getApartmentReviews} />
}

/** The reviews of a landlord; `landlordId` is its id. */
export function LandlordReviews({ landlordId }: SlotProps) {
  return <VisibleReviews id={String(landlordId)} endpoint={getLandlordReviews} />
}

interface VisibleReviewsProps {
  id: string
  endpoint: typeof getApartmentReviews | typeof getLandlordReviews
}

function VisibleReviews({ id, endpoint }: VisibleReviewsProps) {
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
    />
  )
}
