import { type ReviewStats, reviewStatsChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type ReviewStatsRepository } from './review-stats.repository'

interface StoreStatsDeps {
  reviewStats: Pick<ReviewStatsRepository, 'saveNewer'>
  events: Pick<Events, 'publish'>
}

/** Stores review stats and passes them on to every instance. */
export async function storeStats({ reviewStats, events }: StoreStatsDeps, stats: ReviewStats): Promise<void> {
  await reviewStats.saveNewer(stats)
  await events.publish(reviewStatsChanged, stats)
}
