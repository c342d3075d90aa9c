import { type ReviewStats, reviewStatsChanged } from '@offquad/contracts'
import { documentSchema, required, upsertNewer, type Events } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { type VersionedStats, versionedStats } from '../catalog/entities'

interface StatsDocument {
  /** 'apartment/<id>' or 'landlord/<id>', which may not exist yet. */
  _id: string
  version: number
  /** Validated when the message arrived. */
  stats: VersionedStats['stats']
  changedAt: Date
}

const schema = documentSchema<StatsDocument>({
  _id: required.text,
  version: required.number,
  stats: { type: Schema.Types.Mixed, required: true },
  changedAt: required.date,
})
schema.index({ changedAt: 1 })

export type ReviewStatsRepository = ReturnType<typeof createReviewStatsRepository>

/** The newest review stats of apartments and landlords. */
export function createReviewStatsRepository(connection: Connection) {
  const model = connection.model('ReviewStats', schema, 'review_stats')

  return {
    /** All stats, or the stats stored since. */
    async list(since?: Date): Promise<VersionedStats[]> {
      return (await model.find(since ? { changedAt: { $gte: since } } : {}).lean()).map(fromDocument)
    },

    async find(resources: string[]): Promise<VersionedStats[]> {
      return (await model.find({ _id: { $in: resources } }).lean()).map(fromDocument)
    },

    /** Stores stats unless newer ones are stored. Messages may arrive in any order and repeatedly. */
    async saveNewer(message: ReviewStats): Promise<void> {
      const changedAt = new Date()
      await upsertNewer(
        model,
        versionedStats(message).map(({ resource, version, stats }) => ({
          _id: resource,
          version,
          stats,
          changedAt,
        })),
      )
    },
  }
}

const fromDocument = ({ _id, version, stats }: StatsDocument): VersionedStats => ({
  resource: _id,
  version,
  stats,
})

interface StoreStatsDeps {
  reviewStats: Pick<ReviewStatsRepository, 'saveNewer'>
  events: Pick<Events, 'publish'>
}

/** Stores review stats and publishes them to every instance. */
export async function storeStats({ reviewStats, events }: StoreStatsDeps, stats: ReviewStats): Promise<void> {
  await reviewStats.saveNewer(stats)
  await events.publish(reviewStatsChanged, stats)
}
