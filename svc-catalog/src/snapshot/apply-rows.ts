import { isDeepStrictEqual } from 'node:util'
import {
  type ChangedIds,
  type LandlordStats,
  type ListingStats,
  type StoredApartment,
  type StoredLandlord,
} from '../entities'
import { createEntry, type Entry, withCompany } from './entry'
import { type KnownLandlord, type Memory } from './memory'
import { type Texts } from './text-index'

/** What the database holds under some ids; an id that is in no list is of something that is not there. */
export interface CatalogRows {
  apartments: StoredApartment[]
  listingStats: ListingStats[]
  landlords: StoredLandlord[]
  landlordStats: LandlordStats[]
}

/** Puts what was read under these ids in place of what is in memory; answers whether anything is different now. */
export function applyRows(memory: Memory, ids: ChangedIds, rows: CatalogRows): boolean {
  const isLandlordChanged = applyLandlords(memory, ids.landlordIds, rows)
  const isApartmentChanged = applyApartments(memory, ids.apartmentIds, rows)
  memory.orders.settle()
  return isLandlordChanged || isApartmentChanged
}

function applyLandlords(memory: Memory, ids: string[], rows: CatalogRows): boolean {
  const landlords = new Map(rows.landlords.map((landlord) => [landlord.id, landlord]))
  const stats = new Map(rows.landlordStats.map((one) => [one.landlordId, withoutVersion(one)]))
  const changes = ids.map((id) => {
    const landlord = landlords.get(id)
    return replaceLandlord(memory, id, landlord && { landlord, stats: stats.get(id) })
  })
  return changes.includes(true)
}

const withoutVersion = ({ landlordId, numReviews, avgRating, reviewIds }: LandlordStats) => ({
  ...{ landlordId, numReviews, avgRating, reviewIds },
})

function replaceLandlord(memory: Memory, id: string, next: KnownLandlord | undefined): boolean {
  const known = memory.landlords.get(id)
  if (isDeepStrictEqual(known, next)) return false
  if (next) memory.landlords.set(id, next)
  else memory.landlords.delete(id)
  indexLandlord(memory, id, [known?.landlord, next?.landlord])
  renameLandlord(memory, id, next?.landlord.name)
  return true
}

function renameLandlord(memory: Memory, id: string, name: string | undefined): void {
  for (const apartmentId of memory.apartmentIdsByLandlord.get(id) ?? []) {
    const entry = memory.entries.get(apartmentId)
    if (entry && entry.listing.company !== name) replaceEntry(memory, apartmentId, withCompany(entry, name))
  }
}

function indexLandlord(memory: Memory, id: string, landlords: (StoredLandlord | undefined)[]): void {
  const [before, after] = landlords.map(
    (landlord) => landlord && { name: landlord.name, address: landlord.address ?? '', company: '' },
  )
  const number = memory.landlordNumbers.numberOf(id)
  if (!isDeepStrictEqual(before, after)) memory.landlordTexts.set(number, after)
}

function applyApartments(memory: Memory, ids: string[], rows: CatalogRows): boolean {
  const apartments = new Map(rows.apartments.map((stored) => [stored.apartment.id, stored]))
  const stats = new Map(rows.listingStats.map((one) => [one.aptId, one]))
  const changes = ids.map((id) => {
    const stored = apartments.get(id)
    const company = memory.landlords.get(stored?.apartment.landlordId ?? '')?.landlord.name
    const number = memory.apartmentNumbers.numberOf(id)
    const { priceBracketStarts } = memory
    const entry = stored && createEntry({ number, stored, stats: stats.get(id), company, priceBracketStarts })
    return replaceEntry(memory, id, entry)
  })
  return changes.includes(true)
}

function replaceEntry(memory: Memory, id: string, next: Entry | undefined): boolean {
  const known = memory.entries.get(id)
  if (isDeepStrictEqual(known, next)) return false
  if (next) memory.entries.set(id, next)
  else memory.entries.delete(id)
  memory.entriesByNumber[memory.apartmentNumbers.numberOf(id)] = next
  moveToLandlord(memory, known, next)
  indexApartment(memory, known, next)
  memory.orders.noteReplaced(known, next)
  memory.rareValues.replace(known, next)
  return true
}

function moveToLandlord({ apartmentIdsByLandlord }: Memory, known?: Entry, next?: Entry): void {
  const [from, to] = [known?.listing.buildingData, next?.listing.buildingData]
  if (from?.landlordId) apartmentIdsByLandlord.get(from.landlordId)?.delete(from.id)
  if (!to?.landlordId) return
  const ids = apartmentIdsByLandlord.get(to.landlordId) ?? new Set()
  apartmentIdsByLandlord.set(to.landlordId, ids.add(to.id))
}

function indexApartment({ apartmentTexts }: Memory, known?: Entry, next?: Entry): void {
  const [before, after] = [known && textsOf(known), next && textsOf(next)]
  const number = known?.number ?? next?.number ?? 0
  // Most changes are of reviews, and the texts are the dearest part to index.
  if (!isDeepStrictEqual(before, after)) apartmentTexts.set(number, after)
}

function textsOf({ listing: { buildingData, company = '' } }: Entry): Texts {
  return { name: buildingData.name, address: buildingData.address, company }
}
