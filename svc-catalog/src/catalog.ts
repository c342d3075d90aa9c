import {
  type Apartment,
  type Landlord,
  type Listing,
  LISTING_SORTS,
  type SearchResult,
  type TravelTimes,
} from '@offquad/contracts'
import { type SearchFilter, type SearchOrder } from '@offquad/search-index'
import { TRAVEL_LEGS } from './entities'

export const ORDER_KEYS = [...LISTING_SORTS, 'lastReviewedAt'] as const

/** A way to one of the landmarks, named as in the travel times. */
export type Journey = Exclude<keyof TravelTimes, 'isEstimate' | 'provider'>

/** The numbers of a listing that are searched. Travel times are whole minutes, rounded as pages show them. */
export const LISTING_COLUMNS = [
  ...ORDER_KEYS,
  // The rent twice: where it is known as a range, listings fit a filter that any of the range fits.
  'leastRent',
  'mostRent',
  'numBeds',
  'numBaths',
  ...TRAVEL_LEGS,
] as const satisfies readonly (
  (typeof ORDER_KEYS)[number] | Journey | 'leastRent' | 'mostRent' | 'numBeds' | 'numBaths'
)[]
export type ListingColumn = (typeof LISTING_COLUMNS)[number]

export type ListingOrder = SearchOrder<(typeof ORDER_KEYS)[number]>

/** The categories are areas. */
export type ListingFilter = SearchFilter<ListingColumn>

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
