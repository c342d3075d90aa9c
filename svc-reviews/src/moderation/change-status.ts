import { type Change, type Decline, type ReviewStatus } from '@offquad/contracts'
import { ConflictError, type Identity } from '@offquad/service-kit'
import { type Repositories } from '../repositories'
import {
  authorizeTransition,
  EDITABLE,
  findVisible,
  isVisible,
  requireOther,
  wrongStatus,
} from '../reviews/review.policy'
import { requireVersion, fingerprintOf } from '../reviews/review-fingerprints'
import {
  changesOf,
  DELETED_USER,
  type OutboxEntry,
  type ReviewSubject,
  type StoredReview,
} from '../reviews/stored-review'

export interface ChangeStatusDeps extends Pick<Repositories, 'reviews' | 'changes'> {
  /** Delivers the outbox entry of a write. Returns the changes, for the caller's next reads. */
  deliver: (id: string, entry: OutboxEntry) => Promise<Change[]>
  /** Notifies the gateways that public responses have changed. */
  publishInvalidation: (subject: ReviewSubject) => void
  now: () => Date
}

interface StatusChangeInput {
  to: ReviewStatus
  identity: Identity
  /** The reason of a report. */
  reason: string
  /** The reason of a decline, for the author. */
  decline?: Decline | undefined
  /** The status that the administrator saw when deciding. */
  seen?: ReviewStatus | undefined
  /** Version of the review that the caller read. */
  version?: string | undefined
}

/** Reports, deletes, approves or declines a review, and returns its new state and the changes. */
export async function changeReviewStatus(
  deps: ChangeStatusDeps,
  id: string,
  input: StatusChangeInput,
): Promise<{ review: StoredReview; changes: Change[] }> {
  const review = await findVisible(deps.reviews, id, input)
  const changes = await (input.to === 'REPORTED' ? report : moderate)(deps, review, input)
  deps.publishInvalidation(review)
  // Includes concurrent changes by other callers.
  return { review: (await deps.reviews.find(id)) ?? review, changes }
}

async function report(
  { reviews, changes: repository, now }: ChangeStatusDeps,
  review: StoredReview,
  { identity, reason }: StatusChangeInput,
): Promise<Change[]> {
  // A reported review stays visible, so its stats do not change.
  const changes = changesOf(review)
  requireOther(identity, review)
  const { userId } = identity
  const textFingerprint = fingerprintOf(review.reviewText)
  const isKnown = review.reports.some(
    (earlier) =>
      earlier.userId === userId &&
      earlier.textFingerprint === textFingerprint &&
      (reason === '' || fingerprintOf(earlier.reason) === fingerprintOf(reason)),
  )
  // Administrators have decided, or will: a repeated report adds nothing.
  if (isKnown && isVisible(review)) return changes
  const entry = { date: now(), userId, reason, textFingerprint }
  if (await repository.report(review.id, entry)) return changes
  if (await repository.reportAgain(review.id, entry)) return changes
  // A second report of the same text by the same user changes nothing.
  const { status } = (await reviews.find(review.id)) ?? review
  if (status !== 'REPORTED') throw wrongStatus(status)
  return changes
}

async function moderate(
  deps: ChangeStatusDeps,
  review: StoredReview,
  { to, identity, seen, version, decline }: StatusChangeInput,
): Promise<Change[]> {
  const { id, status, aptId, landlordId, userId } = review
  const role = authorizeTransition(identity, review, to)
  if (to === 'APPROVED' && review.suggestion)
    throw new ConflictError(
      'place-not-added',
      `Add the place first: "${review.suggestion.name}" is not listed yet.`,
    )
  if (seen !== undefined && seen !== status) throw wrongStatus(status)
  if (version !== undefined) requireVersion(version, review)
  const subject = { aptId, landlordId }
  const isApproval = to === 'APPROVED' && status !== 'REPORTED'
  const entry = await deps.changes.changeStatus({
    id,
    to,
    subject,
    read: version === undefined ? undefined : review,
    ...(role === 'author'
      ? { from: EDITABLE, author: identity.userId }
      : {
          from: [status],
          decision: { adminId: identity.userId, from: status, to, date: deps.now() },
          ...(to === 'DECLINED' && { decline }),
        }),
    ...(isApproval && { mailTo: userId ?? DELETED_USER }),
  })
  if (!entry) {
    const current = (await deps.reviews.find(id)) ?? review
    if (version !== undefined && current.status === status) requireVersion(version, current)
    throw wrongStatus(current.status)
  }
  return deps.deliver(id, entry)
}
