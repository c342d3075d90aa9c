import { type Identity } from '@offquad/service-kit'
import { findVisible } from './find-visible'
import { type LikesRepository } from './likes.repository'
import { isVisible } from './review.policy'
import { type ReviewsRepository } from './reviews.repository'
import { requireOther, wrongStatus } from './status.policy'
import { type StoredReview } from './stored-review'

export interface LikeDeps {
  reviews: Pick<ReviewsRepository, 'findUncounted' | 'listByIds'>
  likes: LikesRepository
  announce: () => void
}

interface Wish {
  reviewId: string
  identity: Identity
}

/** Likes a review for this user, once however often it is asked; answers its likes. */
export async function likeReview(deps: LikeDeps, wish: Wish): Promise<number> {
  const review = await findOfAnother(deps, wish)
  if (!isVisible(review)) throw wrongStatus(review.status)
  if (await deps.likes.add(review.id, wish.identity.userId)) deps.announce()
  return countLikes(deps, review)
}

/** Takes a like back; a like that was never given is taken back already. */
export async function unlikeReview(deps: LikeDeps, wish: Wish): Promise<number> {
  const review = await findOfAnother(deps, wish)
  if (await deps.likes.remove(review.id, wish.identity.userId)) deps.announce()
  return countLikes(deps, review)
}

async function findOfAnother({ reviews }: LikeDeps, { reviewId, identity }: Wish): Promise<StoredReview> {
  const review = await findVisible({ reviews: { find: reviews.findUncounted } }, reviewId, { identity })
  requireOther(identity, review)
  return review
}

async function countLikes({ likes }: LikeDeps, { id, likes: imported }: StoredReview): Promise<number> {
  return imported + ((await likes.count([id])).get(id) ?? 0)
}
