import '../../components/admin.css'
import { type Decline, getModeratedReviews, type Review } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { queryFailure, useApi, useReviewSubjects } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PAGE_SIZE, Pagination } from '../../components/pagination'
import { Section } from '../../components/section'
import { useDecidedIds } from '../../components/undoable-decisions'
import { ModeratedReview } from './moderated-review'
import { decideReview, DECISIONS, type QueueStatus, type ReviewDecision } from './review-decisions'

/** All reviews of a page, or one at a time. */
export type QueueView = 'list' | 'single'

interface ReviewQueueProps {
  status: QueueStatus
  title: string
  view: QueueView
  isOpen?: boolean
}

// Two pages: as reviews are decided, the next ones move up without a request.
const FETCH_SIZE = 2 * PAGE_SIZE

/** The reviews of one status that await a decision, newest first; decided ones disappear immediately. */
export function ReviewQueue({ status, title, view, isOpen }: ReviewQueueProps) {
  const client = useQueryClient()
  const [offset, setOffset] = useState(0)
  const [requestedPosition, setPosition] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const movesFocus = useRef(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const query = useApi(getModeratedReviews, {
    query: { status, offset, size: FETCH_SIZE },
  })
  const { data } = query
  const decided = useDecidedIds()
  const subjectOf = useReviewSubjects(data?.reviews ?? [])
  // All reviews of the last page were decided: go back a page.
  if (data && offset > 0 && offset >= data.total) setOffset(offset - PAGE_SIZE)

  const undecided = (data?.reviews ?? []).filter(({ id }) => !decided.has(id))
  const isSingle = view === 'single'
  const position = Math.max(0, Math.min(requestedPosition, undecided.length - 1))
  const reviews = isSingle ? undecided.slice(position, position + 1) : undecided.slice(0, PAGE_SIZE)
  const total = data && data.total - (data.reviews.length - undecided.length)
  const selectedReviews = reviews.filter(({ id }) => selected.has(id))
  const [approval] = DECISIONS[status]

  const shownId = isSingle ? reviews[0]?.id : undefined
  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    // If this queue is empty now, focus the next one.
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
    // The button is about to be disabled: focus the first remaining review.
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-review]') ?? [])]
    cards.find(({ dataset }) => !selected.has(dataset.review ?? ''))?.focus()
    for (const review of selectedReviews) decideReview(client, review, approval)
    setSelected(new Set())
  }

  return (
    <Section title={title} isOpen={isOpen} count={total} failure={queryFailure(query)}>
      {status === 'PENDING' && reviews.length > 1 && (
        <div className="admin-actions">
          <Button
            onClick={() =>
              setSelected(
                new Set(selectedReviews.length === reviews.length ? [] : reviews.map(({ id }) => id)),
              )
            }
          >
            {selectedReviews.length === reviews.length ? 'Clear the selection' : 'Select all on this page'}
          </Button>
          <Button type="primary" disabled={selectedReviews.length === 0} onClick={approveSelected}>
            {selectedReviews.length === 0 ? 'Approve selected' : `Approve ${selectedReviews.length} selected`}
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
        <Pagination
          label={`Pages of ${title.toLowerCase()}`}
          offset={offset}
          total={total ?? 0}
          onChange={setOffset}
        />
      )}
    </Section>
  )
}
