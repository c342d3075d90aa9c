import { type Review } from '@offquad/contracts'
import { type Caller } from '@offquad/service-kit'
import { isAdmin, isAuthor } from './review.policy'
import { type StoredReview } from './stored-review'

/** Says who wrote a review to its author and to administrators, and who reported it to administrators alone. */
export function presentReview({ userId, reports, date, ...review }: StoredReview, caller: Caller): Review {
  return {
    ...review,
    date: date.toISOString(),
    ...(userId !== null && (isAuthor(caller, { userId }) || isAdmin(caller)) && { userId }),
    ...(isAdmin(caller) && {
      reports: reports.map((report) => ({ ...report, date: report.date.toISOString() })),
    }),
  }
}

export const presentReviews = (reviews: StoredReview[], caller: Caller): Review[] =>
  reviews.map((review) => presentReview(review, caller))
