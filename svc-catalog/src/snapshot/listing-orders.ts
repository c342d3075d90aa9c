import { type ListingOrder, ORDER_KEYS } from '../catalog'
import { compareKeys } from '../compare-ids'
import { type Entry } from './entry'
import { type CompareEntries, createSortedEntries, type SortedEntries } from './sorted-entries'

export interface ListingOrders {
  /** Says that one entry takes the place of another; undefined where there is none before or after. */
  noteReplaced(before: Entry | undefined, after: Entry | undefined): void
  in(order: ListingOrder): SortedEntries
  /** Sorts everything in every order now rather than for whoever asks first. */
  prepare(): void
}

/** All entries in every order that was ever asked for: sorted once, and changed with every change. */
export function createListingOrders(current: ReadonlyMap<string, Entry>): ListingOrders {
  const orders = new Map<string, SortedEntries>()

  function inOrder(order: ListingOrder): SortedEntries {
    const name = `${order.by} ${order.isAscending}`
    const sorted = orders.get(name) ?? createSortedEntries(current.values(), compareIn(order))
    orders.set(name, sorted)
    return sorted
  }

  return {
    in: inOrder,
    prepare() {
      for (const by of ORDER_KEYS) for (const isAscending of [true, false]) inOrder({ by, isAscending })
    },
    noteReplaced(before, after) {
      for (const sorted of orders.values()) {
        if (before) sorted.remove(before)
        if (after) sorted.add(after)
      }
    },
  }
}

const VALUES: Record<ListingOrder['by'], (entry: Entry) => number | null> = {
  numReviews: ({ listing }) => listing.numReviews,
  // Without reviews the rating is not 0 but unknown.
  avgRating: ({ listing }) => (listing.numReviews > 0 ? listing.avgRating : null),
  distanceToCampus: ({ listing }) => listing.buildingData.distanceToCampus,
  price: ({ listing }) => listing.buildingData.price,
  originalOrder: ({ order }) => order,
  lastReviewedAt: ({ lastReviewedAt }) => lastReviewedAt,
}

/** Unknown values last in both directions, ties by id. */
export function compareIn({ by, isAscending }: ListingOrder): CompareEntries {
  const valueOf = VALUES[by]
  const sign = isAscending ? 1 : -1
  return (first, second) => {
    const a = valueOf(first)
    const b = valueOf(second)
    if (a === b) return compareKeys(first.idKey, second.idKey)
    if (a === null) return 1
    if (b === null) return -1
    return sign * (a - b)
  }
}
