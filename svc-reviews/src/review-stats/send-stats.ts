import {
  type ConsistencyToken,
  formatStatsToken,
  updateLandlordStats,
  updateListingStats,
} from '@offquad/contracts'
import { withTimeout, type Jobs } from '@offquad/service-kit'
import { type ReviewSubject } from '../reviews/stored-review'
import { type ReviewStatsRepository } from './review-stats.repository'

export interface StatsDeps {
  stats: ReviewStatsRepository
  jobs: Pick<Jobs, 'addBulk'>
}

interface SubjectIds {
  aptIds: string[]
  landlordIds: string[]
}

const SUBJECTS_AT_ONCE = 200

/**
 * Computes the stats of these apartments and landlords and sends them to the catalog.
 * @returns the version of the sent stats; some may have a newer one
 */
export async function sendStats(deps: StatsDeps, { aptIds, landlordIds }: SubjectIds): Promise<number> {
  let oldest = 0
  const rounds = Math.ceil(Math.max(aptIds.length, landlordIds.length) / SUBJECTS_AT_ONCE)
  for (let round = 0; round < rounds; round += 1) {
    const [from, to] = [round * SUBJECTS_AT_ONCE, (round + 1) * SUBJECTS_AT_ONCE]
    const version = await deps.stats.nextVersion()
    oldest ||= version
    await Promise.all([
      sendListingStats(deps, aptIds.slice(from, to), version),
      sendLandlordStats(deps, landlordIds.slice(from, to), version),
    ])
  }
  return oldest
}

async function sendListingStats({ stats, jobs }: StatsDeps, aptIds: string[], version: number) {
  if (aptIds.length === 0) return
  const found = new Map((await stats.computeForApartments(aptIds)).map((one) => [one.aptId, one]))
  const messages = aptIds.map((aptId) => {
    const computed = found.get(aptId)
    return {
      aptId,
      numReviews: computed?.numReviews ?? 0,
      avgRating: computed?.avgRating ?? 0,
      avgPrice: computed?.avgPrice ?? 0,
      lastReviewedAt: computed?.lastReviewedAt?.toISOString() ?? null,
      reportedRent: computed?.reportedRent ?? null,
      topics: computed?.topics ?? [],
      rents: computed?.rents ?? [],
      version,
    }
  })
  await jobs.addBulk(updateListingStats, messages)
}

async function sendLandlordStats({ stats, jobs }: StatsDeps, landlordIds: string[], version: number) {
  if (landlordIds.length === 0) return
  const found = new Map((await stats.computeForLandlords(landlordIds)).map((one) => [one.landlordId, one]))
  const messages = landlordIds.map((landlordId) => {
    const { numReviews = 0, avgRating = 0, reviewIds = [], topics = [] } = found.get(landlordId) ?? {}
    return { landlordId, numReviews, avgRating, reviewIds, topics, version }
  })
  await jobs.addBulk(updateLandlordStats, messages)
}

/** Repairs the catalog: sends the stats of everything that has reviews, in case a message was lost. */
export async function reconcileStats(deps: StatsDeps): Promise<void> {
  await sendStats(deps, await deps.stats.listReviewedSubjects())
}

const CATALOG = 'svc-catalog'
const MAX_WAIT_MS = 300

/**
 * Sends the stats of one subject immediately, for the caller's next reads. The outbox guarantees that they are sent at all:
 * while Redis is unavailable, nothing is sent here.
 * @returns resolves to the tokens that reads of the catalog wait for; to none when it failed or took longer than 300 ms
 */
export function createPublishStats(deps: StatsDeps, log: { warn(fields: object, message: string): void }) {
  return async ({ aptId, landlordId }: ReviewSubject): Promise<ConsistencyToken[]> => {
    const subjects = { aptIds: aptId === null ? [] : [aptId], landlordIds: [landlordId] }
    try {
      const late = () => new Error(`not published within ${MAX_WAIT_MS} ms`)
      const version = await withTimeout(sendStats(deps, subjects), MAX_WAIT_MS, late)
      return [
        ...subjects.aptIds.map((id) => formatStatsToken({ of: 'listing', id, version })),
        ...subjects.landlordIds.map((id) => formatStatsToken({ of: 'landlord', id, version })),
      ].map((token) => ({ service: CATALOG, token }))
    } catch (err) {
      log.warn({ err }, 'review stats not published immediately, left to the worker')
      return []
    }
  }
}
