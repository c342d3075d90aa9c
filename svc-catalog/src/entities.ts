import {
  type Apartment,
  type CoordinatesSource,
  type Landlord,
  type PayloadOf,
  type PlacementProblem,
  type TravelTimes,
  type updateLandlordStats,
  type updateListingStats,
} from '@offquad/contracts'
import { type LoggedEdit, type PhotoUsage } from './outboxes'

/** What an apartment is by itself; what its reviews say is stored apart, because it may arrive first. */
export interface StoredApartment {
  apartment: Apartment
  travelTimes: TravelTimes | null
  /** Position among all apartments, assigned once when it is created. */
  order: number
}

export type ApartmentContent = Omit<Apartment, 'id' | 'distanceToCampus' | 'isDistanceEstimate'>

/** An apartment's content as it is stored: 'none' where there are no coordinates. */
export type LocatedContent = Omit<ApartmentContent, 'coordinatesSource'> & {
  coordinatesSource: CoordinatesSource | 'none'
}

/** What became of looking an apartment's address up. Without it the address is to be looked up. */
export interface Geocoding {
  /** The address that was looked up, as stored. */
  address: string
  /** null: the coordinates are those that were found. */
  problem: Exclude<PlacementProblem, 'waiting' | 'no-geocoder' | 'no-address'> | 'postponed' | null
  detail?: string
  lookedUpAt: Date
  /** When it is looked up again without anyone asking; null: never. */
  nextLookupAt: Date | null
  /** How often the provider gave no answer in a row. */
  failures: number
  /** The nearest it came. */
  suggestion?: Coordinates & { label: string }
  /** What was found, to tell coordinates that something else has changed since. */
  found?: Coordinates & { precision: string; provider: string }
}

/** An apartment without coordinates. */
export interface Unplaced {
  id: string
  name: string
  address: string
  area: string
  /** Absent: the address was not looked up yet. */
  geocoding?: Geocoding
  order: number
}

export const TRAVEL_LEGS = [
  'engQuadWalking',
  'engQuadDriving',
  'hoPlazaWalking',
  'hoPlazaDriving',
  'agQuadWalking',
  'agQuadDriving',
] as const
export type TravelLeg = (typeof TRAVEL_LEGS)[number]

/** Travel times as they are stored. */
export interface KnownTravelTimes extends Record<TravelLeg, number> {
  /** Who computed them, with a number that rises when the same provider would give other times today. */
  method: string
  estimatedLegs: TravelLeg[]
}

export type StoredLandlord = Pick<Landlord, 'id' | 'name' | 'contact' | 'address' | 'photos'> & {
  profilePhoto: string | null
}

export type LandlordContent = Omit<StoredLandlord, 'id'>

export type ListingStats = PayloadOf<typeof updateListingStats>
export type LandlordStats = PayloadOf<typeof updateLandlordStats>

export interface ChangedIds {
  apartmentIds: string[]
  landlordIds: string[]
}

export interface Coordinates {
  latitude: number
  longitude: number
}

/** Something new with all its content, or what changes in something stored, what that means for photos, and who edited it by hand. */
export type Write<Content> = { id: string; photoUse?: PhotoUsage; edit?: LoggedEdit } & (
  { isNew: true; content: Content } | { isNew: false; content: Partial<Content> }
)

/** `geocoding` where the write decides about it: null to have the new address looked up. */
export type ApartmentWrite = Write<LocatedContent> & { geocoding?: Geocoding | null }
