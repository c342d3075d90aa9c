import { getLandlords, getListings, type Landlord, type Listing, type Review } from '@offquad/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/api-query'

/** The apartment and landlord of a review; undefined while they load and when they are unknown. */
export interface ReviewSubject {
  apartment: Listing | undefined
  landlord: Landlord | undefined
}

type Subject = Pick<Review, 'aptId' | 'landlordId'>

/**
 * The subjects of reviews with names and current ratings, in one request for all apartments and one for all landlords.
 * @param reviews an empty list sends no request
 */
export function useReviewSubjects(reviews: readonly Subject[]): (review: Subject) => ReviewSubject {
  const aptIds = idsOf(reviews.map(({ aptId }) => aptId))
  const landlordIds = idsOf(reviews.map(({ landlordId }) => landlordId))
  // When a review leaves the list, the names of the others must not disappear during the refetch.
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

// Sorted, so that the order of reviews does not change the query.
const idsOf = (ids: (string | null)[]): string =>
  [...new Set(ids.filter((id): id is string => Boolean(id)))].sort().join(',')
