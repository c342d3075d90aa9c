import { isDuplicateKey } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type LandlordStats, type ListingStats } from '../entities'
import { landlordStatsModel, listingStatsModel, type StatsModel } from './stats.model'

export interface StatsRepository<Stats> {
  /** The stats under these ids, or all. */
  list(ids?: string[]): Promise<Stats[]>
  listIdsChangedSince(since: Date): Promise<string[]>
  /** Stores the stats unless as new or newer ones are stored. */
  saveIfNewer(id: string, stats: Stats): Promise<void>
}

export const createListingStatsRepository = (connection: Connection) =>
  createStatsRepository<ListingStats>(listingStatsModel(connection))

export const createLandlordStatsRepository = (connection: Connection) =>
  createStatsRepository<LandlordStats>(landlordStatsModel(connection))

function createStatsRepository<Stats extends { version: number }>(model: StatsModel): StatsRepository<Stats> {
  return {
    async list(ids) {
      const found = await model.find(ids ? { _id: { $in: ids } } : {}, { stats: 1 }).lean()
      // As saveIfNewer stored them under the schema of this very kind of stats.
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
        // Stored already: newer, or older and stored between looking and inserting. One more look tells which.
        await save(false)
      }
    },
  }
}
