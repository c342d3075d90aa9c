import {
  type Apartment,
  type CoordinatesSource,
  type Landlord,
  type LandlordStats,
  type ListingStats,
  type PlacementProblem,
  resourceOf,
  type ReviewStats,
  type RoomType,
  type TravelTimes,
} from '@offquad/contracts'
import { type LoggedEdit, type PhotoUsage } from './outboxes'

/** An apartment without its review stats, which are stored separately, because they may arrive first. */
export interface StoredApartment {
  apartment: Apartment
  travelTimes: TravelTimes | null
  /** Position among all apartments, assigned once when it is created. */
  order: number
}

export type ApartmentContent = Omit<Apartment, 'id' | 'distanceToCampus' | 'isDistanceEstimate'>

/** An apartment's content as stored: lists may be empty, and the source is 'none' without coordinates. */
export type LocatedContent = Omit<ApartmentContent, 'coordinatesSource' | 'roomTypes' | 'amenities'> & {
  roomTypes: RoomType[]
  amenities: string[]
  coordinatesSource: CoordinatesSource | 'none'
}

/** The outcome of geocoding an apartment's address. If absent, the lookup is due. */
export interface Geocoding {
  /** The address that was looked up, as stored. */
  address: string
  /** null: the coordinates were found. */
  problem: Exclude<PlacementProblem, 'waiting' | 'no-geocoder' | 'no-address'> | 'postponed' | null
  detail?: string
  lookedUpAt: Date
  /** When it is looked up again automatically; null: never. */
  nextLookupAt: Date | null
  /** Consecutive failures of the provider. */
  failures: number
  /** The best result that was not precise enough. */
  suggestion?: Coordinates & { label: string }
  /** The result, to detect coordinates that were changed by other means since. */
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

const JOURNEYS = {
  engQuadWalking: { landmark: 'engQuad', mode: 'walk' },
  engQuadDriving: { landmark: 'engQuad', mode: 'drive' },
  hoPlazaWalking: { landmark: 'hoPlaza', mode: 'walk' },
  hoPlazaDriving: { landmark: 'hoPlaza', mode: 'drive' },
  agQuadWalking: { landmark: 'agQuad', mode: 'walk' },
  agQuadDriving: { landmark: 'agQuad', mode: 'drive' },
} as const
export type TravelLeg = keyof typeof JOURNEYS
export const TRAVEL_LEGS = Object.keys(JOURNEYS) as TravelLeg[]

export const byTravelLeg = <Value>(
  valueOf: (leg: TravelLeg, journey: (typeof JOURNEYS)[TravelLeg]) => Value,
): Record<TravelLeg, Value> =>
  Object.fromEntries(TRAVEL_LEGS.map((leg) => [leg, valueOf(leg, JOURNEYS[leg])])) as Record<TravelLeg, Value>

/** The travel time of an apartment that has this commute already, so that it is not computed twice. */
export const travelLegOf = ({ placeId, mode }: { placeId: string; mode: string }): TravelLeg | undefined =>
  TRAVEL_LEGS.find((leg) => JOURNEYS[leg].landmark === placeId && JOURNEYS[leg].mode === mode)

/** Travel times as stored. */
export interface KnownTravelTimes extends Record<TravelLeg, number> {
  /** The provider that computed them, with a version that rises whenever its times would differ. */
  method: string
  estimatedLegs: TravelLeg[]
}

export type StoredLandlord = Pick<Landlord, 'id' | 'name' | 'contact' | 'address' | 'photos'> & {
  profilePhoto: string | null
}

export type LandlordContent = Omit<StoredLandlord, 'id'>

/** Review stats of one apartment or landlord. */
export interface VersionedStats {
  /** 'apartment/<id>' or 'landlord/<id>', as formatted by `resourceOf`. */
  resource: string
  version: number
  stats: ListingStats | LandlordStats
}

export const versionedStats = ({ version, listings, landlords }: ReviewStats): VersionedStats[] => [
  ...listings.map((stats) => ({ resource: resourceOf('apartment', stats.aptId), version, stats })),
  ...landlords.map((stats) => ({ resource: resourceOf('landlord', stats.landlordId), version, stats })),
]

export interface ChangedIds {
  apartmentIds: string[]
  landlordIds: string[]
}

export interface Coordinates {
  latitude: number
  longitude: number
}

/** undefined unless both are known. */
export const coordinatesIn = ({ latitude, longitude }: Pick<Apartment, 'latitude' | 'longitude'>) =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined

/** A new document, or the changes of a stored one; with the changed use of photos and the edit to log. */
export type Write<Content> = { id: string; photoUse?: PhotoUsage; edit?: LoggedEdit } & (
  { isNew: true; content: Content } | { isNew: false; content: Partial<Content> }
)

/** `geocoding` if the write changes it: null makes the new address due for a lookup. */
export type ApartmentWrite = Write<LocatedContent> & { geocoding?: Geocoding | null }
