import { type Landlord, type Listing } from '@offquad/contracts'
import { type Catalog } from '../catalog'
import { type KnownLandlord, type Memory } from './memory'

/** The catalog as the features of the service see it. */
export function readMemory(memory: Memory): Catalog {
  const { entries, landlords, orders, texts } = memory
  return {
    apartment: (id) => entries.get(id)?.listing.buildingData,
    listing: (id) => entries.get(id)?.listing,
    travelTimes: (id) => entries.get(id)?.travelTimes,
    landlord(id) {
      const known = landlords.get(id)
      return known && presentLandlord(known, listingsOfLandlord(memory, id))
    },
    listingsOfLandlord: (landlordId) => listingsOfLandlord(memory, landlordId),
    inOrder: (order) => orders.sorted(order),
    matchApartments: (text) =>
      texts
        .match(text, ['name', 'address', 'company'], 'APARTMENT')
        .flatMap(({ id }) => entries.get(id)?.listing ?? []),
    suggest: (text, size) =>
      texts
        .match(text, ['name', 'address'])
        .slice(0, size)
        .map(({ id, name, address, label }) => ({ id, name, address, label })),
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
