import {
  type Apartment,
  type Landlord,
  type PayloadOf,
  type TravelTimes,
  type updateLandlordStats,
  type updateListingStats,
} from '@offquad/contracts'
import { type PhotoUse } from './photo-use'

/** What an apartment is by itself; what its reviews say is stored apart, because it may arrive first. */
export interface StoredApartment {
  apartment: Apartment
  travelTimes: TravelTimes | null
  /** Position among all apartments, assigned once when it is created. */
  order: number
}

export type ApartmentContent = Omit<Apartment, 'id' | 'distanceToCampus'>

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

export interface Place {
  latitude: number
  longitude: number
}

/** Something new with all its content, or what changes in something stored, and what that means for photos. */
export type Write<Content> = { id: string; photoUse?: PhotoUse } & (
  { isNew: true; content: Content } | { isNew: false; content: Partial<Content> }
)
