import './moderation.css'
import {
  Decline,
  DECLINE_REASONS,
  DECLINE_TEXTS,
  type DeclineReason,
  MAX_DECLINE_NOTE_CHARACTERS,
  type ModeratedReview,
  type ReviewFlag,
} from '@offquad/contracts'
import { Button, Input } from '@offquad/ui'
import { useSessionState } from '@offquad/web-kit'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Type } from 'typebox'
import { declineDraftOf } from './review-decisions'
import { flagsOf } from './review-flags'

const Draft = Type.Partial(Decline)

interface DeclineFormProps {
  /** The review, whose first flag preselects a reason. */
  review: ModeratedReview
  /** undefined once the review can no longer be declined */
  onDecline: ((decline: Decline) => void) | undefined
  onCancel: () => void
}

const REASON_OF_FLAG: Partial<Record<ReviewFlag['kind'], DeclineReason>> = {
  email: 'contact-details',
  phone: 'contact-details',
  'person-name': 'names-person',
  profanity: 'insulting',
  'same-text': 'duplicate',
}

/** Declines a review with a reason that its author sees. */
export function DeclineForm({ review, onDecline, onCancel }: DeclineFormProps) {
  const [draft, setDraft] = useSessionState(declineDraftOf(review.id), Draft, {})
  const { reason = suggestedReason(review), note = '' } = draft
  const setReason = (chosen: DeclineReason) => setDraft((current) => ({ ...current, reason: chosen }))
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') return onCancel()
    const chosen = DECLINE_REASONS[Number(event.key) - 1]
    if (!chosen || (event.target as Element).matches('textarea')) return
    event.preventDefault()
    setReason(chosen)
    form.current?.querySelector<HTMLInputElement>(`input[value="${chosen}"]`)?.focus()
  }

  return (
    <form
      ref={form}
      className="admin-decline offquad-panel offquad-stack"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        const text = note.trim()
        onDecline?.({ reason, ...(text && { note: text }) })
      }}
    >
      <fieldset className="admin-checkboxes">
        <legend>Why? The author reads this.</legend>
        {DECLINE_REASONS.map((option, index) => (
          <label key={option} className="offquad-choice">
            <input
              type="radio"
              name={name}
              value={option}
              checked={reason === option}
              onChange={() => setReason(option)}
            />
            <kbd>{index + 1}</kbd> {DECLINE_TEXTS[option].label}
          </label>
        ))}
      </fieldset>
      <label>
        In your words (optional)
        <Input.TextArea
          value={note}
          rows={2}
          maxLength={MAX_DECLINE_NOTE_CHARACTERS}
          onChange={({ target }) => setDraft((current) => ({ ...current, note: target.value }))}
        />
      </label>
      <p className="offquad-cluster">
        <Button danger htmlType="submit" disabled={!onDecline}>
          Decline with this reason
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </p>
    </form>
  )
}

const suggestedReason = (review: ModeratedReview): DeclineReason =>
  flagsOf(review).flatMap(({ kind }) => REASON_OF_FLAG[kind] ?? [])[0] ?? 'other'
