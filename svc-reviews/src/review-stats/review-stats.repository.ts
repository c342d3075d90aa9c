import { type RentReports, type ReportedRent, type TopicCounts, VISIBLE_STATUSES } from '@offquad/contracts'
import { openVersionCounter } from '@offquad/service-kit'
import { type Connection, type PipelineStage } from 'mongoose'
import { type ReviewDocument, reviewModel } from '../reviews/review.model'
import { countTopics } from '../reviews/count-topics'
import { countRents, type RentReport, reportedRentOf } from './count-rents'

export type ReviewStatsRepository = ReturnType<typeof createReviewStatsRepository>

export interface ApartmentStats {
  aptId: string
  numReviews: number
  avgRating: number
  avgPrice: number
  lastReviewedAt: Date | null
  reportedRent: ReportedRent | null
  topics: TopicCounts[]
  rents: RentReports[]
}

export interface LandlordStats {
  landlordId: string
  numReviews: number
  avgRating: number
  /** Newest first. */
  reviewIds: string[]
  topics: TopicCounts[]
}

/** The topics of the reviews of an apartment or landlord that have been read. */
interface PushedTopics {
  topics: NonNullable<ReviewDocument['topics']>[]
}

const sums = { numReviews: { $sum: 1 }, avgRating: { $avg: '$overallRating' } }
const kept = { _id: 0, numReviews: 1, avgRating: 1 } as const

const SUMS_BY_APARTMENT: PipelineStage[] = [
  {
    $group: {
      _id: '$aptId',
      ...sums,
      avgPrice: { $avg: { $cond: [{ $gt: ['$price', 0] }, '$price', null] } },
      lastReviewedAt: { $max: '$date' },
      reports: {
        $push: {
          price: '$price',
          bedrooms: '$bedrooms',
          date: '$date',
          author: { $ifNull: ['$userId', '$_id'] },
        },
      },
      topics: { $push: '$topics' },
    },
  },
  {
    $project: {
      ...kept,
      aptId: '$_id',
      lastReviewedAt: 1,
      avgPrice: { $ifNull: ['$avgPrice', 0] },
      reports: 1,
      topics: 1,
    },
  },
]

const SUMS_BY_LANDLORD: PipelineStage[] = [
  {
    $group: {
      _id: '$landlordId',
      ...sums,
      reviewIds: { $push: '$_id' },
      topics: { $push: '$topics' },
    },
  },
  { $project: { ...kept, landlordId: '$_id', reviewIds: 1, topics: 1 } },
]

/** Stats of the publicly visible reviews of apartments and landlords; those without reviews are omitted. */
export function createReviewStatsRepository(connection: Connection) {
  const reviews = reviewModel(connection)
  const versions = openVersionCounter(connection, {
    name: 'CountVersion',
    collection: 'countVersions',
    id: 'counts',
  })
  const isVisible = { status: { $in: [...VISIBLE_STATUSES] } }

  return {
    async computeForApartments(aptIds: string[]): Promise<ApartmentStats[]> {
      type Counted = Omit<ApartmentStats, 'reportedRent' | 'topics' | 'rents'> &
        PushedTopics & { reports: RentReport[] }
      const counted = await reviews.aggregate<Counted>([
        { $match: { aptId: { $in: aptIds }, ...isVisible } },
        ...SUMS_BY_APARTMENT,
      ])
      return counted.map(({ reports, topics, ...stats }) => ({
        ...stats,
        reportedRent: reportedRentOf(reports),
        topics: countTopics(topics),
        rents: countRents(reports),
      }))
    },

    async computeForLandlords(landlordIds: string[]): Promise<LandlordStats[]> {
      const counted = await reviews.aggregate<Omit<LandlordStats, 'topics'> & PushedTopics>([
        { $match: { landlordId: { $in: landlordIds }, ...isVisible } },
        { $sort: { month: -1, _id: 1 } },
        ...SUMS_BY_LANDLORD,
      ])
      return counted.map(({ topics, ...stats }) => ({ ...stats, topics: countTopics(topics) }))
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
