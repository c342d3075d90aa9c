import { type Connection, Schema } from 'mongoose'

interface StatsDocument {
  /** Id of the apartment or landlord, which may not exist yet. */
  _id: string
  version: number
  stats: object
  changedAt: Date
}

const id = { type: String, required: true }
const number = { type: Number, required: true }
const base = { _id: id, version: number, changedAt: { type: Date, required: true } }
const options = { versionKey: false, strict: 'throw' } as const

const listingStats = new Schema<StatsDocument>(
  {
    ...base,
    stats: {
      aptId: id,
      numReviews: number,
      avgRating: number,
      avgPrice: number,
      lastReviewedAt: { type: String, default: null },
      reportedRent: { type: { bracket: number, reports: number }, default: null, _id: false },
      version: number,
    },
  },
  options,
)

const landlordStats = new Schema<StatsDocument>(
  {
    ...base,
    stats: { landlordId: id, numReviews: number, avgRating: number, reviewIds: [String], version: number },
  },
  options,
)

listingStats.index({ changedAt: 1 })
landlordStats.index({ changedAt: 1 })

export function listingStatsModel(connection: Connection) {
  return connection.model('ListingStats', listingStats, 'listingStats')
}

export function landlordStatsModel(connection: Connection) {
  return connection.model('LandlordStats', landlordStats, 'landlordStats')
}

export type StatsModel = ReturnType<typeof listingStatsModel>
