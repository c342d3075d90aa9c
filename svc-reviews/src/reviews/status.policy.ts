import { type ReviewStatus } from '@offquad/contracts'
import { ConflictError, type Identity, NotAllowedError } from '@offquad/service-kit'
import { isAuthor } from './review.policy'
import { type StoredReview } from './stored-review'

type Changes = Partial<Record<ReviewStatus, readonly ReviewStatus[]>>

/** To a status, from which ones. */
const OF_ADMINS: Changes = {
  APPROVED: ['REPORTED', 'PENDING', 'DECLINED'],
  DECLINED: ['PENDING'],
  DELETED: ['REPORTED', 'DECLINED'],
}
const OF_AUTHORS: Changes = { DELETED: ['PENDING', 'APPROVED', 'DECLINED'] }

/** An author may not change a review while it is reported, nor once it is deleted. */
export const EDITABLE: readonly ReviewStatus[] = ['PENDING', 'APPROVED', 'DECLINED']

export const wrongStatus = (status: ReviewStatus) =>
  new ConflictError('wrong-review-status', `That is not possible now: the review is ${status}.`)

const notYours = () =>
  new NotAllowedError('not-your-review', 'Only its author or an administrator may do this.')

/** @throws NotAllowedError when it is somebody else's */
export function requireAuthor(identity: Identity, review: StoredReview): void {
  if (!isAuthor({ identity }, review))
    throw new NotAllowedError('not-your-review', 'Only the author of a review may do this.')
}

/** @throws NotAllowedError when it is their own */
export function requireOther(identity: Identity, review: StoredReview): void {
  if (isAuthor({ identity }, review))
    throw new NotAllowedError('your-own-review', 'This cannot be done to a review of your own.')
}

/**
 * Whether a review may go to a status as a thing of its author (true) or by an administrator's decision (false).
 * @throws NotAllowedError when this is not for the caller, ConflictError when the review's status does not allow it
 */
export function changesAsAuthor(identity: Identity, review: StoredReview, to: ReviewStatus): boolean {
  const asAuthor = isAuthor({ identity }, review) ? OF_AUTHORS[to] : undefined
  const asAdmin = identity.role === 'admin' ? OF_ADMINS[to] : undefined
  if (asAuthor?.includes(review.status)) return true
  if (asAdmin?.includes(review.status)) return false
  throw asAuthor || asAdmin || !isForSomebody(to) ? wrongStatus(review.status) : notYours()
}

const isForSomebody = (to: ReviewStatus): boolean => to in OF_ADMINS || to in OF_AUTHORS
