import {
  type Apartment,
  type Landlord,
  type Listing,
  type SearchResult,
  type TravelTimes,
} from '@offquad/contracts'

export const ORDER_KEYS = [
  'numReviews',
  'avgRating',
  'distanceToCampus',
  'price',
  'originalOrder',
  'lastReviewedAt',
] as const

/** Unknown values come last in both directions, ties are ordered by id. */
export interface ListingOrder {
  by: (typeof ORDER_KEYS)[number]
  isAscending: boolean
}

/** Everything this service answers with, in memory. Reading never waits and never touches the database. */
export interface Catalog {
  apartment(id: string): Apartment | undefined
  listing(id: string): Listing | undefined
  /** All null while they are not known. */
  travelTimes(id: string): TravelTimes | undefined
  landlord(id: string): Landlord | undefined
  /** In original order. */
  listingsOfLandlord(landlordId: string): Listing[]
  inOrder(order: ListingOrder): readonly { readonly listing: Listing }[]
  /** Apartments whose name, address or landlord's name match, best first. */
  matchApartments(text: string): Listing[]
  /** Apartments and landlords whose name or address match, best first. */
  suggest(text: string, size: number): SearchResult[]
}
