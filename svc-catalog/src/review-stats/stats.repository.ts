import { isDuplicateKey } from '@offquad/service-kit'
import { type Connection, type Model, Schema } from 'mongoose'
import { type LandlordStats, type ListingStats } from '../entities'

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

/** Absent if the stats are from a service that counts no topics. */
const topics = {
  type: [{ _id: false, topic: { type: String, required: true }, praised: number, criticised: number }],
  default: undefined,
}

/** Absent if the stats are from a service that counts no rents by year. */
const rents = {
  type: [{ _id: false, year: number, bedrooms: number, brackets: [Number] }],
  default: undefined,
}

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
      topics,
      rents,
      version: number,
    },
  },
  options,
)

const landlordStats = new Schema<StatsDocument>(
  {
    ...base,
    stats: {
      landlordId: id,
      numReviews: number,
      avgRating: number,
      reviewIds: [String],
      topics,
      version: number,
    },
  },
  options,
)

listingStats.index({ changedAt: 1 })
landlordStats.index({ changedAt: 1 })

export interface StatsRepository<Stats> {
  /** The stats with these ids, or all. */
  list(ids?: string[]): Promise<Stats[]>
  listIdsChangedSince(since: Date): Promise<string[]>
  /** Stores the stats unless the stored ones are as new or newer. */
  saveIfNewer(id: string, stats: Stats): Promise<void>
}

export const createListingStatsRepository = (connection: Connection) =>
  createStatsRepository<ListingStats>(connection.model('ListingStats', listingStats, 'listingStats'))

export const createLandlordStatsRepository = (connection: Connection) =>
  createStatsRepository<LandlordStats>(connection.model('LandlordStats', landlordStats, 'landlordStats'))

function createStatsRepository<Stats extends { version: number }>(
  model: Model<StatsDocument>,
): StatsRepository<Stats> {
  return {
    async list(ids) {
      const found = await model.find(ids ? { _id: { $in: ids } } : {}, { stats: 1 }).lean()
      // Stored by saveIfNewer with the schema of this kind of stats.
      return found.map(({ stats }) => stats as Stats)
    },

    async listIdsChangedSince(since) {
      const found = await model.find({ changedAt: { $gte: since } }, { _id: 1 }).lean()
      return found.map(({ _id }) => _id)
    },

    async saveIfNewer(id, stats) {
      const { version } = stats
      const save = (upsert: boolean) =>
        model.updateOne(
          { _id: id, version: { $lt: version } },
          { $set: { version, stats, changedAt: new Date() } },
          { upsert },
        )
      try {
        await save(true)
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // Already stored: newer, or older and stored concurrently. A second attempt without insert handles both.
        await save(false)
      }
    },
  }
}
