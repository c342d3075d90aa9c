import { type Apartment, searchListings } from '@offquad/contracts'
import { CardRow, cardSkeletons } from '@offquad/ui'
import { apiQuery, areaName, university } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { bookmarkedCards } from '../../components/bookmarked-card'

const MOST_PLACES = 8
/** Largest difference from the apartment's rent, as a fraction of it. */
const NEARBY = 0.2

/** The best rated places of other landlords in the same area, at about the same rent where it is listed; renders nothing without any. */
export function SimilarPlaces({ apartment }: { apartment: Apartment }) {
  return university().areas.some(({ id }) => id === apartment.area) ? <InArea {...apartment} /> : null
}

function InArea({ id, area, price, landlordId }: Apartment) {
  const rents = price !== null && {
    minPrice: Math.floor(price * (1 - NEARBY)),
    maxPrice: Math.ceil(price * (1 + NEARBY)),
  }
  // A few more than are shown, because some are this landlord's.
  const { data, isPending } = useQuery({
    ...apiQuery(searchListings, {
      query: { locations: area, ...rents, sortBy: 'avgRating', size: 2 * MOST_PLACES },
    }),
    // The row is at the end of the page: the server does not wait for it.
    enabled: useDeferredValue(true, false),
  })
  const similar = data?.filter(
    ({ buildingData: other }) => other.id !== id && (landlordId === null || other.landlordId !== landlordId),
  )
  if (!isPending && !similar?.length) return null
  return (
    <CardRow
      title={`Similar places in ${areaName(area)}`}
      items={
        similar
          ? bookmarkedCards(similar.slice(0, MOST_PLACES), { isInKnownArea: true })
          : // Reserve the space, so that the end of the page does not move.
            cardSkeletons(MOST_PLACES)
      }
    />
  )
}
