import { type ReportedRent, VISIBLE_STATUSES } from '@offquad/contracts'
import { type Connection, type PipelineStage } from 'mongoose'
import { countVersionModel } from './count-version.model'
import { reportedRentOf } from './reported-rent'
import { reviewModel } from './review.model'

export type ReviewCountsRepository = ReturnType<typeof createReviewCountsRepository>

export interface ApartmentCounts {
  aptId: string
  numReviews: number
  avgRating: number
  avgPrice: number
  lastReviewedAt: Date | null
  reportedRent: ReportedRent | null
}

export interface LandlordCounts {
  landlordId: string
  numReviews: number
  avgRating: number
  /** Newest first. */
  reviewIds: string[]
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
      prices: { $push: '$price' },
    },
  },
  {
    $project: {
      ...kept,
      aptId: '$_id',
      lastReviewedAt: 1,
      avgPrice: { $ifNull: ['$avgPrice', 0] },
      prices: 1,
    },
  },
]

const SUMS_BY_LANDLORD: PipelineStage[] = [
  { $group: { _id: '$landlordId', ...sums, reviewIds: { $push: '$_id' } } },
  { $project: { ...kept, landlordId: '$_id', reviewIds: 1 } },
]

/** What the publicly visible reviews of apartments and landlords add up to. Only those that have any are answered. */
export function createReviewCountsRepository(connection: Connection) {
  const reviews = reviewModel(connection)
  const versions = countVersionModel(connection)
  const isVisible = { status: { $in: [...VISIBLE_STATUSES] } }

  return {
    async countApartments(aptIds: string[]): Promise<ApartmentCounts[]> {
      const counted = await reviews.aggregate<Omit<ApartmentCounts, 'reportedRent'> & { prices: number[] }>([
        { $match: { aptId: { $in: aptIds }, ...isVisible } },
        ...SUMS_BY_APARTMENT,
      ])
      return counted.map(({ prices, ...counts }) => ({ ...counts, reportedRent: reportedRentOf(prices) }))
    },

    countLandlords: (landlordIds: string[]): Promise<LandlordCounts[]> =>
      reviews.aggregate<LandlordCounts>([
        { $match: { landlordId: { $in: landlordIds }, ...isVisible } },
        { $sort: { date: -1, _id: 1 } },
        ...SUMS_BY_LANDLORD,
      ]),

    /** Every apartment and landlord any review is about, in whatever status. */
    async listCounted(): Promise<{ aptIds: string[]; landlordIds: string[] }> {
      const [aptIds, landlordIds] = await Promise.all([
        reviews.distinct('aptId', { aptId: { $ne: null } }),
        reviews.distinct('landlordId'),
      ])
      // The filter leaves null out.
      return { aptIds: aptIds as string[], landlordIds }
    },

    /**
     * A number greater than every one answered before. It is taken before counting, so of two counts of the same
     * apartment the one with the greater number has seen everything the other has. The clock takes part so that it
     * also grows past numbers that were forgotten when the database was restored from a backup.
     */
    async nextVersion(): Promise<number> {
      const grown = { $max: [{ $add: [{ $ifNull: ['$value', 0] }, 1] }, Date.now()] }
      const { value } = await versions
        .findOneAndUpdate({ _id: 'counts' }, [{ $set: { value: grown } }], {
          ...{ upsert: true, returnDocument: 'after', updatePipeline: true },
        })
        .orFail()
        .lean()
      return value
    },
  }
}
