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
  'weightedRating',
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

/** The rent twice: where it is known as a range, listings fit a filter that any of the range fits. */
export const MEASURES = ['leastRent', 'mostRent', 'numBeds', 'numBaths'] as const
export type Measure = (typeof MEASURES)[number]

/** A way to one of the landmarks, named as in the travel times. */
export type Journey = Exclude<keyof TravelTimes, 'isEstimate' | 'provider'>

/** What listings must have, all of it. An unknown value is in no range. */
export interface ListingFilter {
  /** Any of these areas; without one, wherever. */
  areas: readonly string[]
  /** Both ends included. */
  ranges: readonly { of: Measure; least: number; most: number }[]
  /** At most so many whole minutes, rounded as pages show them. */
  journeys: readonly { to: Journey; most: number }[]
}

export interface ListingSelection {
  /** Name, address or landlord's name match it. */
  text?: string
  filter?: ListingFilter
  /** Without one the best match of the text comes first, or the most reviewed. */
  order?: ListingOrder
  size: number
}

/** An apartment or a landlord as somebody is about to add or change it. */
export interface PlaceDescription {
  label: SearchResult['label']
  name?: string
  address?: string
  /** Its own id, if it has one. */
  except?: string
}

/** Everything this service answers with, in memory. Reading never waits and never touches the database. */
export interface Catalog {
  apartment(id: string): Apartment | undefined
  listing(id: string): Listing | undefined
  apartmentCount(): number
  /** All null while they are not known. */
  travelTimes(id: string): TravelTimes | undefined
  landlord(id: string): Landlord | undefined
  /** In original order. */
  listingsOfLandlord(landlordId: string): Listing[]
  /** The first listings of those that are selected. */
  listings(selection: ListingSelection): Listing[]
  countListings(selection: Pick<ListingSelection, 'text' | 'filter'>): number
  /** Apartments and landlords whose name or address match, best first. */
  suggest(text: string, size: number): SearchResult[]
  /** The first landlords whose name or address match, best first, or by name where there is no text; and how many do. */
  landlords(text: string, size: number): { landlords: Landlord[]; total: number }
  /** Those of the same name or address, however these are spelled. */
  similarPlaces(place: PlaceDescription, size: number): SearchResult[]
}
