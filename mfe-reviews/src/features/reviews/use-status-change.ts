import { type ReviewStatus, updateReviewStatus } from '@offquad/contracts'
import { api, withUser } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { refreshReviews } from '../../queries/refresh-reviews'

/** Reports or deletes a review as whoever is signed in, and has every list of reviews asked for again. */
export function useStatusChange(): (id: string, status: ReviewStatus, reason?: string) => Promise<void> {
  const client = useQueryClient()
  return async (id, status, reason) => {
    await withUser(status === 'REPORTED' ? 'report a review' : 'delete a review', () =>
      api(updateReviewStatus, { params: { id, status }, body: reason ? { reason } : {} }),
    )
    await refreshReviews(client)
  }
}
