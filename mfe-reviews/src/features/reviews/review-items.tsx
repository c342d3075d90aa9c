import './reviews.css'
import { type Review } from '@offquad/contracts'
import { useReviewSubjects, useUser } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { ReviewCard } from './review-card'
import { ReviewMenu } from './review-menu'
import { useMine } from './use-mine'

export type ReviewSubjects = 'none' | 'apartments' | 'apartments and landlords'

interface ReviewItemsProps {
  reviews: Review[]
  /** Which names of what each review is about are shown: those that the page itself does not say. */
  subjects?: ReviewSubjects
  /** The form to change a review with, while it is being changed. */
  renderEditor: (review: Review, onClose: () => void) => ReactNode
}

/** Reviews one below the other, each with what the reader may do with it. */
export function ReviewItems({ reviews, subjects = 'none', renderEditor }: ReviewItemsProps) {
  const uid = useUser()?.uid
  const { ownIds, likedIds } = useMine()
  const subjectOf = useReviewSubjects(
    subjects === 'none'
      ? []
      : reviews.map(({ aptId, landlordId }) => ({
          aptId,
          landlordId: subjects === 'apartments' ? '' : landlordId,
        })),
  )
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
                subject={subjectOf(review)}
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
