import {
  type Apartment,
  type CommuteMode,
  type Landlord,
  type LeaseSeason,
  type Listing,
  LISTING_SORTS,
  type ListingCommute,
  type PaidRent,
  type ReviewTopic,
  type SearchResult,
  type TravelTimes,
} from '@offquad/contracts'
import { type SearchFilter, type SearchOrder } from '@offquad/search-index'
import { type Coordinates, TRAVEL_LEGS, type TravelLeg } from './entities'

export const ORDER_KEYS = [...LISTING_SORTS, 'lastReviewedAt'] as const

/** Columns for commute minutes, each assigned to one place and mode at a time. */
export const COMMUTE_COLUMNS = Array.from({ length: 24 }, (_, index) => `commute-${index}` as const)
export type CommuteColumn = (typeof COMMUTE_COLUMNS)[number]

/** Columns for the position of a listing, in degrees. */
const COORDINATES = ['latitude', 'longitude'] as const

/** The numeric columns of the search index. Travel times are whole minutes, rounded as on the pages. */
export const LISTING_COLUMNS: readonly (
  (typeof ORDER_KEYS)[number] | TravelLeg | CommuteColumn | (typeof COORDINATES)[number]
)[] = [...ORDER_KEYS, ...TRAVEL_LEGS, ...COMMUTE_COLUMNS, ...COORDINATES]
export type ListingColumn = (typeof LISTING_COLUMNS)[number]

/**
 * The columns of room types: at least one room type must be in all ranges of a filter. Some rents are known as a range only:
 * a filter matches if it overlaps the range. Dates are milliseconds since 1970.
 */
export const ROOM_COLUMNS = ['beds', 'baths', 'leastRent', 'mostRent', 'availableFrom'] as const
export type RoomColumn = (typeof ROOM_COLUMNS)[number]

/** Tag of listings with reviews of which none criticizes the topic. */
export const uncriticisedTag = (topic: ReviewTopic): string => `without-${topic}`

/** 'commute' sorts by the minutes of the selection's commute. */
export type ListingOrder = SearchOrder<(typeof ORDER_KEYS)[number] | 'commute'>
export const MOST_REVIEWED: ListingOrder = { by: 'numReviews', isAscending: false }

/** Categories are areas, tags are amenities and uncriticized topics, variants are room types. */
export type ListingFilter = SearchFilter<ListingColumn, RoomColumn>

export interface ListingSelection {
  /** Matched against name, address and landlord's name. */
  text?: string
  filter?: ListingFilter
  /** Default: best match of the text first, or without a text, most reviewed first. */
  order?: ListingOrder
  commute?: CommuteSelection
  size: number
}

/** A commute to a place, which is added to the selected listings. */
export interface CommuteSelection {
  placeId: string
  destination: Coordinates
  mode: CommuteMode
  /** Maximum minutes; undefined: any, or unknown. */
  most?: number
}

/** Whole minutes, rounded as on the pages. */
export type CommuteMinutes = Pick<ListingCommute, 'minutes' | 'isEstimate' | 'isOnFoot'>
/** undefined: the commute is unknown. */
export type MinutesFrom = (from: Coordinates) => CommuteMinutes | undefined

/** Times of commutes by bus from any place to a destination; on foot if no bus is faster. */
export interface BusTimes {
  to(destination: Coordinates): (from: Coordinates) => { minutes: number; isOnFoot: boolean }
}

/** Times of commutes, available without waiting for a provider. */
export interface CommuteTimes {
  /** The modes that are offered. */
  modes: readonly CommuteMode[]
  /** The commutes to this place; undefined for a mode that is not offered. */
  to(destination: Coordinates, mode: CommuteMode): MinutesFrom | undefined
  /** Whether the router has returned the commute from a place to this one, or that there is no route. */
  isReturned(ways: Ways): (from: Coordinates) => boolean
  /** Whether a router computes the times of this mode. */
  isRouted(mode: CommuteMode): boolean
  /** Starts to load the router's times, and to fetch missing ones. Not awaited: estimates are used until then. */
  request(ways: Ways): void
  /** Loads the results that the router has returned since. */
  reload(ways: Ways): Promise<void>
  /** Calls `listener` when the times to a destination have changed. */
  onChange(listener: (ways: Ways) => void): void
}

/** The commutes from all apartments to one place. */
export interface Ways {
  destination: Coordinates
  mode: CommuteMode
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
  /** Rises with every change. */
  revision(): number
  apartment(id: string): Apartment | undefined
  listing(id: string): Listing | undefined
  apartmentCount(): number
  /** All null while unknown. */
  travelTimes(id: string): TravelTimes | undefined
  /** Rents that students paid for an apartment; empty if there are too few reports. */
  rentsOf(id: string): PaidRent[]
  /** Rents that students paid in an area. */
  rentsIn(area: string): PaidRent[]
  /** When leases in an area are usually signed; undefined if too few reviews say so. */
  seasonIn(area: string): LeaseSeason | undefined
  landlord(id: string): Landlord | undefined
  /** Ids of the landlords with reviews, the most reviewed first. */
  reviewedLandlordIds(size: number): string[]
  /** In original order. */
  listingsOfLandlord(landlordId: string): Listing[]
  /** The first of the selected listings. */
  listings(selection: ListingSelection): Listing[]
  countListings(selection: Pick<ListingSelection, 'text' | 'filter' | 'commute'>): number
  /** The commute from an apartment; undefined if unknown. */
  commute(id: string, selection: CommuteSelection): ListingCommute | undefined
  /** Number of apartments for which a router has returned a commute or no route, and number with coordinates. */
  routedCommutes(ways: Ways): { routed: number; total: number }
  /** Apartments and landlords whose name or address match, best first. */
  suggest(text: string, size: number): SearchResult[]
  /** The first landlords that match by name or address, best first (without a text: all, by name); and how many match. */
  landlords(text: string, size: number): { landlords: Landlord[]; total: number }
  /** Apartments or landlords with the same name or address, in any spelling. */
  similarPlaces(place: PlaceDescription, size: number): SearchResult[]
}
