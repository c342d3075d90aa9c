import { type Change, sendReviewApprovedMail, updateReviewStats } from '@offquad/contracts'
import { drainOutbox, type Jobs, type Outbox, withTimeout } from '@offquad/service-kit'
import { type ReviewTopicsRepository } from '../reviews/review-topics.repository'
import { changesOf, type Decision, type OutboxEntry } from '../reviews/stored-review'
import { type ReviewStatsRepository } from './review-stats.repository'

/** A review with undelivered outbox entries. */
export interface PendingReview {
  id: string
  entries: OutboxEntry[]
}

export interface StatsDeps {
  stats: ReviewStatsRepository
  jobs: Pick<Jobs, 'add'>
}

export interface DeliverDeps extends StatsDeps {
  outbox: Pick<Outbox<PendingReview>, 'listPending' | 'clear'>
  topics: Pick<ReviewTopicsRepository, 'update'>
  moderationLog: { append(decisions: (Decision & { _id: string; reviewId: string })[]): Promise<void> }
}

interface SubjectIds {
  aptIds: string[]
  landlordIds: string[]
}

const SUBJECTS_AT_ONCE = 200
const REVIEWS_AT_ONCE = 1000
const MAX_WAIT_MS = 1_000

/**
 * Delivers changes of reviews: the stats of their apartments and landlords, which include the topics of the changed reviews,
 * mails to authors, and decisions for the moderation log.
 * @returns the version of the stats; some stats may have a newer version
 */
async function deliver(deps: DeliverDeps, reviews: PendingReview[]): Promise<number> {
  const entries = reviews.flatMap((review) => review.entries)
  await deps.topics.update(reviews.map(({ id }) => id))
  const [version] = await Promise.all([
    sendStats(deps, {
      aptIds: distinct(entries.map(({ aptId }) => aptId)),
      landlordIds: distinct(entries.map(({ landlordId }) => landlordId)),
    }),
    sendApprovalMails(deps, reviews),
    logDecisions(deps, reviews),
  ])
  return version
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** Delivers pending outbox entries of imports, deleted accounts and interrupted requests. */
export const deliverOutbox = (deps: DeliverDeps): Promise<void> =>
  drainOutbox(deps.outbox, (reviews) => deliver(deps, reviews), REVIEWS_AT_ONCE)

/**
 * Delivers one change as soon as it is stored, for the caller's next reads. While Redis is unavailable, it is left in the outbox.
 * @returns the changes; without a version, so that reads do not wait, when delivery failed or took longer than a second
 */
export function createDelivery(deps: DeliverDeps, log: { warn(fields: object, message: string): void }) {
  async function deliverNow(review: PendingReview): Promise<number> {
    const version = await deliver(deps, [review])
    await deps.outbox.clear([review])
    return version
  }

  return async (id: string, entry: OutboxEntry): Promise<Change[]> => {
    const late = () => new Error(`not delivered within ${MAX_WAIT_MS} ms`)
    try {
      const version = await withTimeout(deliverNow({ id, entries: [entry] }), MAX_WAIT_MS, late)
      return changesOf(entry, version)
    } catch (err) {
      log.warn({ err, reviewId: id }, 'change not delivered immediately, left to the sweep')
      return changesOf(entry)
    }
  }
}

/** Repairs the catalog: sends the stats of everything that has reviews, in case a message was lost. */
export async function reconcileStats(deps: StatsDeps): Promise<void> {
  await sendStats(deps, await deps.stats.listReviewedSubjects())
}

/** @returns the version of the first batch; later batches have newer versions */
export async function sendStats(
  { stats, jobs }: StatsDeps,
  { aptIds, landlordIds }: SubjectIds,
): Promise<number> {
  let oldest = 0
  for (let from = 0; from < Math.max(aptIds.length, landlordIds.length); from += SUBJECTS_AT_ONCE) {
    const version = await stats.nextVersion()
    const [listings, landlords] = await Promise.all([
      stats.countForApartments(aptIds.slice(from, from + SUBJECTS_AT_ONCE)),
      stats.countForLandlords(landlordIds.slice(from, from + SUBJECTS_AT_ONCE)),
    ])
    await jobs.add(updateReviewStats, { version, listings, landlords })
    oldest ||= version
  }
  return oldest
}

/** The job has the id of the change, so that a repeated delivery does not send a second mail. svc-users sends it. */
async function sendApprovalMails({ jobs }: StatsDeps, reviews: PendingReview[]): Promise<void> {
  for (const { id, entries } of reviews)
    for (const { mailTo, aptId, landlordId, change } of entries)
      if (mailTo !== undefined) {
        const payload = { userId: mailTo, reviewId: id, aptId, landlordId, approval: change }
        await jobs.add(sendReviewApprovedMail, payload, { jobId: change })
      }
}

async function logDecisions({ moderationLog }: DeliverDeps, reviews: PendingReview[]): Promise<void> {
  const decisions = reviews.flatMap(({ id, entries }) =>
    entries.flatMap(({ decision, decline, change }) =>
      decision ? [{ ...decision, ...(decline && { decline }), _id: change, reviewId: id }] : [],
    ),
  )
  await moderationLog.append(decisions)
}
