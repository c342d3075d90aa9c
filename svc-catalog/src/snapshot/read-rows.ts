import {
  type ChangedIds,
  type LandlordStats,
  type ListingStats,
  type StoredApartment,
  type StoredLandlord,
} from '../entities'
import { type FindCopies, withCopies } from '../picture-sources'
import { type CatalogRows } from './apply-rows'

interface Source<Row> {
  /** These rows, or all of them. */
  list(ids?: string[]): Promise<Row[]>
  listIdsChangedSince(since: Date): Promise<string[]>
}

interface CountedSource<Row> extends Source<Row> {
  count(): Promise<number>
  listIds(): Promise<string[]>
}

export interface CatalogSources {
  apartments: CountedSource<StoredApartment>
  listingStats: Source<ListingStats>
  landlords: CountedSource<StoredLandlord>
  landlordStats: Source<LandlordStats>
  pictures: { findCopies: FindCopies }
}

/** Everything under these ids, or everything there is, with pictures of this site alone. */
export async function readRows(sources: CatalogSources, ids?: ChangedIds): Promise<CatalogRows> {
  const [apartments, listingStats, landlords, landlordStats] = await Promise.all([
    listSome(sources.apartments, ids?.apartmentIds),
    listSome(sources.listingStats, ids?.apartmentIds),
    listSome(sources.landlords, ids?.landlordIds),
    listSome(sources.landlordStats, ids?.landlordIds),
  ])
  const shown = await withCopies(
    sources.pictures.findCopies,
    apartments.map(({ apartment }) => apartment),
  )
  return {
    apartments: apartments.map((stored, index) => ({
      ...stored,
      apartment: shown[index] ?? stored.apartment,
    })),
    listingStats,
    landlords: await withCopies(sources.pictures.findCopies, landlords),
    landlordStats,
  }
}

async function listSome<Row>(source: Source<Row>, ids?: string[]): Promise<Row[]> {
  return ids?.length === 0 ? [] : source.list(ids)
}

export async function readChangedIds(sources: CatalogSources, since: Date): Promise<ChangedIds> {
  const [apartments, listingStats, landlords, landlordStats] = await Promise.all([
    sources.apartments.listIdsChangedSince(since),
    sources.listingStats.listIdsChangedSince(since),
    sources.landlords.listIdsChangedSince(since),
    sources.landlordStats.listIdsChangedSince(since),
  ])
  return {
    apartmentIds: [...new Set([...apartments, ...listingStats])],
    landlordIds: [...new Set([...landlords, ...landlordStats])],
  }
}

/** Of the known ids those of which nothing is stored any more. They are counted first, as they are hardly ever missing. */
export async function readRemovedIds(sources: CatalogSources, known: ChangedIds): Promise<ChangedIds> {
  const [apartmentIds, landlordIds] = await Promise.all([
    listRemoved(sources.apartments, known.apartmentIds),
    listRemoved(sources.landlords, known.landlordIds),
  ])
  return { apartmentIds, landlordIds }
}

async function listRemoved(source: CountedSource<unknown>, known: string[]): Promise<string[]> {
  if ((await source.count()) >= known.length) return []
  const stored = new Set(await source.listIds())
  return known.filter((id) => !stored.has(id))
}
