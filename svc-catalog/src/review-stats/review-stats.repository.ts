import { type ReviewStats, reviewStatsChanged } from '@offquad/contracts'
import { upsertNewer, type Events } from '@offquad/service-kit'
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

const schema = new Schema<StatsDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    stats: { type: Schema.Types.Mixed, required: true },
    changedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
)
schema.index({ changedAt: 1 })

export type ReviewStatsRepository = ReturnType<typeof createReviewStatsRepository>

/** The newest review stats of apartments and landlords. */
export function createReviewStatsRepository(connection: Connection) {
  const model = connection.model('ReviewStats', schema, 'review_stats')

  return {
    /** All, or those stored since. */
    async list(since?: Date): Promise<VersionedStats[]> {
      const found = await model.find(since ? { changedAt: { $gte: since } } : {}).lean()
      return found.map(({ _id, version, stats }) => ({ resource: _id, version, stats }))
    },

    async find(resources: string[]): Promise<VersionedStats[]> {
      const found = await model.find({ _id: { $in: resources } }).lean()
      return found.map(({ _id, version, stats }) => ({ resource: _id, version, stats }))
    },

    /** Stores those of which no newer ones are stored, in any order and however often. */
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

interface StoreStatsDeps {
  reviewStats: Pick<ReviewStatsRepository, 'saveNewer'>
  events: Pick<Events, 'publish'>
}

/** Stores review stats and passes them on to every instance. */
export async function storeStats({ reviewStats, events }: StoreStatsDeps, stats: ReviewStats): Promise<void> {
  await reviewStats.saveNewer(stats)
  await events.publish(reviewStatsChanged, stats)
}
