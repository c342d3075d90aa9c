import { type ReviewStatus, updateReviewStatus } from '@offquad/contracts'
import { api, withUser } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'

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

/** Has whatever shows reviews or their counts ask again. */
export const refreshReviews = (client: ReturnType<typeof useQueryClient>): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /review|listings|landlord|page-data/.test(String(path)),
  })
