import './reviews.css'
import {
  getLikedReviews,
  getUserReviews,
  type PlacedReview,
  type Review,
  VISIBLE_STATUSES,
} from '@offquad/contracts'
import { apiQuery, useReviewSubjects, useUser } from '@offquad/web-kit'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ReviewCard, type SubjectNames } from './review-card'
import { ReviewMenu } from './review-menu'

export type ShownSubjects = 'none' | 'apartments' | 'apartments and landlords'

/** `place` has the names of its subject; without it they are fetched. */
type ListedReview = Review & Partial<Pick<PlacedReview, 'place' | 'mentions'>>

interface ReviewListProps {
  reviews: ListedReview[]
  /** The names that each review shows, because the page itself does not. */
  subjects?: ShownSubjects
  /** The form in which a review is edited. */
  renderEditor: (review: Review, onClose: () => void) => ReactNode
}

/** Reviews, each with the actions that the reader may take. */
export function ReviewList({ reviews, subjects = 'none', renderEditor }: ReviewListProps) {
  const uid = useUser()?.uid
  const { ownIds, likedIds } = useOwnAndLikedReviews()
  const namesOf = useSubjectNames(reviews, subjects)
  const [edited, setEdited] = useState<Review>()
  return (
    <>
      <ul className="reviews-list">
        {reviews.map((review) => {
          const isOwn = (uid !== undefined && review.userId === uid) || ownIds.has(review.id)
          return (
            <li key={review.id}>
              <ReviewCard
                review={review}
                isOwn={isOwn}
                isLiked={likedIds.has(review.id)}
                subject={namesOf(review)}
                actions={<ReviewMenu review={review} isOwn={isOwn} onEdit={() => setEdited(review)} />}
              />
            </li>
          )
        })}
      </ul>
      {edited && renderEditor(edited, () => setEdited(undefined))}
    </>
  )
}

/**
 * The ids of the reviews that the signed-in user wrote and liked. Public lists are the same for everyone, so that the
 * gateway can cache them; data of the user is fetched once and joined here.
 */
function useOwnAndLikedReviews(): { ownIds: ReadonlySet<string>; likedIds: ReadonlySet<string> } {
  const uid = useUser()?.uid
  const params = { uid: uid ?? '-' }
  const enabled = uid !== undefined
  const own = useQueries({
    queries: VISIBLE_STATUSES.map((status) => ({
      ...apiQuery(getUserReviews, { params: { ...params, status } }),
      enabled,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const { data: liked } = useQuery({ ...apiQuery(getLikedReviews, { params }), enabled })
  return useMemo(
    () => ({
      ownIds: new Set(enabled ? own.map(({ id }) => id) : []),
      likedIds: new Set(enabled ? liked?.map(({ id }) => id) : []),
    }),
    [own, liked, enabled],
  )
}

function useSubjectNames(
  reviews: ListedReview[],
  subjects: ShownSubjects,
): (review: ListedReview) => SubjectNames {
  const withLandlords = subjects === 'apartments and landlords'
  const unnamed = reviews.filter(
    ({ aptId, place }) => (aptId !== null && !place?.aptName) || (withLandlords && !place?.landlordName),
  )
  const subjectOf = useReviewSubjects(
    subjects === 'none'
      ? []
      : unnamed.map(({ aptId, landlordId }) => ({ aptId, landlordId: withLandlords ? landlordId : '' })),
  )
  return (review) => {
    if (subjects === 'none') return {}
    const { apartment, landlord } = subjectOf(review)
    return {
      apartment: review.place?.aptName ?? apartment?.buildingData.name,
      landlord: withLandlords ? review.place?.landlordName || landlord?.name : undefined,
    }
  }
}
