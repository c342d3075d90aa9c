import { type ReviewStatus, VISIBLE_STATUSES } from '@offquad/contracts'
import { type Caller, requireAdmin } from '@offquad/service-kit'
import { type StoredReview } from './stored-review'

export const isAdmin = ({ identity }: Caller): boolean => identity?.role === 'admin'

/** Imported reviews have no author. */
export const isAuthor = ({ identity }: Caller, { userId }: Pick<StoredReview, 'userId'>): boolean =>
  userId !== null && userId === identity?.userId

export const maySee = (caller: Caller, review: StoredReview): boolean =>
  VISIBLE_STATUSES.includes(review.status) || isAuthor(caller, review) || isAdmin(caller)

/** @throws UnauthenticatedError or NotAllowedError where the list is for administrators only */
export function requireReader(caller: Caller, status: ReviewStatus, open: readonly ReviewStatus[]): void {
  if (!open.includes(status)) requireAdmin(caller)
}
