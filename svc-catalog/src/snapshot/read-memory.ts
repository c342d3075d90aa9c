import { type Landlord, type Listing } from '@offquad/contracts'
import { type Catalog } from '../catalog'
import { type KnownLandlord, type Memory } from './memory'
import { countSelected, selectListings } from './select-listings'
import { suggest } from './suggest'

/** The catalog as the features of the service see it. */
export function readMemory(memory: Memory): Catalog {
  const { entries, landlords } = memory
  return {
    apartment: (id) => entries.get(id)?.listing.buildingData,
    listing: (id) => entries.get(id)?.listing,
    apartmentCount: () => entries.size,
    travelTimes: (id) => entries.get(id)?.travelTimes,
    landlord(id) {
      const known = landlords.get(id)
      return known && presentLandlord(known, listingsOfLandlord(memory, id))
    },
    listingsOfLandlord: (landlordId) => listingsOfLandlord(memory, landlordId),
    listings: (selection) => selectListings(memory, selection),
    countListings: (selection) => countSelected(memory, selection),
    suggest: (typed, size) => suggest(memory, typed, size),
  }
}

function listingsOfLandlord({ apartmentIdsByLandlord, entries }: Memory, landlordId: string): Listing[] {
  return [...(apartmentIdsByLandlord.get(landlordId) ?? [])]
    .flatMap((id) => entries.get(id) ?? [])
    .sort((first, second) => first.order - second.order)
    .map(({ listing }) => listing)
}

function presentLandlord({ landlord, stats }: KnownLandlord, listings: Listing[]): Landlord {
  const { profilePhoto, ...content } = landlord
  return {
    ...content,
    ...(profilePhoto !== null && { profilePhoto }),
    avgRating: stats?.avgRating ?? 0,
    numReviews: stats?.numReviews ?? 0,
    properties: listings.map(({ buildingData }) => buildingData.id),
    reviews: stats?.reviewIds ?? [],
  }
}
