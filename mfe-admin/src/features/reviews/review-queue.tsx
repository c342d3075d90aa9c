import '../../components/admin.css'
import { type Decline, getModeratedReviews, type Review, updateReviewStatus } from '@offquad/contracts'
import { Button, showToast } from '@offquad/ui'
import { api, ProblemError, useApi, useReviewSubjects } from '@offquad/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PAGE_SIZE, Pages } from '../../components/pages'
import { Section } from '../../components/section'
import { decide, useDecidedIds } from '../../components/undoable-decisions'
import { refreshReviews } from '../../queries/refresh-reviews'
import { type DecidedStatus, DECISIONS, type ReviewDecision } from './decisions'
import { ModeratedReview } from './moderated-review'
import { type ModerationView } from './moderation-view'

interface ReviewQueueProps {
  status: DecidedStatus
  title: string
  view: ModerationView
  isOpen?: boolean
}

// More than a page shows, so that the next reviews are there at once when those above them are decided.
const FETCHED = 2 * PAGE_SIZE

/** The reviews of one status that wait for a decision, newest first; what was decided leaves at once. */
export function ReviewQueue({ status, title, view, isOpen }: ReviewQueueProps) {
  const client = useQueryClient()
  const [offset, setOffset] = useState(0)
  const [wantedPosition, setPosition] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const movesFocus = useRef(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { data, error, refetch } = useApi(getModeratedReviews, { query: { status, offset, size: FETCHED } })
  const decided = useDecidedIds()
  const subjectOf = useReviewSubjects(data?.reviews ?? [])
  // The last reviews of the last page were decided.
  if (data && offset > 0 && offset >= data.total) setOffset(offset - PAGE_SIZE)

  const undecided = (data?.reviews ?? []).filter(({ id }) => !decided.has(id))
  const isSingle = view === 'single'
  // At the end of the list the last one that is left is shown.
  const position = Math.max(0, Math.min(wantedPosition, undecided.length - 1))
  const reviews = isSingle ? undecided.slice(position, position + 1) : undecided.slice(0, PAGE_SIZE)
  const total = data && data.total - (data.reviews.length - undecided.length)
  const chosen = reviews.filter(({ id }) => selected.has(id))
  const [approval] = DECISIONS[status]

  const shownId = isSingle ? reviews[0]?.id : undefined
  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    // Nothing is left here: the next queue has the focus.
    const within = shownId ? list.current : list.current?.closest('[data-queues]')
    within?.querySelector<HTMLElement>('details[open] [data-review], [data-review]')?.focus()
  }, [shownId])

  function step(by: 1 | -1): void {
    const next = position + by
    movesFocus.current = true
    if (next >= PAGE_SIZE) {
      setOffset(offset + PAGE_SIZE)
      setPosition(next - PAGE_SIZE)
    } else if (next < 0) {
      setOffset(offset - PAGE_SIZE)
      setPosition(next + PAGE_SIZE)
    } else setPosition(next)
  }
  function decideOne(review: Review, decision: ReviewDecision, decline?: Decline): void {
    movesFocus.current = isSingle
    decideReview(client, review, decision, decline)
  }

  function select(id: string, isSelected: boolean): void {
    setSelected((current) => {
      const next = new Set(current)
      if (isSelected) next.add(id)
      else next.delete(id)
      return next
    })
  }
  function approveSelected(): void {
    // The button is disabled once nothing is selected: the first review that is left has the focus.
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-review]') ?? [])]
    cards.find(({ dataset }) => !selected.has(dataset.review ?? ''))?.focus()
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
      <div data-single={isSingle || undefined}>
        {isSingle && total !== undefined && total > 0 && (
          <p className="admin-actions">
            <Button aria-keyshortcuts="K" disabled={offset + position === 0} onClick={() => step(-1)}>
              Previous
            </Button>
            <span>
              {offset + position + 1} of {total}
            </span>
            <Button aria-keyshortcuts="J" disabled={offset + position + 1 >= total} onClick={() => step(1)}>
              Next
            </Button>
          </p>
        )}
        <ul className="admin-list" ref={list}>
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
              onDecide={(decision, decline) => decideOne(review, decision, decline)}
            />
          ))}
        </ul>
      </div>
      {!isSingle && (
        <Pages
          label={`Pages of ${title.toLowerCase()}`}
          offset={offset}
          total={total ?? 0}
          onTurn={setOffset}
        />
      )}
    </Section>
  )
}

const ALREADY_DECIDED = 'Another administrator was faster: this review was decided already.'

/** Decides about a review once the time to undo it has passed. Of two administrators, the first one wins. */
function decideReview(
  client: QueryClient,
  review: Review,
  { to, done }: ReviewDecision,
  decline?: Decline,
): void {
  decide({
    id: review.id,
    done: `${done}: “${beginningOf(review.reviewText)}”`,
    send: () =>
      api(updateReviewStatus, {
        params: { id: review.id, status: to },
        body: { from: review.status, ...(decline && { decline }) },
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
