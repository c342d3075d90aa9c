import { type ReviewStatus, VISIBLE_STATUSES } from '@offquad/contracts'
import { type Caller, NotAllowedError, requireAdmin, requireIdentity } from '@offquad/service-kit'
import { type StoredReview } from './stored-review'

export const isAdmin = ({ identity }: Caller): boolean => identity?.role === 'admin'

export const isAuthor = ({ identity }: Caller, { userId }: Pick<StoredReview, 'userId'>): boolean =>
  userId !== null && userId === identity?.userId

export const isVisible = ({ status }: Pick<StoredReview, 'status'>): boolean =>
  VISIBLE_STATUSES.includes(status)

export const maySee = (caller: Caller, review: StoredReview): boolean =>
  isVisible(review) || isAuthor(caller, review) || isAdmin(caller)

/** @throws UnauthenticatedError or NotAllowedError where the list is for administrators only */
export function requireReader(caller: Caller, status: ReviewStatus, open: readonly ReviewStatus[]): void {
  if (!open.includes(status)) requireAdmin(caller)
}

/** @throws UnauthenticatedError or NotAllowedError where the list is for this user only */
export function requireUser(caller: Caller, userId: string): void {
  if (requireIdentity(caller).userId !== userId)
    throw new NotAllowedError('not-your-list', 'Only the user this is about may see it.')
}
