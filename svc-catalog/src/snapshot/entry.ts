import {
  type Listing,
  rentRangeOf,
  sortableRent,
  type TravelTimes,
  type University,
} from '@offquad/contracts'
import { type ListingFilter, type Measure } from '../catalog'
import { naturalKey } from '../compare-ids'
import { type ListingStats, type StoredApartment } from '../entities'

/** One apartment in memory. Never changed: a change puts a new entry in its place. */
export interface Entry {
  /** The apartment's among all of the memory. */
  number: number
  listing: Listing
  /** What filters look at; null where it is unknown. */
  measures: Record<Measure, number | null>
  /** Its place in the order of prices, in dollars. */
  sortableRent: number | null
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

const NO_STATS = { numReviews: 0, avgRating: 0, avgPrice: 0, lastReviewedAt: null, reportedRent: null }

interface EntryParts {
  number: number
  stored: StoredApartment
  stats: ListingStats | undefined
  /** The landlord's name. */
  company: string | undefined
  priceBracketStarts: University['priceBracketStarts']
}

export function createEntry({ number, stored, stats, company, priceBracketStarts }: EntryParts): Entry {
  const { numReviews, avgRating, avgPrice, lastReviewedAt, reportedRent } = stats ?? NO_STATS
  const listing: Listing = {
    buildingData: stored.apartment,
    numReviews,
    avgRating,
    avgPrice,
    ...(reportedRent && { reportedRent }),
  }
  const rent = rentRangeOf(listing, priceBracketStarts)
  const entry: Entry = {
    number,
    listing,
    measures: {
      leastRent: rent?.least ?? null,
      mostRent: rent?.most ?? null,
      numBeds: stored.apartment.numBeds,
      numBaths: stored.apartment.numBaths,
    },
    sortableRent: rent ? sortableRent(rent) : null,
    travelTimes: stored.travelTimes ?? UNKNOWN_TRAVEL_TIMES,
    order: stored.order,
    lastReviewedAt: lastReviewedAt === null ? null : Date.parse(lastReviewedAt),
    idKey: naturalKey(stored.apartment.id),
  }
  return withCompany(entry, company)
}

export function withCompany(entry: Entry, company: string | undefined): Entry {
  const listing = { ...entry.listing }
  if (company === undefined) delete listing.company
  else listing.company = company
  return { ...entry, listing }
}

/** An unknown travel time is in no limit. */
export function isWithinJourneys({ travelTimes }: Entry, journeys: ListingFilter['journeys']): boolean {
  return journeys.every(({ to, most }) => {
    const minutes = travelTimes[to]
    return minutes !== null && Math.round(minutes) <= most
  })
}
