import { type accountDeleted, type PayloadOf } from '@offquad/contracts'
import { type Repositories } from '../repositories'

interface ForgetDeps extends Pick<Repositories, 'authors' | 'likes' | 'photos' | 'suggestions'> {
  flushOutbox: () => void
  /** Notifies the gateways that public responses have changed. */
  publishInvalidation: () => void
  now: () => Date
}

/**
 * Removes a user whose account was deleted: their likes are deleted, and their reviews are deleted or anonymized, as the user
 * chose; so are their photos, while drafts and those of submissions go either way. The author's id is removed last, so that a repeated message completes what a crash interrupted.
 */
export async function forgetUser(
  { authors, likes, photos, suggestions, flushOutbox, publishInvalidation, now }: ForgetDeps,
  { userId, reviews }: PayloadOf<typeof accountDeleted>,
): Promise<void> {
  await likes.removeAllOf(userId)
  await suggestions.removeAllOf(userId)
  if (reviews === 'remove') await authors.removeReviewsOf(userId)
  await photos.releaseAllOf(userId, now())
  await authors.forgetAuthor(userId)
  flushOutbox()
  publishInvalidation()
}
