import '../../components/admin.css'
import { getModeratedReviews, type Review, updateReviewStatus } from '@offquad/contracts'
import { Button, showToast } from '@offquad/ui'
import { api, ProblemError, useApi, useReviewSubjects } from '@offquad/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGE_SIZE, Pages } from '../../components/pages'
import { Section } from '../../components/section'
import { decide, useDecidedIds } from '../../components/undoable-decisions'
import { refreshReviews } from '../../queries/refresh-reviews'
import { type DecidedStatus, DECISIONS, type ReviewDecision } from './decisions'
import { ModeratedReview } from './moderated-review'

interface ReviewQueueProps {
  status: DecidedStatus
  title: string
  isOpen?: boolean
}

// More than a page shows, so that the next reviews are there at once when those above them are decided.
const FETCHED = 2 * PAGE_SIZE

/** The reviews of one status that wait for a decision, newest first; what was decided leaves at once. */
export function ReviewQueue({ status, title, isOpen }: ReviewQueueProps) {
  const client = useQueryClient()
  const [offset, setOffset] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { data, error, refetch } = useApi(getModeratedReviews, { query: { status, offset, size: FETCHED } })
  const decided = useDecidedIds()
  const subjectOf = useReviewSubjects(data?.reviews ?? [])
  // The last reviews of the last page were decided.
  if (data && offset > 0 && offset >= data.total) setOffset(offset - PAGE_SIZE)

  const undecided = (data?.reviews ?? []).filter(({ id }) => !decided.has(id))
  const reviews = undecided.slice(0, PAGE_SIZE)
  const total = data && data.total - (data.reviews.length - undecided.length)
  const chosen = reviews.filter(({ id }) => selected.has(id))
  const [approval] = DECISIONS[status]

  function select(id: string, isSelected: boolean): void {
    setSelected((current) => {
      const next = new Set(current)
      if (isSelected) next.add(id)
      else next.delete(id)
      return next
    })
  }
  function approveSelected(): void {
    for (const review of chosen) if (approval) decideReview(client, review, approval)
    setSelected(new Set())
  }

  return (
    <Section
      title={title}
      isOpen={isOpen}
      count={total}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
    >
      {status === 'PENDING' && reviews.length > 1 && (
        <div className="admin-actions">
          <Button
            onClick={() =>
              setSelected(new Set(chosen.length === reviews.length ? [] : reviews.map(({ id }) => id)))
            }
          >
            {chosen.length === reviews.length ? 'Clear the selection' : 'Select all on this page'}
          </Button>
          <Button type="primary" disabled={chosen.length === 0} onClick={approveSelected}>
            {chosen.length === 0 ? 'Approve selected' : `Approve ${chosen.length} selected`}
          </Button>
        </div>
      )}
      <ul className="admin-list">
        {reviews.map((review) => (
          <ModeratedReview
            key={review.id}
            review={review}
            status={status}
            subject={subjectOf(review)}
            isSelected={selected.has(review.id)}
            onSelect={
              status === 'PENDING' && reviews.length > 1
                ? (isSelected) => select(review.id, isSelected)
                : undefined
            }
            onDecide={(decision) => decideReview(client, review, decision)}
          />
        ))}
      </ul>
      <Pages
        label={`Pages of ${title.toLowerCase()}`}
        offset={offset}
        total={total ?? 0}
        onTurn={setOffset}
      />
    </Section>
  )
}

const ALREADY_DECIDED = 'Another administrator was faster: this review was decided already.'

/** Decides about a review once the time to undo it has passed. Of two administrators, the first one wins. */
function decideReview(client: QueryClient, review: Review, { to, done }: ReviewDecision): void {
  decide({
    id: review.id,
    done: `${done}: “${beginningOf(review.reviewText)}”`,
    send: () =>
      api(updateReviewStatus, {
        params: { id: review.id, status: to },
        body: { from: review.status },
        keepalive: true,
      }),
    async settle(error) {
      if (error) showToast('error', messageOf(error))
      // A list requested before the decision was stored would bring the review back.
      const lists = { queryKey: [getModeratedReviews.path] }
      await client.cancelQueries(lists)
      if (!error)
        client.setQueriesData<{ reviews: Review[]; total: number }>(lists, (list) => {
          const reviews = list?.reviews.filter(({ id }) => id !== review.id)
          const isListed = list && reviews && reviews.length < list.reviews.length
          return isListed ? { reviews, total: list.total - 1 } : list
        })
      void refreshReviews(client)
    },
  })
}

const messageOf = (error: unknown): string =>
  error instanceof ProblemError && error.status === 409 ? ALREADY_DECIDED : (error as Error).message

const beginningOf = (text: string): string => (text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text)
