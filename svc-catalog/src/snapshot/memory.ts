import { type University } from '@offquad/contracts'
import { type LandlordStats, type StoredLandlord } from '../entities'
import { type Entry } from './entry'
import { createListingOrders, type ListingOrders } from './listing-orders'
import { createNumbering, type Numbering } from './numbering'
import { createRareValues, type RareValues } from './rare-values'
import { createTextIndex, type TextIndex } from './text-index'

export interface KnownLandlord {
  landlord: StoredLandlord
  /** Without their version: a recount that comes to the same changes nothing. */
  stats: Omit<LandlordStats, 'version'> | undefined
}

/** The whole catalog in memory. Only apply-rows.ts changes it, all of it together. */
export interface Memory {
  priceBracketStarts: University['priceBracketStarts']
  entries: Map<string, Entry>
  apartmentNumbers: Numbering
  entriesByNumber: (Entry | undefined)[]
  apartmentTexts: TextIndex
  orders: ListingOrders
  rareValues: RareValues
  landlords: Map<string, KnownLandlord>
  landlordNumbers: Numbering
  landlordTexts: TextIndex
  /** Also of landlords that do not exist. */
  apartmentIdsByLandlord: Map<string, Set<string>>
}

export function createMemory({ priceBracketStarts }: Pick<University, 'priceBracketStarts'> = {}): Memory {
  const entries = new Map<string, Entry>()
  return {
    priceBracketStarts,
    entries,
    apartmentNumbers: createNumbering(),
    entriesByNumber: [],
    apartmentTexts: createTextIndex(),
    orders: createListingOrders(entries),
    rareValues: createRareValues(),
    landlords: new Map(),
    landlordNumbers: createNumbering(),
    landlordTexts: createTextIndex(),
    apartmentIdsByLandlord: new Map(),
  }
}
