import { type ListingOrder, ORDER_KEYS } from '../catalog'
import { compareKeys } from '../compare-ids'
import { type Entry } from './entry'
import { type CompareEntries, createSortedEntries, type SortedEntries } from './sorted-entries'

export interface ListingOrders {
  /** Says that one entry takes the place of another; undefined where there is none before or after. */
  noteReplaced(before: Entry | undefined, after: Entry | undefined): void
  in(order: ListingOrder): SortedEntries
  /** Makes everything ready now rather than for whoever asks first. */
  prepare(): void
}

/** All entries in every order that was ever asked for: sorted once, and changed with every change. */
export function createListingOrders(current: ReadonlyMap<string, Entry>): ListingOrders {
  const orders = new Map<string, SortedEntries>()

  function inOrder(order: ListingOrder, entriesById = sortById(current.values())): SortedEntries {
    const sorted = createSortedEntries(sortByRank(entriesById, order), compareIn(order))
    orders.set(nameOf(order), sorted)
    return sorted
  }

  return {
    in: (order) => orders.get(nameOf(order)) ?? inOrder(order),
    prepare() {
      const entriesById = sortById(current.values())
      for (const by of ORDER_KEYS)
        for (const isAscending of [true, false]) inOrder({ by, isAscending }, entriesById).prepare()
    },
    noteReplaced(before, after) {
      for (const sorted of orders.values()) sorted.replace(before, after)
    },
  }
}

const nameOf = ({ by, isAscending }: ListingOrder) => `${by} ${isAscending}`

const sortById = (entries: Iterable<Entry>) =>
  [...entries].sort((first, second) => compareKeys(first.idKey, second.idKey))

/** Sorting ranks that were looked up before is several times faster than looking them up at every comparison. */
function sortByRank(entriesById: Entry[], { by, isAscending }: ListingOrder): Entry[] {
  return entriesById
    .map((entry) => ({ entry, rank: rankOf(entry, by, isAscending) }))
    .sort((first, second) => compareRanks(first.rank, second.rank))
    .map(({ entry }) => entry)
}

/** Unknown values last in both directions, ties by id. */
export function compareIn({ by, isAscending }: ListingOrder): CompareEntries {
  return (first, second) =>
    compareRanks(rankOf(first, by, isAscending), rankOf(second, by, isAscending)) ||
    compareKeys(first.idKey, second.idKey)
}

const compareRanks = (first: number, second: number) => (first === second ? 0 : first - second)

function rankOf(entry: Entry, by: ListingOrder['by'], isAscending: boolean): number {
  const value = VALUES[by](entry)
  if (value === null) return Infinity
  return isAscending ? value : -value
}

const VALUES: Record<ListingOrder['by'], (entry: Entry) => number | null> = {
  numReviews: ({ listing }) => listing.numReviews,
  // Without reviews the rating is not 0 but unknown.
  avgRating: ({ listing }) => (listing.numReviews > 0 ? listing.avgRating : null),
  distanceToCampus: ({ listing }) => listing.buildingData.distanceToCampus,
  price: ({ sortableRent }) => sortableRent,
  originalOrder: ({ order }) => order,
  lastReviewedAt: ({ lastReviewedAt }) => lastReviewedAt,
}
