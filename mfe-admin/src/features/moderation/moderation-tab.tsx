import './moderation.css'
import { Skeleton } from '@offquad/ui'
import { useReviewSubjects } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ReadingPane } from './reading-pane'
import { decideReview } from './review-decisions'
import { ReviewQueue } from './review-queue'
import { ReviewsBreakdown } from './reviews-breakdown'
import { isLoading, useReading, useReviewGroups } from './use-review-groups'

/** Shows one review after the other; a single key decides each. */
export function ModerationTab() {
  const client = useQueryClient()
  const groups = useReviewGroups()
  const { review, group, isGone, position, choose, next, previous, leave } = useReading(groups)
  const subjectOf = useReviewSubjects([
    ...groups.flatMap(({ reviews }) => reviews),
    ...(review ? [review] : []),
  ])
  const pane = useRef<HTMLDivElement>(null)
  const [moves, setMoves] = useState(0)
  const id = review?.id
  useEffect(() => {
    // Focuses the next review, or the empty pane once the last one is decided.
    if (moves > 0) (pane.current?.querySelector<HTMLElement>('[data-review]') ?? pane.current)?.focus()
  }, [moves])
  useEffect(() => {
    document.addEventListener('keydown', pressButton)
    return () => document.removeEventListener('keydown', pressButton)
  }, [])
  const moving =
    <Args extends unknown[]>(move: (...args: Args) => void) =>
    (...args: Args) => {
      setMoves((count) => count + 1)
      move(...args)
    }
  return (
    <>
      <div className="admin-moderation offquad-section">
        <ReviewQueue groups={groups} subjectOf={subjectOf} current={id} onChoose={moving(choose)} />
        <div ref={pane} className="admin-pane" tabIndex={-1}>
          {review && group ? (
            <ReadingPane
              key={id}
              review={review}
              status={group.status}
              subject={subjectOf(review)}
              isGone={isGone}
              place={isGone ? '' : `${position} of ${group.total}`}
              onNext={next && moving(next)}
              onPrevious={previous && moving(previous)}
              onDecide={moving((decision, decline) => {
                decideReview(client, review, decision, {
                  decline,
                  onUndone: moving(() => choose(group, position - 1, review.id)),
                })
                leave()
              })}
            />
          ) : groups.some((group) => group.isOpen && isLoading(group)) ? (
            <Skeleton active paragraph={{ rows: 6 }} />
          ) : groups.some((group) => group.isOpen && group.failure) ? null : (
            <p className="offquad-soft">No review is waiting in the open lists.</p>
          )}
        </div>
      </div>
      <ReviewsBreakdown />
    </>
  )
}

const TEXT_INPUTS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]'

/** Presses the button that names the key as its shortcut. */
function pressButton(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, repeat } = event
  if (ctrlKey || metaKey || altKey || (target as Element).closest?.(`${TEXT_INPUTS}, [role=dialog]`)) return
  // Holding a key down must not decide one review after another.
  if (!/^[adjkrux]$/i.test(key) || (repeat && !/[jk]/i.test(key))) return
  const shortcut = `button[aria-keyshortcuts="${key.toUpperCase()}"]:enabled`
  document.querySelector<HTMLElement>(shortcut)?.click()
  event.preventDefault()
}
