import { type University } from '../university'
import { type Listing, type ReportedRent } from './listing'

/** Minimum number of reviews that name a rent for a reported rent to be published. */
export const LEAST_RENT_REPORTS = 3

/**
 * The median of the brackets in reviews: the lower of the middle two if their number is even.
 * @param counts numbers of reviews that name the first bracket, the second, and so on
 * @returns undefined for fewer than three reviews
 */
export function medianRent(counts: readonly number[]): ReportedRent | undefined {
  const reports = counts.reduce((sum, count) => sum + count, 0)
  if (reports < LEAST_RENT_REPORTS) return undefined
  let below = 0
  const middle = counts.findIndex((count) => (below += count) * 2 >= reports)
  return { bracket: middle + 1, reports }
}

/** A monthly rent in whole dollars, both ends included. */
export interface RentRange {
  least: number
  /** Infinity in the highest bracket. */
  most: number
}

type RentedListing = Pick<Listing, 'reportedRent'> & {
  buildingData: Pick<Listing['buildingData'], 'price' | 'roomTypes'>
}

/**
 * The known rent of a listing: the landlord's figures, else the bracket that students report.
 * @param priceBracketStarts lowest rent of each bracket in dollars, ascending; without them no bracket has a range
 * @returns undefined if neither is known
 */
export function rentRangeOf(
  { buildingData, reportedRent }: RentedListing,
  priceBracketStarts: University['priceBracketStarts'],
): RentRange | undefined {
  const { price, roomTypes = [] } = buildingData
  const rents = roomTypes.map(({ rent }) => rent)
  if (rents.length > 0) return { least: Math.min(...rents), most: Math.max(...rents) }
  if (price !== null) return { least: price, most: price }
  if (!reportedRent || reportedRent.reports < LEAST_RENT_REPORTS) return undefined
  const least = priceBracketStarts?.[reportedRent.bracket - 1]
  if (least === undefined) return undefined
  const next = priceBracketStarts?.[reportedRent.bracket]
  return { least, most: next === undefined ? Infinity : next - 1 }
}

const GROUP_END = /\d(?=(\d{3})+(\.|$))/g

/** '1,200'. Without Intl, whose first call takes 100 ms on a phone. */
export const amountText = (amount: number): string => String(amount).replace(GROUP_END, '$&,')

/** The landlord's figures in words: '$1,200', or '$950-1,400' for several room types; undefined without any. */
export function listedRentText(buildingData: RentedListing['buildingData']): string | undefined {
  const rent = rentRangeOf({ buildingData }, undefined)
  if (!rent) return undefined
  const [least, most] = [rent.least, rent.most].map(amountText)
  return least === most ? `$${least}` : `$${least}-${most}`
}

/**
 * The rent by which listings are sorted, in dollars: that of the cheapest room type, or the middle of a bracket; the known
 * end of an open bracket ("Under $800", "$1,600+").
 * @param priceBracketStarts as for `rentRangeOf`
 * @returns null if the rent is unknown
 */
export function sortableRent(
  listing: RentedListing,
  priceBracketStarts: University['priceBracketStarts'],
): number | null {
  const rent = rentRangeOf(listing, priceBracketStarts)
  if (!rent) return null
  const { least, most } = rent
  if (listing.buildingData.roomTypes?.length || most === Infinity) return least
  return least === 0 ? most : (least + most) / 2
}
