import { ANONYMOUS, isSitePicture, type Review } from '@offquad/contracts'
import { type Caller } from '@offquad/service-kit'
import { isAdmin, isAuthor } from './review.policy'
import { type StoredReview } from './stored-review'

/**
 * Shows who wrote a review, and why it was declined, to its author and to administrators, and who reported it to
 * administrators alone. Everyone
 * else gets a constant: clients compare it with their own id to offer Helpful and Report.
 * Pictures on other servers, which imported reviews may name, are shown to no one.
 */
export function presentReview(
  { userId, reports, date, decline, photos, ...review }: StoredReview,
  caller: Caller,
): Review {
  const mayKnowAuthor = isAuthor(caller, { userId }) || isAdmin(caller)
  return {
    ...review,
    photos: photos.filter(isSitePicture),
    date: date.toISOString(),
    userId: (mayKnowAuthor ? userId : null) ?? ANONYMOUS,
    ...(mayKnowAuthor && review.status === 'DECLINED' && decline && { decline }),
    ...(isAdmin(caller) && {
      reports: reports.map((report) => ({ ...report, date: report.date.toISOString() })),
    }),
  }
}

export const presentReviews = (reviews: StoredReview[], caller: Caller): Review[] =>
  reviews.map((review) => presentReview(review, caller))
