import {
  type Apartment,
  type Landlord,
  type Listing,
  LISTING_SORTS,
  type ReviewTopic,
  type SearchResult,
  type TravelTimes,
} from '@offquad/contracts'
import { type SearchFilter, type SearchOrder } from '@offquad/search-index'
import { TRAVEL_LEGS } from './entities'

export const ORDER_KEYS = [...LISTING_SORTS, 'lastReviewedAt'] as const

/** A journey to one of the landmarks, named as in the travel times. */
export type Journey = Exclude<keyof TravelTimes, 'isEstimate' | 'provider'>

/** The numeric columns of the search index. Travel times are whole minutes, rounded as on the pages. */
export const LISTING_COLUMNS = [...ORDER_KEYS, ...TRAVEL_LEGS] as const satisfies readonly (
  (typeof ORDER_KEYS)[number] | Journey
)[]
export type ListingColumn = (typeof LISTING_COLUMNS)[number]

/**
 * The columns of room types, of which one must be in all ranges of a filter. Rents may be known as a range only: a filter
 * matches one that it overlaps. Dates are milliseconds since 1970.
 */
export const ROOM_COLUMNS = ['beds', 'baths', 'leastRent', 'mostRent', 'availableFrom'] as const
export type RoomColumn = (typeof ROOM_COLUMNS)[number]

/** The tag of listings that have reviews, of which none criticizes the topic. */
export const uncriticisedTag = (topic: ReviewTopic): string => `without-${topic}`

export type ListingOrder = SearchOrder<(typeof ORDER_KEYS)[number]>

/** The categories are areas, the tags amenities and what reviews do not criticize, the variants room types. */
export type ListingFilter = SearchFilter<ListingColumn, RoomColumn>

export interface ListingSelection {
  /** Matched against name, address and landlord's name. */
  text?: string
  filter?: ListingFilter
  /** Default: the best match of the text first, or without a text the most reviewed. */
  order?: ListingOrder
  size: number
}

/** An apartment or landlord that is about to be added or changed. */
export interface PlaceDescription {
  label: SearchResult['label']
  name?: string
  address?: string
  /** Id of the apartment or landlord itself, if it has one. */
  except?: string
}

/** All public data of this service, in memory. Reads are synchronous and never touch the database. */
export interface Catalog {
  apartment(id: string): Apartment | undefined
  listing(id: string): Listing | undefined
  apartmentCount(): number
  /** All null while unknown. */
  travelTimes(id: string): TravelTimes | undefined
  landlord(id: string): Landlord | undefined
  /** In original order. */
  listingsOfLandlord(landlordId: string): Listing[]
  /** The first of the selected listings. */
  listings(selection: ListingSelection): Listing[]
  countListings(selection: Pick<ListingSelection, 'text' | 'filter'>): number
  /** Apartments and landlords whose name or address match, best first. */
  suggest(text: string, size: number): SearchResult[]
  /** The first landlords that match by name or address, best first, or without a text all by name; and how many match. */
  landlords(text: string, size: number): { landlords: Landlord[]; total: number }
  /** Those with the same name or address, in any spelling. */
  similarPlaces(place: PlaceDescription, size: number): SearchResult[]
}
