import { type Listing, type TravelTimes } from '@offquad/contracts'
import { naturalKey } from '../compare-ids'
import { type ListingStats, type StoredApartment } from '../entities'

/** One apartment in memory. Never changed: a change puts a new entry in its place. */
export interface Entry {
  /** The apartment's among all of the memory. */
  number: number
  listing: Listing
  travelTimes: TravelTimes
  order: number
  /** Milliseconds since 1970. */
  lastReviewedAt: number | null
  /** Its plain order is the order of ids. */
  idKey: string
}

const UNKNOWN_TRAVEL_TIMES: TravelTimes = {
  engQuadWalking: null,
  engQuadDriving: null,
  hoPlazaWalking: null,
  hoPlazaDriving: null,
  agQuadWalking: null,
  agQuadDriving: null,
}

const NO_STATS = { numReviews: 0, avgRating: 0, avgPrice: 0, lastReviewedAt: null }

interface EntryParts {
  number: number
  stored: StoredApartment
  stats: ListingStats | undefined
  /** The landlord's name. */
  company: string | undefined
}

export function createEntry({ number, stored, stats, company }: EntryParts): Entry {
  const { numReviews, avgRating, avgPrice, lastReviewedAt } = stats ?? NO_STATS
  const entry = {
    number,
    listing: { buildingData: stored.apartment, numReviews, avgRating, avgPrice },
    travelTimes: stored.travelTimes ?? UNKNOWN_TRAVEL_TIMES,
    order: stored.order,
    lastReviewedAt: lastReviewedAt === null ? null : Date.parse(lastReviewedAt),
    idKey: naturalKey(stored.apartment.id),
  }
  return withCompany(entry, company)
}

export function withCompany(entry: Entry, company: string | undefined): Entry {
  const { buildingData, numReviews, avgRating, avgPrice } = entry.listing
  const listing = { buildingData, numReviews, avgRating, avgPrice }
  return { ...entry, listing: company === undefined ? listing : { ...listing, company } }
}
