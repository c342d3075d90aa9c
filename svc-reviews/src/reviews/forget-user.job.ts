import { type accountDeleted, type PayloadOf } from '@offquad/contracts'
import { type LikesRepository } from './likes.repository'
import { type RequestJob } from './request-job'
import { type ReviewAuthorsRepository } from './review-authors.repository'

interface ForgetDeps {
  authors: ReviewAuthorsRepository
  likes: Pick<LikesRepository, 'removeAllOf'>
  requestRecount: RequestJob
  /** Tells the gateways that public answers changed. */
  announce: () => void
}

/**
 * Forgets somebody whose account is gone: likes go, reviews go or stay without an author, as they chose. The author's
 * id goes last, so that what a crash left undone is found when the message comes again.
 */
export async function forgetUser(
  { authors, likes, requestRecount, announce }: ForgetDeps,
  { userId, reviews }: PayloadOf<typeof accountDeleted>,
): Promise<void> {
  await likes.removeAllOf(userId)
  if (reviews === 'remove') await authors.removeReviewsOf(userId)
  await authors.forgetAuthor(userId)
  requestRecount()
  announce()
}
