import { type University } from '../university'
import { type Listing } from './listing'

/** From fewer reviews that name a rent nothing is said about what students pay. */
export const LEAST_RENT_REPORTS = 3

/** A monthly rent in whole dollars, both ends included. */
export interface RentRange {
  least: number
  /** Infinity in the highest bracket. */
  most: number
}

/**
 * What is known about the rent of a listing: the landlord's figure, else the bracket that students report.
 * @param priceBracketStarts lowest rent of each bracket in dollars, ascending; without them no bracket has a range
 * @returns undefined where neither is known
 */
export function rentRangeOf(
  {
    buildingData,
    reportedRent,
  }: Pick<Listing, 'reportedRent'> & { buildingData: Pick<Listing['buildingData'], 'price'> },
  priceBracketStarts: University['priceBracketStarts'],
): RentRange | undefined {
  const { price } = buildingData
  if (price !== null) return { least: price, most: price }
  if (!reportedRent || reportedRent.reports < LEAST_RENT_REPORTS) return undefined
  const least = priceBracketStarts?.[reportedRent.bracket - 1]
  if (least === undefined) return undefined
  const next = priceBracketStarts?.[reportedRent.bracket]
  return { least, most: next === undefined ? Infinity : next - 1 }
}

/**
 * Where a rent stands among others, in dollars: a range by its middle, and one that is open at an end ("Under $800",
 * "$1.6K+") by the end that is known.
 */
export function sortableRent({ least, most }: RentRange): number {
  if (most === Infinity) return least
  return least === 0 ? most : (least + most) / 2
}
