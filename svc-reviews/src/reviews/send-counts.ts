import { updateLandlordStats, updateListingStats } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { type ReviewCountsRepository } from './review-counts.repository'

export interface CountsDeps {
  counts: ReviewCountsRepository
  jobs: Pick<Jobs, 'addBulk'>
}

interface Counted {
  aptIds: string[]
  landlordIds: string[]
}

const PLACES_AT_ONCE = 200

/**
 * Counts the visible reviews of these apartments and landlords and sends the result to the catalog.
 * @returns the version that all of what was sent has, or a newer one
 */
export async function sendCounts(deps: CountsDeps, { aptIds, landlordIds }: Counted): Promise<number> {
  let oldest = 0
  const rounds = Math.ceil(Math.max(aptIds.length, landlordIds.length) / PLACES_AT_ONCE)
  for (let round = 0; round < rounds; round += 1) {
    const [from, to] = [round * PLACES_AT_ONCE, (round + 1) * PLACES_AT_ONCE]
    const version = await deps.counts.nextVersion()
    oldest ||= version
    await Promise.all([
      sendListingStats(deps, aptIds.slice(from, to), version),
      sendLandlordStats(deps, landlordIds.slice(from, to), version),
    ])
  }
  return oldest
}

async function sendListingStats({ counts, jobs }: CountsDeps, aptIds: string[], version: number) {
  if (aptIds.length === 0) return
  const counted = new Map((await counts.countApartments(aptIds)).map((one) => [one.aptId, one]))
  const stats = aptIds.map((aptId) => {
    const found = counted.get(aptId)
    return {
      aptId,
      numReviews: found?.numReviews ?? 0,
      avgRating: found?.avgRating ?? 0,
      avgPrice: found?.avgPrice ?? 0,
      lastReviewedAt: found?.lastReviewedAt?.toISOString() ?? null,
      reportedRent: found?.reportedRent ?? null,
      version,
    }
  })
  await jobs.addBulk(updateListingStats, stats)
}

async function sendLandlordStats({ counts, jobs }: CountsDeps, landlordIds: string[], version: number) {
  if (landlordIds.length === 0) return
  const counted = new Map(
    (await counts.countLandlords(landlordIds)).map((found) => [found.landlordId, found]),
  )
  const stats = landlordIds.map((landlordId) => {
    const { numReviews = 0, avgRating = 0, reviewIds = [] } = counted.get(landlordId) ?? {}
    return { landlordId, numReviews, avgRating, reviewIds, version }
  })
  await jobs.addBulk(updateLandlordStats, stats)
}
