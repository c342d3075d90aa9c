import { ANONYMOUS, isSitePicture, type Review } from '@offquad/contracts'
import { type Caller, monthOf } from '@offquad/service-kit'
import { type PublicReviewsRepository } from './public-reviews.repository'
import { isAdmin, isAuthor } from './review.policy'
import { type SharedBedrooms } from './shared-bedrooms'
import { type StoredReview } from './stored-review'

const UNDISCLOSED = 0

type PublicReviews = Pick<PublicReviewsRepository, 'findSharedBedrooms'>

/**
 * Shows a review's author, exact time and reason for being declined to its author and to administrators, and its reporters
 * to administrators only. Everyone else gets nothing that identifies the author to a neighbor: only the month, the number of
 * bedrooms only if enough reviews share it, and a constant as author, which clients compare with their own id to offer
 * Helpful and Report. Pictures on other servers, which imported reviews may have, are hidden.
 */
export async function presentReviews(
  publicReviews: PublicReviews,
  reviews: StoredReview[],
  caller: Caller,
): Promise<Review[]> {
  const sharedBedrooms = await publicReviews.findSharedBedrooms(
    reviews.filter((review) => !maySeeAuthor(caller, review)),
  )
  return reviews.map((review) =>
    maySeeAuthor(caller, review) ? presentWhole(review, caller) : presentAnonymous(review, sharedBedrooms),
  )
}

/** Like `presentReviews`, for one review. */
export async function presentReview(
  publicReviews: PublicReviews,
  review: StoredReview,
  caller: Caller,
): Promise<Review> {
  if (maySeeAuthor(caller, review)) return presentWhole(review, caller)
  return presentAnonymous(review, await publicReviews.findSharedBedrooms([review]))
}

function presentWhole(
  { userId, reports, date, decline, photos, ...review }: StoredReview,
  caller: Caller,
): Review {
  return {
    ...review,
    photos: photos.filter(isSitePicture),
    date: date.toISOString(),
    userId: userId ?? ANONYMOUS,
    ...(review.status === 'DECLINED' && decline && { decline }),
    ...(isAdmin(caller) && {
      reports: reports.map((report) => ({ ...report, date: report.date.toISOString() })),
    }),
  }
}

// Copied field by field, so that fields added later are not public by default.
function presentAnonymous(review: StoredReview, sharedBedrooms: SharedBedrooms): Review {
  const { id, aptId, landlordId, overallRating, detailedRatings, price, photos, reviewText, likes, status } =
    review
  return {
    id,
    aptId,
    landlordId,
    // In that month wherever it is read; without a fraction, so that it looks less like an exact time.
    date: `${monthOf(review.date)}-15T12:00:00Z`,
    overallRating,
    detailedRatings,
    bedrooms: sharedBedrooms.has(review) ? review.bedrooms : UNDISCLOSED,
    price,
    photos: photos.filter(isSitePicture),
    reviewText,
    likes,
    status,
    userId: ANONYMOUS,
  }
}

const maySeeAuthor = (caller: Caller, review: StoredReview): boolean =>
  isAuthor(caller, review) || isAdmin(caller)
