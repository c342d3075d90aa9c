import { ANONYMOUS, isSitePicture, type Review } from '@offquad/contracts'
import { type Caller, monthOf } from '@offquad/service-kit'
import { type PublicReviewsRepository } from './public-reviews.repository'
import { isAdmin, isAuthor, isVisible } from './review.policy'
import { versionOf } from './review-fingerprints'
import { type SharedBedrooms } from './shared-bedrooms'
import { type StoredReview } from './stored-review'

const UNDISCLOSED = 0

export interface PresentDeps extends Pick<PublicReviewsRepository, 'findSharedBedrooms'> {
  /** The URL of a stored picture; a private URL expires. */
  addressOf: (picture: string, options: { isPrivate: boolean }) => string
}

/**
 * Shows a review's author, exact time and reason for being declined to its author and to administrators, and its reporters
 * to administrators only. Everyone else gets nothing that identifies the author to a neighbor: only the month, the number of
 * bedrooms only if enough reviews share it, and a constant as author, which clients compare with their own id to offer
 * Helpful and Report. Pictures on other servers, which imported reviews may have, are hidden.
 */
export async function presentReviews(
  deps: PresentDeps,
  reviews: StoredReview[],
  caller: Caller,
): Promise<Review[]> {
  const sharedBedrooms = await deps.findSharedBedrooms(
    reviews.filter((review) => !maySeeAuthor(caller, review)),
  )
  return reviews.map((review) =>
    maySeeAuthor(caller, review)
      ? presentWhole(deps, review, caller)
      : presentAnonymous(deps, review, sharedBedrooms),
  )
}

/** Like `presentReviews`, for one review. */
export async function presentReview(
  deps: PresentDeps,
  review: StoredReview,
  caller: Caller,
): Promise<Review> {
  if (maySeeAuthor(caller, review)) return presentWhole(deps, review, caller)
  return presentAnonymous(deps, review, await deps.findSharedBedrooms([review]))
}

function presentWhole(
  deps: PresentDeps,
  { userId, reports, date, decline, signedMonth, ...review }: StoredReview,
  caller: Caller,
): Review {
  return {
    ...review,
    photos: photosOf(deps, review),
    date: date.toISOString(),
    userId: userId ?? ANONYMOUS,
    ...(signedMonth && { signedMonth }),
    version: versionOf({ ...review, signedMonth, reports }, isAdmin(caller) ? 'admin' : 'author'),
    ...(review.status === 'DECLINED' && decline && { decline }),
    ...(isAdmin(caller) && {
      reports: reports.map(({ date: at, userId: by, reason }) => ({
        date: at.toISOString(),
        userId: by,
        reason,
      })),
    }),
  }
}

// Copied field by field, so that fields added later are not public by default.
function presentAnonymous(deps: PresentDeps, review: StoredReview, sharedBedrooms: SharedBedrooms): Review {
  const { id, aptId, landlordId, overallRating, detailedRatings, price, reviewText, likes, status } = review
  return {
    id,
    aptId,
    landlordId,
    // Within the month in every time zone; no fraction, so that it does not look like an exact time.
    date: `${monthOf(review.date)}-15T12:00:00Z`,
    overallRating,
    detailedRatings,
    bedrooms: sharedBedrooms.has(review) ? review.bedrooms : UNDISCLOSED,
    price,
    photos: photosOf(deps, review),
    reviewText,
    likes,
    status,
    userId: ANONYMOUS,
  }
}

const photosOf = ({ addressOf }: PresentDeps, { photos, status }: Pick<StoredReview, 'photos' | 'status'>) =>
  status === 'DELETED'
    ? []
    : photos.filter(isSitePicture).map((photo) => addressOf(photo, { isPrivate: !isVisible({ status }) }))

const maySeeAuthor = (caller: Caller, review: StoredReview): boolean =>
  isAuthor(caller, review) || isAdmin(caller)
