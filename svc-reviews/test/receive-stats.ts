import { type LandlordStats, type ListingStats, updateReviewStats } from '@offquad/contracts'
import { createLog, openJobs } from '@offquad/service-kit'
import { type TestReviews } from './start-reviews'

type Versioned<Stats> = Stats & { version: number }

/** Stands in for svc-catalog: stores the newest version of the stats that it receives. */
export async function receiveStats({ context }: TestReviews) {
  const jobs = openJobs(context.config, createLog('receiver', 'silent'))
  const listings = new Map<string, Versioned<ListingStats>>()
  const landlords = new Map<string, Versioned<LandlordStats>>()
  /** All that arrived, in order. */
  const received: (Versioned<ListingStats> | Versioned<LandlordStats>)[] = []
  const keepNewest = <T extends { version: number }>(kept: Map<string, T>, id: string, stats: T) => {
    if (stats.version > (kept.get(id)?.version ?? 0)) kept.set(id, stats)
  }
  await jobs.registerWorker(updateReviewStats, async ({ version, ...sent }) => {
    for (const stats of sent.listings) {
      received.push({ ...stats, version })
      keepNewest(listings, stats.aptId, { ...stats, version })
    }
    for (const stats of sent.landlords) {
      received.push({ ...stats, version })
      keepNewest(landlords, stats.landlordId, { ...stats, version })
    }
  })
  return { jobs, listings, landlords, received, close: () => jobs.close() }
}
