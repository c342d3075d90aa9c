import { type Decline, type ReviewStatus } from '@offquad/contracts'
import { type Identity } from '@offquad/service-kit'
import { findVisible } from './find-visible'
import { type RequestJob } from './request-job'
import { type ReviewChangesRepository } from './review-changes.repository'
import { type ReviewReportsRepository } from './review-reports.repository'
import { type ReviewsRepository } from './reviews.repository'
import { changesAsAuthor, EDITABLE, requireOther, wrongStatus } from './status.policy'
import { type StoredReview } from './stored-review'

export interface ChangeDeps {
  reviews: Pick<ReviewsRepository, 'find'>
  changes: ReviewChangesRepository
  reports: ReviewReportsRepository
  requestRecount: RequestJob
  requestFlags: RequestJob
  /** Tells the gateways that public answers changed. */
  announce: () => void
}

interface Wanted {
  to: ReviewStatus
  identity: Identity
  /** Why it is reported. */
  reason: string
  /** Why it is declined, for its author. */
  decline?: Decline | undefined
  /** The status the administrator has seen. */
  seen?: ReviewStatus | undefined
}

/** Reports, deletes or decides; the answer is the review as it is afterwards. */
export async function changeReviewStatus(
  deps: ChangeDeps,
  id: string,
  wanted: Wanted,
): Promise<StoredReview> {
  const review = await findVisible(deps, id, wanted)
  if (wanted.to === 'REPORTED') await report(deps, review, wanted)
  else await moderate(deps, review, wanted)
  deps.announce()
  // Whatever others have done to it since: the caller is told what it is now.
  return (await deps.reviews.find(id)) ?? review
}

async function report(
  { reviews, reports, requestFlags }: ChangeDeps,
  review: StoredReview,
  { identity, reason }: Wanted,
) {
  requireOther(identity, review)
  const entry = { date: new Date(), userId: identity.userId, reason }
  if (await reports.report(review.id, entry)) return requestFlags()
  if (await reports.reportAgain(review.id, entry)) return
  // Reporting twice is reporting once.
  const { status } = (await reviews.find(review.id)) ?? review
  if (status !== 'REPORTED') throw wrongStatus(status)
}

async function moderate(deps: ChangeDeps, review: StoredReview, { to, identity, seen, decline }: Wanted) {
  const { id, status, aptId, landlordId, userId } = review
  const isAuthor = changesAsAuthor(identity, review, to)
  if (seen !== undefined && seen !== status) throw wrongStatus(status)
  const place = { aptId, landlordId }
  const isApproval = to === 'APPROVED' && status !== 'REPORTED' && userId !== null
  const hasChanged = await deps.changes.changeStatus({
    ...{ id, to, place },
    ...(isAuthor
      ? { from: EDITABLE, author: identity.userId }
      : {
          from: [status],
          decision: { adminId: identity.userId, from: status, to, date: new Date() },
          ...(to === 'DECLINED' && { decline }),
        }),
    ...(isApproval && { mailTo: userId }),
  })
  if (!hasChanged) throw wrongStatus((await deps.reviews.find(id))?.status ?? status)
  deps.requestRecount()
}
