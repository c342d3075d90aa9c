import { type accountDeleted, type PayloadOf } from '@offquad/contracts'
import { type Repositories } from './repositories'
import { type DeliverDeps, deliverOutbox } from './review-stats/deliver-changes'

type ForgetDeps = DeliverDeps &
  Pick<Repositories, 'authors' | 'likes' | 'photos' | 'suggestions' | 'moderationLog'> & {
    /** Notifies the gateways that public responses have changed. */
    publishInvalidation: () => void
    now: () => Date
  }

/**
 * Removes a user whose account was deleted. Likes, drafts and photos of submissions are deleted; reviews and their photos are
 * deleted or anonymized, as the user chose. Each step may be repeated, so that a repeated message completes an interrupted
 * removal, and covers writes that happened between the steps.
 */
export async function forgetUser(
  deps: ForgetDeps,
  { userId, reviews }: PayloadOf<typeof accountDeleted>,
): Promise<void> {
  const { authors, likes, photos, suggestions, moderationLog, publishInvalidation, now } = deps
  await likes.removeAllOf(userId)
  await suggestions.removeAllOf(userId)
  await (reviews === 'remove' ? authors.removeReviewsOf(userId) : authors.anonymizeReviewsOf(userId))
  await photos.releaseAllOf(userId, now())
  await authors.anonymizeReportsOf(userId)
  publishInvalidation()
  // First, so that the log contains all decisions.
  await deliverOutbox(deps)
  await moderationLog.anonymize(userId)
}
