import {
  MAX_BEDROOMS,
  MAX_PRICE_BRACKET,
  medianRent,
  type RentReports,
  type ReportedRent,
} from '@offquad/contracts'
import { type StoredReview } from '../reviews/stored-review'

export type RentReport = Pick<StoredReview, 'price' | 'bedrooms' | 'date'>

/** How many of the reviews name each price bracket, without those that name none (0). */
export function countBrackets(reports: readonly Pick<RentReport, 'price'>[]): number[] {
  const counts = Array.from({ length: MAX_PRICE_BRACKET }, () => 0)
  for (const { price } of reports)
    if (isWithin(price, MAX_PRICE_BRACKET)) counts[price - 1] = (counts[price - 1] ?? 0) + 1
  return counts
}

/** The median of the brackets that reviews name; null if too few do. */
export const reportedRentOf = (reports: readonly Pick<RentReport, 'price'>[]): ReportedRent | null =>
  medianRent(countBrackets(reports)) ?? null

/** The brackets that reviews name, sorted by year and number of bedrooms; without reviews that lack one of the three. */
export function countRents(reports: readonly RentReport[]): RentReports[] {
  const groups = new Map<string, { year: number; bedrooms: number; reports: RentReport[] }>()
  for (const report of reports) {
    const { price, bedrooms, date } = report
    if (!isWithin(price, MAX_PRICE_BRACKET) || !isWithin(bedrooms, MAX_BEDROOMS)) continue
    const year = date.getUTCFullYear()
    const group = groups.get(`${year}/${bedrooms}`) ?? { year, bedrooms, reports: [] }
    groups.set(`${year}/${bedrooms}`, group)
    group.reports.push(report)
  }
  return [...groups.values()]
    .toSorted((one, other) => one.year - other.year || one.bedrooms - other.bedrooms)
    .map(({ year, bedrooms, reports: group }) => ({ year, bedrooms, brackets: countBrackets(group) }))
}

const isWithin = (count: number, most: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= most
