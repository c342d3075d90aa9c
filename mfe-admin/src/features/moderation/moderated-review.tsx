import '../../components/admin.css'
import './moderation.css'
import {
  type Decline,
  declineText,
  lookUp,
  type ModeratedReview as ReviewWithFlags,
  type Review,
  type ReviewFlag,
} from '@offquad/contracts'
import { Button, Checkbox, RatingBar, RatingStars } from '@offquad/ui'
import { countText, paths, type ReviewSubject, university } from '@offquad/web-kit'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../components/format-date-time'
import { PhotoLinks } from '../../components/photo-links'
import { DeclineForm } from './decline-form'
import { DECISIONS, type QueueStatus, type ReviewDecision, useChangesOf } from './review-decisions'

interface ModeratedReviewProps {
  review: ReviewWithFlags
  status: QueueStatus
  subject: ReviewSubject
  isSelected: boolean
  /** undefined where reviews cannot be selected. */
  onSelect: ((isSelected: boolean) => void) | undefined
  onDecide: (decision: ReviewDecision, decline?: Decline) => void
}

const ASPECTS = [
  ['location', 'Location'],
  ['safety', 'Safety'],
  ['maintenance', 'Maintenance'],
  ['conditions', 'Conditions'],
] as const

/** A review in a moderation queue: everything the author entered, its flags and reports, and the decisions. */
export function ModeratedReview(props: ModeratedReviewProps) {
  const { review, status, subject, isSelected, onSelect, onDecide } = props
  const { date, overallRating, detailedRatings, bedrooms, price, reviewText, photos, flags = [] } = review
  const [isDeclining, setIsDeclining] = useState(false)
  const card = useRef<HTMLLIElement>(null)
  const declineDecision = DECISIONS[status].find(({ to }) => to === 'DECLINED')
  const bracket = university().priceBrackets[price - 1]
  const facts = [bedrooms > 0 && countText(bedrooms, 'bedroom'), bracket && `Rent ${bracket}`].filter(Boolean)
  return (
    // Focusable for the keyboard shortcuts.
    <li
      ref={card}
      className="admin-item"
      tabIndex={-1}
      data-review={review.id}
      aria-label={`Review of ${formatDateTime(date)}`}
    >
      <header>
        <span>
          {onSelect && (
            <Checkbox
              checked={isSelected}
              aria-label="Select this review"
              onChange={({ target }) => onSelect(target.checked)}
            />
          )}{' '}
          <RatingStars rating={overallRating} /> <strong>{overallRating.toFixed(1)}</strong>
        </span>
        <time dateTime={date}>{formatDateTime(date)}</time>
      </header>
      <Subject review={review} {...subject} />
      <ChangesSinceRead id={review.id} />
      <ReviewFlags review={review} />
      <ReviewText text={reviewText} flags={flags} />
      <PhotoLinks photos={photos} of="this review" />
      <div className="admin-ratings">
        {ASPECTS.map(([aspect, label]) => (
          <RatingBar key={aspect} label={label} rating={detailedRatings[aspect]} />
        ))}
      </div>
      {facts.length > 0 && <p className="admin-soft">{facts.join(' · ')}</p>}
      <AuthorReviews counts={review.authorReviews} />
      {review.decline && <DeclineNote decline={review.decline} />}
      {status === 'REPORTED' && <Reports reports={review.reports ?? []} />}
      <p className="admin-actions">
        {DECISIONS[status].map((decision) => (
          <Button
            key={decision.to}
            type={decision.isDanger ? 'default' : 'primary'}
            danger={decision.isDanger}
            aria-keyshortcuts={decision.shortcut}
            data-decides
            onClick={() => onDecide(decision)}
          >
            {decision.label}
          </Button>
        ))}
        {declineDecision && !isDeclining && (
          <Button aria-keyshortcuts="R" aria-expanded={false} onClick={() => setIsDeclining(true)}>
            Give a reason …
          </Button>
        )}
      </p>
      {declineDecision && isDeclining && (
        <DeclineForm
          flags={flags}
          onDecline={(decline) => onDecide(declineDecision, decline)}
          onCancel={() => {
            setIsDeclining(false)
            card.current?.focus()
          }}
        />
      )}
    </li>
  )
}

/** Why a decision was not made: the review is shown as it is now. */
function ChangesSinceRead({ id }: { id: string }) {
  const changes = useChangesOf(id)
  if (changes.length === 0) return null
  return (
    <div className="admin-warning">
      <strong>Not decided, because it has changed since you read it:</strong>
      <ul className="admin-plain">
        {changes.map(({ field, message }) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

/** What the review is about, with links and current ratings. */
function Subject({ review: { aptId, landlordId }, apartment, landlord }: ReviewSubject & { review: Review }) {
  return (
    <p className="admin-subject">
      {aptId && (
        <span>
          <Link to={paths.apartment(aptId)}>{apartment?.buildingData.name ?? 'Apartment'}</Link>{' '}
          <CurrentRating {...apartment} />
        </span>
      )}
      {landlordId && (
        <span>
          <Link to={paths.landlord(landlordId)}>{landlord?.name ?? 'Landlord'}</Link>{' '}
          <CurrentRating {...landlord} />
        </span>
      )}
    </p>
  )
}

function CurrentRating({ avgRating = 0, numReviews = 0 }: { avgRating?: number; numReviews?: number }) {
  return (
    <span className="admin-soft">
      {numReviews === 0
        ? 'no reviews yet'
        : `${avgRating.toFixed(1)} / 5 from ${countText(numReviews, 'review')}`}
    </span>
  )
}

function DeclineNote({ decline: { reason, note } }: { decline: Decline }) {
  return (
    <p>
      <strong>Declined: {declineText(reason).label}.</strong> {note}
    </p>
  )
}

/** When and why it was reported. */
function Reports({ reports }: { reports: NonNullable<Review['reports']> }) {
  return (
    <section className="admin-reports">
      <h3>{reports.length === 1 ? 'Reported once' : `Reported ${reports.length} times`}</h3>
      <ul>
        {reports.map(({ date, userId, reason }) => (
          <li key={`${userId} ${date}`}>
            <time dateTime={date}>{formatDateTime(date)}</time> {reason || 'No reason given'}
          </li>
        ))}
      </ul>
    </section>
  )
}

const FLAG_LABELS: Record<ReviewFlag['kind'], string> = {
  profanity: 'Language',
  email: 'E-mail address',
  phone: 'Phone number',
  'person-name': 'Name of a person',
  'same-text': 'Same text',
  'many-in-a-day': 'Many in a day',
}

/** What automatic checks found in a review, each with the passage. */
function ReviewFlags({ review: { flags = [], sameTextAs } }: { review: ReviewWithFlags }) {
  // `sameTextAs` is current; the count in the flag is from when the review was checked.
  const sameText = sameTextAs ?? flags.find(({ kind }) => kind === 'same-text')?.count ?? 0
  const shown: ReviewFlag[] = [
    ...flags.filter(({ kind }) => kind !== 'same-text'),
    ...(sameText > 0 ? [{ kind: 'same-text' as const, count: sameText }] : []),
  ]
  if (shown.length === 0) return null
  return (
    <ul className="admin-flags" aria-label="Flags">
      {shown.map((flag) => (
        <li key={`${flag.kind} ${flag.passage ?? ''}`}>
          <strong>{lookUp(FLAG_LABELS, flag.kind) ?? flag.kind}</strong> {flagDetail(flag)}
        </li>
      ))}
    </ul>
  )
}

function flagDetail({ kind, passage, count = 0 }: ReviewFlag): string {
  if (kind === 'same-text') return `as ${countText(count, 'other review')}`
  if (kind === 'many-in-a-day') return `${countText(count, 'review')} by this author`
  return passage ? `“${passage}”` : ''
}

const STATUSES = ['approved', 'pending', 'reported', 'declined', 'deleted'] as const

/** How many other reviews the author wrote, without revealing the author. */
function AuthorReviews({ counts }: { counts: ReviewWithFlags['authorReviews'] }) {
  if (!counts) return null
  const parts = STATUSES.filter((status) => counts[status] > 0).map((status) => `${counts[status]} ${status}`)
  return (
    <p className="admin-soft">
      {parts.length === 0
        ? 'No other reviews by this author'
        : `Other reviews by this author: ${parts.join(', ')}`}
    </p>
  )
}

/** The text, with flagged passages marked. */
function ReviewText({ text, flags }: { text: string; flags: ReviewFlag[] }) {
  return (
    <p className="admin-text" dir="auto">
      {markPassages(text, flags)}
    </p>
  )
}

function markPassages(text: string, flags: ReviewFlag[]): ReactNode[] {
  const passages = [...new Set(flags.flatMap(({ passage }) => passage || []))]
  if (passages.length === 0) return [text]
  // Longest first: "Mr. Grant" before "Grant".
  const pattern = passages
    .toSorted((a, b) => b.length - a.length)
    .map((passage) => passage.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  return text
    .split(new RegExp(`(${pattern})`))
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
