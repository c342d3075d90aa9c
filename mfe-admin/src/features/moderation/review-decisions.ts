import {
  type Decline,
  type FieldError,
  getModeratedReviews,
  type Review,
  REVIEW_READS,
  type ReviewStatus,
  updateReviewStatus,
} from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import {
  api,
  createExternalStore,
  invalidateReads,
  ProblemError,
  useExternalStore,
  writeSession,
} from '@offquad/web-kit'
import { type QueryClient } from '@tanstack/react-query'
import { scheduleDecision } from '../../components/undoable-decisions'

export interface ReviewDecision {
  to: ReviewStatus
  label: string
  /** The text in the undo bar. */
  message: string
  /** Deleting is final and has a separate key: after D a review can still be approved. */
  shortcut: 'A' | 'D' | 'X'
  isDanger?: boolean
}

const APPROVE: ReviewDecision = {
  to: 'APPROVED',
  label: 'Approve',
  message: 'Review approved',
  shortcut: 'A',
}
const DELETE: ReviewDecision = {
  to: 'DELETED',
  label: 'Delete',
  message: 'Review deleted',
  shortcut: 'X',
  isDanger: true,
}

export type QueueStatus = 'REPORTED' | 'PENDING' | 'DECLINED'

/** The decisions that an administrator can make, by the review's status; the approval first. */
export const DECISIONS: Record<QueueStatus, [approval: ReviewDecision, rejection: ReviewDecision]> = {
  REPORTED: [{ ...APPROVE, label: 'Ignore', message: 'Report ignored' }, DELETE],
  PENDING: [
    APPROVE,
    {
      to: 'DECLINED',
      label: 'Decline',
      message: 'Review declined',
      shortcut: 'D',
      isDanger: true,
    },
  ],
  DECLINED: [APPROVE, DELETE],
}

/** Session storage key of the draft for declining a review. */
export const declineDraftOf = (id: string): string => `admin/decline/${id}`

const ALREADY_DECIDED = 'Another administrator has already decided on this review.'

/** Decides on a review once the decision can no longer be undone. If two administrators decide, the first wins. */
export function decideReview(
  client: QueryClient,
  review: Review,
  { to, message }: ReviewDecision,
  { decline, onUndone }: { decline: Decline | undefined; onUndone: () => void },
): void {
  scheduleDecision({
    id: review.id,
    message: `${message}: “${excerpt(review.reviewText)}”`,
    onUndone,
    send: () =>
      api(updateReviewStatus, {
        params: { id: review.id, status: to },
        body: { from: review.status, version: review.version, ...(decline && { decline }) },
        keepalive: true,
      }),
    async onSettled(error) {
      if (error) showToast('error', errorMessage(error))
      else if (decline) writeSession(declineDraftOf(review.id), {})
      if (isChange(error)) changes.set(new Map(changes.get()).set(review.id, error.errors))
      // A list requested before the decision was stored would show the review again.
      const lists = { queryKey: [getModeratedReviews.path] }
      await client.cancelQueries(lists)
      if (!error)
        client.setQueriesData<{ reviews: Review[]; total: number }>(lists, (list) => {
          const reviews = list?.reviews.filter(({ id }) => id !== review.id)
          const isListed = list && reviews && reviews.length < list.reviews.length
          return isListed ? { reviews, total: list.total - 1 } : list
        })
      void invalidateReads(client, REVIEW_READS)
    },
  })
}

const isChange = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'review-changed'

const errorMessage = (error: unknown): string =>
  error instanceof ProblemError && error.status === 409 && !isChange(error)
    ? ALREADY_DECIDED
    : (error as Error).message

/** Changes that the server reported when it rejected a decision, by the review's id. */
const changes = createExternalStore<ReadonlyMap<string, readonly FieldError[]>>(new Map())

export const useChangesOf = (id: string): readonly FieldError[] => useExternalStore(changes).get(id) ?? []

const excerpt = (text: string): string => (text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text)
