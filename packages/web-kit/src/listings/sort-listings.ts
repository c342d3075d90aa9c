import { type Listing, sortableRent } from '@offquad/contracts'
import { Type } from 'typebox'
import { university } from '../page-data'

/** The orders for lists that are sorted in the browser, with their menu labels. */
export const LISTING_ORDERS = [
  { value: 'recommended', label: 'Recommended' },
  { value: 'lowest-price', label: 'Lowest Price' },
  { value: 'highest-price', label: 'Highest Price' },
  { value: 'lowest-rating', label: 'Lowest Rating' },
  { value: 'highest-rating', label: 'Highest Rating' },
  { value: 'most-loved', label: 'Most Loved' },
  { value: 'most-reviewed', label: 'Most Reviewed' },
] as const

/** Explains orders by rating. */
export const RATING_ORDER_HINT = 'Ranked by rating and number of reviews'

/** Whether an order sorts by rating. */
export const isRatingOrder = (order: ListingOrder): boolean =>
  ['lowest-rating', 'highest-rating', 'most-loved'].includes(order)

export const ListingOrder = Type.Enum(LISTING_ORDERS.map(({ value }) => value))
export type ListingOrder = (typeof LISTING_ORDERS)[number]['value']

const price = (listing: Listing) => sortableRent(listing, university().priceBracketStarts)
const rating = ({ numReviews, avgRating, weightedRating }: Listing) =>
  numReviews > 0 ? (weightedRating ?? avgRating) : null

const ORDERS: Record<
  Exclude<ListingOrder, 'recommended'>,
  [key: (listing: Listing) => number | null, direction: 1 | -1]
> = {
  'lowest-price': [price, 1],
  'highest-price': [price, -1],
  'lowest-rating': [rating, 1],
  'highest-rating': [rating, -1],
  'most-loved': [rating, -1],
  'most-reviewed': [({ numReviews }) => numReviews, -1],
}

/** A sorted copy; ratings are weighted as in the catalog, unknown values come last in either direction, and the sort is stable. */
export function sortListings(listings: Listing[], order: ListingOrder): Listing[] {
  if (order === 'recommended') return listings
  const [key, direction] = ORDERS[order]
  return listings.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return (left - right) * direction
  })
}
