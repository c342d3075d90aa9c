import { getLandlords, getListings, type Landlord, type Listing, type Review } from '@offquad/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/api-query'

/** The apartment and landlord a review is about; absent while they load and where they are unknown. */
export interface ReviewSubject {
  apartment: Listing | undefined
  landlord: Landlord | undefined
}

type Subject = Pick<Review, 'aptId' | 'landlordId'>

/**
 * What reviews are about, with names and current ratings, in one request for all apartments and one for all landlords.
 * @param reviews an empty list requests nothing
 */
export function useReviewSubjects(reviews: readonly Subject[]): (review: Subject) => ReviewSubject {
  const aptIds = idsOf(reviews.map(({ aptId }) => aptId))
  const landlordIds = idsOf(reviews.map(({ landlordId }) => landlordId))
  // When a review leaves the list, the names of those that stay must not vanish until the next answer.
  const { data: listings = [] } = useQuery({
    ...apiQuery(getListings, { params: { ids: aptIds } }),
    enabled: aptIds !== '',
    placeholderData: keepPreviousData,
  })
  const { data: landlords = [] } = useQuery({
    ...apiQuery(getLandlords, { params: { ids: landlordIds } }),
    enabled: landlordIds !== '',
    placeholderData: keepPreviousData,
  })
  return ({ aptId, landlordId }) => ({
    apartment: listings.find(({ buildingData }) => buildingData.id === aptId),
    landlord: landlords.find(({ id }) => id === landlordId),
  })
}

// Sorted, so that the same ids in another order are the same query.
const idsOf = (ids: (string | null)[]): string =>
  [...new Set(ids.filter((id): id is string => Boolean(id)))].sort().join(',')
