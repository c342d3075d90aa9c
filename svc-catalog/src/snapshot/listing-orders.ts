import { type ListingOrder, ORDER_KEYS } from '../catalog'
import { compareKeys } from '../compare-ids'
import { type Entry } from './entry'
import { type CompareEntries, createSortedEntries, type SortedEntries } from './sorted-entries'
import { createRatingPrior, weightedRating } from './weighted-rating'

export interface ListingOrders {
  /** Says that one entry takes the place of another; undefined where there is none before or after. */
  noteReplaced(before: Entry | undefined, after: Entry | undefined): void
  /** Ends a batch of replacements: ratings are weighed by the mean of all reviews as it is now. */
  settle(): void
  in(order: ListingOrder): SortedEntries
  compareIn(order: ListingOrder): CompareEntries
  /** What the order by rating and number of reviews goes by; null without reviews. */
  weightedRatingOf(listing: Entry['listing']): number | null
  /** Builds every order now rather than on the first request. */
  prepare(): void
}

/** All entries in every order that was requested: sorted once, and changed with every change. */
export function createListingOrders(current: ReadonlyMap<string, Entry>): ListingOrders {
  const orders = new Map<string, SortedEntries>()
  const prior = createRatingPrior()
  for (const { listing } of current.values()) prior.replace(undefined, listing)
  // The same for all comparisons until a batch has ended: entries could not be found again in a half-changed order.
  let meanRating = prior.mean()

  function inOrder(order: ListingOrder, entriesById = sortById(current.values())): SortedEntries {
    const sorted = createSortedEntries(
      sortByRank(entriesById, order, meanRating),
      compareIn(order, meanRating),
    )
    orders.set(nameOf(order), sorted)
    return sorted
  }

  return {
    in: (order) => orders.get(nameOf(order)) ?? inOrder(order),
    compareIn: (order) => compareIn(order, meanRating),
    weightedRatingOf: (listing) => weightedRating(listing, meanRating),
    prepare() {
      const entriesById = sortById(current.values())
      for (const by of ORDER_KEYS)
        for (const isAscending of [true, false]) inOrder({ by, isAscending }, entriesById).prepare()
    },
    noteReplaced(before, after) {
      prior.replace(before?.listing, after?.listing)
      for (const sorted of orders.values()) sorted.replace(before, after)
    },
    settle() {
      if (meanRating === prior.mean()) return
      meanRating = prior.mean()
      for (const isAscending of [true, false]) {
        const order: ListingOrder = { by: 'weightedRating', isAscending }
        if (orders.has(nameOf(order))) inOrder(order).prepare()
      }
    },
  }
}

const nameOf = ({ by, isAscending }: ListingOrder) => `${by} ${isAscending}`

const sortById = (entries: Iterable<Entry>) =>
  [...entries].sort((first, second) => compareKeys(first.idKey, second.idKey))

/** Sorting ranks that were looked up before is several times faster than looking them up at every comparison. */
function sortByRank(entriesById: Entry[], order: ListingOrder, meanRating: number): Entry[] {
  return entriesById
    .map((entry) => ({ entry, rank: rankOf(entry, order, meanRating) }))
    .sort((first, second) => compareRanks(first.rank, second.rank))
    .map(({ entry }) => entry)
}

/**
 * Unknown values last in both directions, ties by id.
 * @param meanRating of all reviews, in stars
 */
function compareIn(order: ListingOrder, meanRating: number): CompareEntries {
  return (first, second) =>
    compareRanks(rankOf(first, order, meanRating), rankOf(second, order, meanRating)) ||
    compareKeys(first.idKey, second.idKey)
}

const compareRanks = (first: number, second: number) => (first === second ? 0 : first - second)

function rankOf(entry: Entry, { by, isAscending }: ListingOrder, meanRating: number): number {
  const value = VALUES[by](entry, meanRating)
  if (value === null) return Infinity
  return isAscending ? value : -value
}

const VALUES: Record<ListingOrder['by'], (entry: Entry, meanRating: number) => number | null> = {
  numReviews: ({ listing }) => listing.numReviews,
  // Without reviews the rating is not 0 but unknown.
  avgRating: ({ listing }) => (listing.numReviews > 0 ? listing.avgRating : null),
  weightedRating: ({ listing }, meanRating) => weightedRating(listing, meanRating),
  distanceToCampus: ({ listing }) => listing.buildingData.distanceToCampus,
  price: ({ sortableRent }) => sortableRent,
  originalOrder: ({ order }) => order,
  lastReviewedAt: ({ lastReviewedAt }) => lastReviewedAt,
}
