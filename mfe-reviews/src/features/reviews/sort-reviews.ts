import { type Review } from '@offquad/contracts'

export type ReviewOrder = 'recent' | 'helpful'

/** A sorted copy: newest first, or most helpful first and then newest; ties by id, so that nothing jumps. */
export function sortReviews(reviews: Review[], order: ReviewOrder): Review[] {
  const byDate = (a: Review, b: Review) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id)
  return reviews.toSorted((a, b) => (order === 'helpful' ? b.likes - a.likes : 0) || byDate(a, b))
}

/** The mean of a rating over reviews, 0 for none. */
export function averageOf(reviews: Review[], ratingOf: (review: Review) => number): number {
  if (reviews.length === 0) return 0
  return reviews.reduce((sum, review) => sum + ratingOf(review), 0) / reviews.length
}
