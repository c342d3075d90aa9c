import './reviews.css'
import { type Review } from '@offquad/contracts'
import { useUser } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { ReviewCard } from './review-card'
import { ReviewMenu } from './review-menu'
import { useMine } from './use-mine'

interface ReviewItemsProps {
  reviews: Review[]
  /** The form to change a review with, while it is being changed. */
  renderEditor: (review: Review, onClose: () => void) => ReactNode
}

/** Reviews one below the other, each with what the reader may do with it. */
export function ReviewItems({ reviews, renderEditor }: ReviewItemsProps) {
  const uid = useUser()?.uid
  const { ownIds, likedIds } = useMine()
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
