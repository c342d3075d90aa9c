import { type Apartment, type Listing } from '@offquad/contracts'
import { type ListingCardProps } from '@offquad/ui'
import { university } from '../page-data'

/** 'Collegetown' for COLLEGETOWN; areas without a page of their own by their id's words. */
export function areaName(area: string): string {
  const known = university().areas.find(({ id }) => id === area)
  return known?.name ?? area.charAt(0) + area.slice(1).toLowerCase()
}

/** '$1,200', or undefined when the rent is unknown. */
export const priceText = (price: number | null): string | undefined =>
  price === null ? undefined : `$${price.toLocaleString('en-US')}`

/** '1 bed', '3 beds'; undefined when unknown. */
export const countText = (count: number | null, noun: string): string | undefined =>
  count === null ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`

/** What a card says about a listing, in words; what is unknown is left out. */
export function describeListing({ buildingData, numReviews, avgRating, company }: Listing): ListingCardProps {
  const { id, name, photos } = buildingData
  return {
    id,
    name,
    walk: walkText(buildingData),
    facts: [
      countText(buildingData.numBeds, 'bed'),
      priceText(buildingData.price),
      areaName(buildingData.area),
    ].filter((fact) => fact !== undefined),
    landlord: company,
    photo: photos[0],
    rating: avgRating,
    numReviews,
  }
}

function walkText({ distanceToCampus }: Apartment): string | undefined {
  if (distanceToCampus === null) return undefined
  return `${Math.max(1, Math.round(distanceToCampus))} min walk to ${university().landmarks.hoPlaza.name}`
}
