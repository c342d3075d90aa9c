import { getLandlords, getListings, type Review } from '@offquad/contracts'
import { apiQuery } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'

/** What reviews are about, by name: one question for all apartments and one for all landlords. */
export function usePlaceNames(reviews: Review[]): (review: Review) => string {
  const aptIds = idsOf(reviews.map(({ aptId }) => aptId))
  const landlordIds = idsOf(reviews.filter(({ aptId }) => !aptId).map(({ landlordId }) => landlordId))
  const { data: listings = [] } = useQuery({
    ...apiQuery(getListings, { params: { ids: aptIds } }),
    enabled: aptIds !== '',
  })
  const { data: landlords = [] } = useQuery({
    ...apiQuery(getLandlords, { params: { ids: landlordIds } }),
    enabled: landlordIds !== '',
  })
  return ({ aptId, landlordId }) =>
    aptId
      ? (listings.find(({ buildingData }) => buildingData.id === aptId)?.buildingData.name ?? 'Apartment')
      : (landlords.find(({ id }) => id === landlordId)?.name ?? 'Landlord')
}

// In one order, so that the same ones are the same question.
const idsOf = (ids: (string | null)[]): string =>
  [...new Set(ids.filter((id): id is string => Boolean(id)))].sort().join(',')
