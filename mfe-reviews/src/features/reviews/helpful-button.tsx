import './reviews.css'
import { addLike, getLikedReviews, removeLike, type Review, type User } from '@offquad/contracts'
import { Icon, showToast } from '@offquad/ui'
import { api, failureText, apiQuery, withUser } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setLikesInPages } from '../../queries/review-queries'

interface HelpfulButtonProps {
  review: Review
  isOwn: boolean
  isLiked: boolean
}

/** Marks a review helpful or unmarks it. Authors see only the number; a review that is not public has no button. */
export function HelpfulButton({ review, isOwn, isLiked: isLikedByUser }: HelpfulButtonProps) {
  const { likes, isLiked, isBusy, toggle } = useLike(review, isLikedByUser)
  if (review.status !== 'APPROVED' && review.status !== 'REPORTED') return null
  if (isOwn) return <span className="reviews-action reviews-helpful offquad-note">Helpful ({likes})</span>
  return (
    <button
      type="button"
      className="reviews-action reviews-helpful offquad-note"
      aria-pressed={isLiked}
      // Not disabled, so that it keeps the focus.
      aria-disabled={isBusy}
      onClick={() => void toggle()}
    >
      <Icon path="M7 11v9H4v-9zm0 0 4-8c1.7 0 3 1.3 3 3v4h5.5a1.5 1.5 0 0 1 1.5 1.8l-1.3 6.7a2 2 0 0 1-2 1.5H7" />
      <span>{`Helpful (${likes})`}</span>
    </button>
  )
}

/** Optimistic; after signing in, a visitor need not click again. */
function useLike(review: Review, isLikedByUser: boolean) {
  const client = useQueryClient()
  const [localCount, setLocalCount] = useState<{ base: number; likes: number }>()
  const [optimisticLiked, setOptimisticLiked] = useState<boolean>()
  const [isBusy, setIsBusy] = useState(false)
  // A list that was refetched since overrides the local count.
  const likes = localCount?.base === review.likes ? localCount.likes : review.likes

  async function send({ uid }: User): Promise<void> {
    setOptimisticLiked(!isLikedByUser)
    setLocalCount({ base: review.likes, likes: Math.max(0, likes + (isLikedByUser ? -1 : 1)) })
    const reply = await api(isLikedByUser ? removeLike : addLike, { body: { reviewId: review.id } })
    setLocalCount({ base: review.likes, likes: reply.likes })
    setLikesInPages(client, review, reply.likes)
    const { queryKey } = apiQuery(getLikedReviews, { params: { uid } })
    // A request sent before the like must not overwrite it.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (liked) => {
      const remaining = liked?.filter(({ id }) => id !== review.id)
      return isLikedByUser ? remaining : remaining && [...remaining, { ...review, likes: reply.likes }]
    })
    await client.invalidateQueries({ queryKey })
  }

  return {
    likes,
    isLiked: optimisticLiked ?? isLikedByUser,
    isBusy,
    async toggle(): Promise<void> {
      if (isBusy) return
      setIsBusy(true)
      try {
        await withUser('mark a review helpful', send)
      } catch (error) {
        setLocalCount(undefined)
        showToast('error', failureText(error, 'Error with liking review'))
      } finally {
        setOptimisticLiked(undefined)
        setIsBusy(false)
      }
    },
  }
}
