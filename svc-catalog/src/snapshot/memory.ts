import { type LandlordStats, type StoredLandlord } from '../entities'
import { type Entry } from './entry'
import { createListingOrders, type ListingOrders } from './listing-orders'
import { createTextIndex, type TextIndex } from './text-index'

export interface KnownLandlord {
  landlord: StoredLandlord
  stats: LandlordStats | undefined
}

/** The whole catalog in memory. Only apply-rows.ts changes it, all of it together. */
export interface Memory {
  entries: Map<string, Entry>
  landlords: Map<string, KnownLandlord>
  /** Also of landlords that do not exist. */
  apartmentIdsByLandlord: Map<string, Set<string>>
  orders: ListingOrders
  texts: TextIndex
}

export function createMemory(): Memory {
  const entries = new Map<string, Entry>()
  return {
    entries,
    landlords: new Map(),
    apartmentIdsByLandlord: new Map(),
    orders: createListingOrders(entries),
    texts: createTextIndex(),
  }
}
