import { type Caller, NotFoundError } from '@offquad/service-kit'
import { maySee } from './review.policy'
import { type ReviewsRepository } from './reviews.repository'
import { type StoredReview } from './stored-review'

interface VisibleDeps {
  reviews: Pick<ReviewsRepository, 'find'>
}

/** @throws NotFoundError when there is none, or none this caller may know of */
export async function findVisible(
  { reviews }: VisibleDeps,
  id: string,
  caller: Caller,
): Promise<StoredReview> {
  const review = await reviews.find(id)
  if (!review || !maySee(caller, review))
    throw new NotFoundError('review-not-found', 'There is no such review, or it is not public.')
  return review
}
