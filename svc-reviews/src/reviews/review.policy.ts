import { type ReviewStatus, VISIBLE_STATUSES } from '@offquad/contracts'
import {
  type Caller,
  ConflictError,
  type Identity,
  NotAllowedError,
  NotFoundError,
  requireAdmin,
  requireIdentity,
} from '@offquad/service-kit'
import { type ReviewsRepository } from './reviews.repository'
import { type StoredReview } from './stored-review'

export const isAdmin = ({ identity }: Caller): boolean => identity?.role === 'admin'

export const isAuthor = ({ identity }: Caller, { userId }: Pick<StoredReview, 'userId'>): boolean =>
  userId !== null && userId === identity?.userId

export const isVisible = ({ status }: Pick<StoredReview, 'status'>): boolean =>
  VISIBLE_STATUSES.includes(status)

const maySee = (caller: Caller, review: StoredReview): boolean =>
  isVisible(review) || isAuthor(caller, review) || isAdmin(caller)

/** @throws NotFoundError when the review does not exist or is hidden from this caller */
export async function findVisible(
  reviews: Pick<ReviewsRepository, 'find'>,
  id: string,
  caller: Caller,
): Promise<StoredReview> {
  const review = await reviews.find(id)
  if (!review || !maySee(caller, review))
    throw new NotFoundError('review-not-found', 'There is no such review, or it is not public.')
  return review
}

/** @throws UnauthenticatedError or NotAllowedError when the list is for administrators only */
export function requireReader(caller: Caller, status: ReviewStatus, open: readonly ReviewStatus[]): void {
  if (!open.includes(status)) requireAdmin(caller)
}

/** @throws UnauthenticatedError or NotAllowedError unless the caller is this user */
export function requireUser(caller: Caller, userId: string): void {
  if (requireIdentity(caller).userId !== userId)
    throw new NotAllowedError('not-your-list', 'Only the user whose list this is may see it.')
}

/** @throws NotAllowedError unless the review is the caller's own */
export function requireAuthor(identity: Identity, review: StoredReview): void {
  if (!isAuthor({ identity }, review))
    throw new NotAllowedError('not-your-review', 'Only the author of a review may do this.')
}

/** @throws NotAllowedError when the review is the caller's own */
export function requireOther(identity: Identity, review: StoredReview): void {
  if (isAuthor({ identity }, review))
    throw new NotAllowedError('your-own-review', 'You cannot do this with your own review.')
}

type Transitions = Partial<Record<ReviewStatus, readonly ReviewStatus[]>>

/** The statuses from which a review may change to each status. */
const BY_ADMINS: Transitions = {
  APPROVED: ['REPORTED', 'PENDING', 'DECLINED'],
  DECLINED: ['PENDING'],
  DELETED: ['REPORTED', 'DECLINED'],
}
const BY_AUTHORS: Transitions = { DELETED: ['PENDING', 'APPROVED', 'DECLINED'] }

/** An author may not change a review while it is reported, nor once it is deleted. */
export const EDITABLE: readonly ReviewStatus[] = ['PENDING', 'APPROVED', 'DECLINED']

export const wrongStatus = (status: ReviewStatus) =>
  new ConflictError(
    'wrong-review-status',
    `The review is ${status} now, so this is no longer possible. Reload the page to see its current status.`,
  )

/**
 * The role in which a caller may change a review's status: author, if both roles would be allowed.
 * @throws NotAllowedError when the caller may not make the change, ConflictError when the review's status does not allow it
 */
export function authorizeTransition(
  identity: Identity,
  review: StoredReview,
  to: ReviewStatus,
): 'author' | 'admin' {
  const asAuthor = isAuthor({ identity }, review) ? BY_AUTHORS[to] : undefined
  const asAdmin = identity.role === 'admin' ? BY_ADMINS[to] : undefined
  if (asAuthor?.includes(review.status)) return 'author'
  if (asAdmin?.includes(review.status)) return 'admin'
  const isForSomeRole = to in BY_ADMINS || to in BY_AUTHORS
  if (asAuthor || asAdmin || !isForSomeRole) throw wrongStatus(review.status)
  throw new NotAllowedError('not-your-review', 'Only its author or an administrator may do this.')
}
