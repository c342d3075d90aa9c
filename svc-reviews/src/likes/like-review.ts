import { type Identity } from '@offquad/service-kit'
import { type Repositories } from '../repositories'
import { findVisible, isVisible, requireOther, wrongStatus } from '../reviews/review.policy'
import { type ReviewSubject, type StoredReview } from '../reviews/stored-review'

export interface LikeDeps extends Pick<Repositories, 'reviews' | 'likes'> {
  publishInvalidation: (subject: ReviewSubject) => void
}

interface LikeInput {
  reviewId: string
  identity: Identity
}

export interface Liked {
  subject: ReviewSubject
  likes: number
}

/** Adds this user's like to a review, at most once, and returns its number of likes. */
export async function likeReview(deps: LikeDeps, input: LikeInput): Promise<Liked> {
  const review = await findOfAnother(deps, input)
  if (!isVisible(review)) throw wrongStatus(review.status)
  if (await deps.likes.add(review.id, input.identity.userId)) deps.publishInvalidation(review)
  return countLikes(deps, review)
}

/** Removes a like, if there is one. */
export async function unlikeReview(deps: LikeDeps, input: LikeInput): Promise<Liked> {
  const review = await findOfAnother(deps, input)
  if (await deps.likes.remove(review.id, input.identity.userId)) deps.publishInvalidation(review)
  return countLikes(deps, review)
}

async function findOfAnother(
  { reviews }: LikeDeps,
  { reviewId, identity }: LikeInput,
): Promise<StoredReview> {
  const review = await findVisible({ find: reviews.findUncounted }, reviewId, { identity })
  requireOther(identity, review)
  return review
}

async function countLikes({ likes }: LikeDeps, review: StoredReview): Promise<Liked> {
  const { id, likes: imported } = review
  return { subject: review, likes: imported + ((await likes.count([id])).get(id) ?? 0) }
}
