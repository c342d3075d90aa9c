import { type Review, updateReviewStatus } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { api, ProblemError } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { decide } from '../../components/waiting-decisions'
import { refreshReviews } from '../../queries/refresh-reviews'
import { type ReviewDecision } from './decisions'

const FASTER = 'Another administrator was faster: this review was decided already.'

/** Decides about a review, after the time in which that can be undone; whoever was faster wins. */
export function useReviewDecision(): (review: Review, decision: ReviewDecision) => void {
  const client = useQueryClient()
  return (review, { to, done }) =>
    decide({
      id: review.id,
      done: `${done}: “${beginning(review.reviewText)}”`,
      send: () =>
        api(updateReviewStatus, {
          params: { id: review.id, status: to },
          body: { from: review.status },
          keepalive: true,
        }),
      onSettled(error) {
        if (error) showToast('error', messageOf(error))
        void refreshReviews(client)
      },
    })
}

const messageOf = (error: unknown): string =>
  error instanceof ProblemError && error.status === 409 ? FASTER : (error as Error).message

const beginning = (text: string): string => (text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text)
