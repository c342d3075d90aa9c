import { type ListingOrder } from '../catalog'
import { compareKeys } from '../compare-ids'
import { type Entry } from './entry'

export interface ListingOrders {
  /** Says that one entry takes the place of another; undefined where there is none before or after. */
  noteReplaced(before: Entry | undefined, after: Entry | undefined): void
  sorted(order: ListingOrder): readonly Entry[]
}

interface SortedEntries {
  entries: readonly Entry[]
  /** What is to be taken out of `entries`, and put into it. */
  removed: Set<Entry>
  added: Set<Entry>
}

/**
 * All entries in every order that was ever asked for. An order is sorted once; later changes are merged into it when
 * it is next read, so that reading costs nothing between changes and a change never costs a sort.
 */
export function createListingOrders(current: ReadonlyMap<string, Entry>): ListingOrders {
  const orders = new Map<string, SortedEntries>()

  return {
    noteReplaced(before, after) {
      for (const { added, removed } of orders.values()) {
        // What was added since the last reading is not in the sorted entries yet.
        if (before && !added.delete(before)) removed.add(before)
        if (after) added.add(after)
      }
    },

    sorted(order) {
      const name = `${order.by} ${order.isAscending}`
      const known = orders.get(name)
      if (known && known.added.size + known.removed.size === 0) return known.entries
      const compare = comparatorOf(order)
      const entries = known ? mergeChanges(known, compare) : [...current.values()].sort(compare)
      orders.set(name, { entries, removed: new Set(), added: new Set() })
      return entries
    },
  }
}

type Compare = (first: Entry, second: Entry) => number

function mergeChanges({ entries, removed, added }: SortedEntries, compare: Compare): Entry[] {
  const kept = entries.filter((entry) => !removed.has(entry))
  const merged: Entry[] = []
  let from = 0
  for (const entry of [...added].sort(compare)) {
    const position = positionOf(entry, kept, compare)
    while (from < position) merged.push(...kept.slice(from, (from = Math.min(position, from + PIECE))))
    merged.push(entry)
  }
  return merged.concat(kept.slice(from))
}

// Arguments of one call fit on the stack.
const PIECE = 10_000

/** Index of the first of the sorted entries that does not come before this one. */
function positionOf(entry: Entry, sorted: readonly Entry[], compare: Compare): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const candidate = sorted[middle]
    if (candidate && compare(candidate, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
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

function comparatorOf({ by, isAscending }: ListingOrder): Compare {
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
