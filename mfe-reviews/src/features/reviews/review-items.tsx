import './reviews.css'
import { type PlacedReview, type Review } from '@offquad/contracts'
import { useReviewSubjects, useUser } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { ReviewCard, type SubjectNames } from './review-card'
import { ReviewMenu } from './review-menu'
import { useMine } from './use-mine'

export type ReviewSubjects = 'none' | 'apartments' | 'apartments and landlords'

/** `place` names what it is about; without it the names are fetched. */
type ListedReview = Review & Partial<Pick<PlacedReview, 'place'>>

interface ReviewItemsProps {
  reviews: ListedReview[]
  /** Which names of what each review is about are shown: those that the page itself does not say. */
  subjects?: ReviewSubjects
  /** The form to change a review with, while it is being changed. */
  renderEditor: (review: Review, onClose: () => void) => ReactNode
}

/** Reviews one below the other, each with what the reader may do with it. */
export function ReviewItems({ reviews, subjects = 'none', renderEditor }: ReviewItemsProps) {
  const uid = useUser()?.uid
  const { ownIds, likedIds } = useMine()
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

function useSubjectNames(
  reviews: ListedReview[],
  subjects: ReviewSubjects,
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
