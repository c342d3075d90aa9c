import {
  MAX_BEDROOMS,
  MAX_PRICE_BRACKET,
  medianRent,
  type RentReports,
  type ReportedRent,
} from '@offquad/contracts'
import { yearOf } from '@offquad/service-kit'
import { LEAST_SHARING_AUTHORS } from '../reviews/shared-bedrooms'
import { type StoredReview } from '../reviews/stored-review'

export interface RentReport extends Pick<StoredReview, 'price' | 'bedrooms' | 'date'> {
  /** The same for reviews by one author. */
  author: string
}

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

/**
 * The brackets that reviews of one apartment name, sorted by year and number of bedrooms; without reviews that lack one of
 * the three, and without numbers of bedrooms that are not public: whatever is summed up from this, and however it changes,
 * can then say nothing about the others.
 */
export function countRents(reports: readonly RentReport[]): RentReports[] {
  const authorsOf = new Map<number, Set<string>>()
  for (const { bedrooms, author } of reports)
    authorsOf.set(bedrooms, (authorsOf.get(bedrooms) ?? new Set()).add(author))
  const groups = new Map<string, { year: number; bedrooms: number; reports: RentReport[] }>()
  for (const report of reports) {
    const { price, bedrooms, date } = report
    if (!isWithin(price, MAX_PRICE_BRACKET) || !isWithin(bedrooms, MAX_BEDROOMS)) continue
    if ((authorsOf.get(bedrooms)?.size ?? 0) < LEAST_SHARING_AUTHORS) continue
    const year = yearOf(date)
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
