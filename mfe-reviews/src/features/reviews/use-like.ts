import { addLike, getLikedReviews, removeLike, type Review, type User } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { api, apiQuery, SignInError, withUser } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setLikesInPages } from '../../queries/use-review-pages'

interface Like {
  /** Shown at once, as if it had worked; the server's own count once it answered. */
  likes: number
  isLiked: boolean
  isBusy: boolean
  toggle: () => Promise<void>
}

/** Marks a review helpful or takes that back; a visitor signs in first and need not click again. */
export function useLike(review: Review, wasLiked: boolean): Like {
  const client = useQueryClient()
  const [counted, setCounted] = useState<{ of: number; likes: number }>()
  // What was asked for, until it is answered.
  const [wanted, setWanted] = useState<boolean>()
  const [isBusy, setIsBusy] = useState(false)
  // A newer list says it better than what was counted here.
  const likes = counted?.of === review.likes ? counted.likes : review.likes

  async function send({ uid }: User): Promise<void> {
    setWanted(!wasLiked)
    setCounted({ of: review.likes, likes: Math.max(0, likes + (wasLiked ? -1 : 1)) })
    const answer = await api(wasLiked ? removeLike : addLike, { body: { reviewId: review.id } })
    setCounted({ of: review.likes, likes: answer.likes })
    setLikesInPages(client, review, answer.likes)
    const { queryKey } = apiQuery(getLikedReviews, { params: { uid } })
    // A list that was asked for before the like must not arrive after it.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (liked) => {
      const others = liked?.filter(({ id }) => id !== review.id)
      return wasLiked ? others : others && [...others, { ...review, likes: answer.likes }]
    })
    await client.invalidateQueries({ queryKey })
  }

  return {
    likes,
    isLiked: wanted ?? wasLiked,
    isBusy,
    async toggle() {
      setIsBusy(true)
      try {
        await withUser('mark a review helpful', send)
      } catch (error) {
        setCounted(undefined)
        showToast('error', error instanceof SignInError ? error.message : 'Error with liking review')
      } finally {
        setWanted(undefined)
        setIsBusy(false)
      }
    },
  }
}
