import {
  type LandlordStats,
  type ListingStats,
  VISIBLE_STATUSES,
  MAX_BEDROOMS,
  MAX_PRICE_BRACKET,
  medianRent,
  MONTHS,
  type RentReports,
  type ReportedRent,
} from '@offquad/contracts'
import { countTopics } from '@offquad/review-topics'
import { openVersionCounter, yearOf } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type ReviewDocument, reviewModel } from '../reviews/review.model'
import { LEAST_SHARING_AUTHORS } from '../reviews/shared-bedrooms'
import { type StoredReview } from '../reviews/stored-review'

export type ReviewStatsRepository = ReturnType<typeof createReviewStatsRepository>

const COUNTED = {
  aptId: 1,
  landlordId: 1,
  userId: 1,
  formerAuthor: 1,
  date: 1,
  overallRating: 1,
  price: 1,
  bedrooms: 1,
  signedMonth: 1,
  topics: 1,
} as const
type CountedReview = Pick<ReviewDocument, '_id' | keyof typeof COUNTED>

/** Stats of the publicly visible reviews of apartments and landlords. */
export function createReviewStatsRepository(connection: Connection) {
  const reviews = reviewModel(connection)
  const versions = openVersionCounter(connection, {
    name: 'CountVersion',
    collection: 'countVersions',
    id: 'counts',
  })

  /** The visible reviews with one of these ids in a field, grouped by id, newest month first. */
  async function listVisible(
    field: 'aptId' | 'landlordId',
    ids: readonly string[],
  ): Promise<Map<string, CountedReview[]>> {
    const byId = new Map<string, CountedReview[]>(ids.map((id) => [id, []]))
    if (ids.length === 0) return byId
    const visible = await reviews
      .find({ [field]: { $in: ids }, status: { $in: [...VISIBLE_STATUSES] } }, COUNTED)
      .sort({ month: -1, _id: 1 })
      .lean<CountedReview[]>()
    for (const review of visible) byId.get(review[field] ?? '')?.push(review)
    return byId
  }

  return {
    /** The stats of each of these apartments. */
    async countForApartments(aptIds: readonly string[]): Promise<ListingStats[]> {
      return [...(await listVisible('aptId', aptIds))].map(([aptId, visible]) => ({
        aptId,
        ...countListing(visible),
      }))
    },

    /** The stats of each of these landlords. */
    async countForLandlords(landlordIds: readonly string[]): Promise<LandlordStats[]> {
      return [...(await listVisible('landlordId', landlordIds))].map(([landlordId, visible]) => ({
        landlordId,
        ...countAll(visible),
        reviewIds: visible.map(({ _id }) => _id),
      }))
    },

    /** Every apartment and landlord with a review in any status. */
    async listReviewedSubjects(): Promise<{ aptIds: string[]; landlordIds: string[] }> {
      const [aptIds, landlordIds] = await Promise.all([
        reviews.distinct('aptId', { aptId: { $ne: null } }),
        reviews.distinct('landlordId'),
      ])
      // The filter excludes null.
      return { aptIds: aptIds as string[], landlordIds }
    },

    nextVersion: versions.next,
  }
}

const countAll = (reviews: readonly CountedReview[]) => ({
  numReviews: reviews.length,
  avgRating: meanOf(reviews.map(({ overallRating }) => overallRating)),
  topics: countTopics(reviews.map(({ topics }) => topics)),
})

function countListing(reviews: readonly CountedReview[]): Omit<ListingStats, 'aptId'> {
  const reports = reviews.map(({ _id, userId, formerAuthor, ...report }) => ({
    ...report,
    author: userId ?? formerAuthor ?? _id,
  }))
  const newest = Math.max(...reviews.map(({ date }) => date.getTime()))
  return {
    ...countAll(reviews),
    avgPrice: meanOf(reviews.map(({ price }) => price).filter((price) => price > 0)),
    lastReviewedAt: reviews.length > 0 ? new Date(newest).toISOString() : null,
    reportedRent: reportedRentOf(reports),
    rents: countRents(reports),
    signedMonths: countSignedMonths(reports),
  }
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length

export interface RentReport extends Pick<StoredReview, 'price' | 'bedrooms' | 'date'> {
  /** Equal for reviews by the same author. */
  author: string
}

/** Numbers of choices that are 1, 2, and so on; 0 means no choice and is not counted. */
function countChoices(choices: readonly number[], most: number): number[] {
  const counts = Array.from({ length: most }, () => 0)
  for (const choice of choices) if (isWithin(choice, most)) counts[choice - 1] = (counts[choice - 1] ?? 0) + 1
  return counts
}

const countBrackets = (reports: readonly Pick<RentReport, 'price'>[]): number[] =>
  countChoices(
    reports.map(({ price }) => price),
    MAX_PRICE_BRACKET,
  )

/** Each author of an apartment counts once, with their newest review that names a month. */
function countSignedMonths(
  newestFirst: readonly (Pick<RentReport, 'author'> & Pick<StoredReview, 'signedMonth'>)[],
): number[] {
  const reports = newestFirst.filter(({ signedMonth }) => signedMonth)
  const months = new Map(reports.toReversed().map(({ author, signedMonth = 0 }) => [author, signedMonth]))
  return countChoices([...months.values()], MONTHS.length)
}

/** The median of the brackets in reviews; null if too few reviews name one. */
export const reportedRentOf = (reports: readonly Pick<RentReport, 'price'>[]): ReportedRent | null =>
  medianRent(countBrackets(reports)) ?? null

/**
 * The brackets that reviews of one apartment name, sorted by year and number of bedrooms. Omits reviews that lack one of the
 * three, or whose number of bedrooms is not public, so that no aggregate, and no change of one, reveals anything about them.
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
    .toSorted((a, b) => a.year - b.year || a.bedrooms - b.bedrooms)
    .map(({ year, bedrooms, reports: group }) => ({ year, bedrooms, brackets: countBrackets(group) }))
}

const isWithin = (count: number, most: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= most
