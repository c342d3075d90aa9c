import { sendReviewApprovedMail } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { type Decision } from '../reviews/stored-review'
import { type PendingReview, type ReviewOutboxRepository } from './review-outbox.repository'
import { sendStats, type StatsDeps } from './send-stats'

interface DeliverDeps extends StatsDeps {
  outbox: ReviewOutboxRepository
  moderationLog: { append(decisions: (Decision & { _id: string; reviewId: string })[]): Promise<void> }
  jobs: Pick<Jobs, 'add' | 'addBulk'>
}

const REVIEWS_AT_ONCE = 1000

/**
 * Delivers what the outboxes hold: the stats of every apartment and landlord they name, mails to authors and decisions for
 * the moderation log. They are emptied only after that, so a crash at any point repeats work and loses none.
 */
export async function deliverOutbox(deps: DeliverDeps): Promise<void> {
  const pending = await deps.outbox.listPending(REVIEWS_AT_ONCE)
  if (pending.length === 0) return
  const entries = pending.flatMap(({ outbox }) => outbox)
  await sendStats(deps, {
    aptIds: distinct(entries.map(({ aptId }) => aptId)),
    landlordIds: distinct(entries.map(({ landlordId }) => landlordId)),
  })
  await sendApprovalMails(deps, pending)
  await logDecisions(deps, pending)
  await deps.outbox.clear(pending)
  if (pending.length === REVIEWS_AT_ONCE) await deliverOutbox(deps)
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** The id of the change is that of the job, so that repeated delivery sends one mail. svc-users sends it. */
async function sendApprovalMails({ jobs }: DeliverDeps, pending: PendingReview[]): Promise<void> {
  for (const { id, outbox } of pending)
    for (const { mailTo, aptId, landlordId, change } of outbox)
      if (mailTo !== undefined) {
        const payload = { userId: mailTo, reviewId: id, aptId, landlordId }
        await jobs.add(sendReviewApprovedMail, payload, { jobId: change })
      }
}

async function logDecisions({ moderationLog }: DeliverDeps, pending: PendingReview[]): Promise<void> {
  const decisions = pending.flatMap(({ id, outbox }) =>
    outbox.flatMap(({ decision, decline, change }) =>
      decision ? [{ ...decision, ...(decline && { decline }), _id: change, reviewId: id }] : [],
    ),
  )
  await moderationLog.append(decisions)
}
