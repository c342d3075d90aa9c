import { sendReviewApprovedMail } from '@offquad/contracts'
import { drainOutbox, type Jobs, type Outbox } from '@offquad/service-kit'
import { type Decision, type OutboxEntry } from '../reviews/stored-review'
import { type ReviewTopicsRepository } from '../reviews/review-topics.repository'
import { sendStats, type StatsDeps } from './send-stats'

/** A review with undelivered outbox entries. */
interface PendingReview {
  id: string
  entries: OutboxEntry[]
}

interface DeliverDeps extends StatsDeps {
  outbox: Pick<Outbox<PendingReview>, 'listPending' | 'clear'>
  topics: Pick<ReviewTopicsRepository, 'update'>
  moderationLog: { append(decisions: (Decision & { _id: string; reviewId: string })[]): Promise<void> }
  jobs: Pick<Jobs, 'add' | 'addBulk'>
}

const REVIEWS_AT_ONCE = 1000

/**
 * Delivers the entries of all outboxes: stats of their apartments and landlords, which include the topics of the changed
 * reviews, mails to authors, and decisions for the moderation log.
 */
export async function deliverOutbox(deps: DeliverDeps): Promise<void> {
  await drainOutbox(
    deps.outbox,
    async (reviews) => {
      const entries = reviews.flatMap((review) => review.entries)
      await deps.topics.update(reviews.map(({ id }) => id))
      await sendStats(deps, {
        aptIds: distinct(entries.map(({ aptId }) => aptId)),
        landlordIds: distinct(entries.map(({ landlordId }) => landlordId)),
      })
      await sendApprovalMails(deps, reviews)
      await logDecisions(deps, reviews)
    },
    REVIEWS_AT_ONCE,
  )
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** The job has the id of the change, so that a repeated delivery does not send a second mail. svc-users sends it. */
async function sendApprovalMails({ jobs }: DeliverDeps, reviews: PendingReview[]): Promise<void> {
  for (const { id, entries } of reviews)
    for (const { mailTo, aptId, landlordId, change } of entries)
      if (mailTo !== undefined) {
        const payload = { userId: mailTo, reviewId: id, aptId, landlordId }
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
