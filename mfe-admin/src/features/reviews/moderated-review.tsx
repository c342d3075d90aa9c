import '../../components/admin.css'
import './reviews.css'
import {
  type Decline,
  DECLINE_TEXTS,
  type ModeratedReview as ReviewWithFlags,
  type Review,
} from '@offquad/contracts'
import { Button, Checkbox, RatingBar, RatingStars } from '@offquad/ui'
import { countText, paths, type ReviewSubject, university } from '@offquad/web-kit'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { momentText } from '../../components/moment-text'
import { PhotoLinks } from '../../components/photo-links'
import { type DecidedStatus, DECISIONS, type ReviewDecision } from './decisions'
import { DeclineForm } from './decline-form'
import { AuthorReviews, ReviewFlags } from './review-flags'
import { ReviewText } from './review-text'

interface ModeratedReviewProps {
  review: ReviewWithFlags
  status: DecidedStatus
  subject: ReviewSubject
  isSelected: boolean
  /** Absent where reviews are decided one by one. */
  onSelect: ((isSelected: boolean) => void) | undefined
  onDecide: (decision: ReviewDecision, decline?: Decline) => void
}

const ASPECTS = [
  ['location', 'Location'],
  ['safety', 'Safety'],
  ['maintenance', 'Maintenance'],
  ['conditions', 'Conditions'],
] as const

/** Everything the author entered, what was found and reported, and what can be decided. */
export function ModeratedReview(props: ModeratedReviewProps) {
  const { review, status, subject, isSelected, onSelect, onDecide } = props
  const { date, overallRating, detailedRatings, bedrooms, price, reviewText, photos, flags = [] } = review
  const [isDeclining, setIsDeclining] = useState(false)
  const card = useRef<HTMLLIElement>(null)
  const declining = DECISIONS[status].find(({ to }) => to === 'DECLINED')
  const bracket = university().priceBrackets[price - 1]
  const facts = [bedrooms > 0 && countText(bedrooms, 'bedroom'), bracket && `Rent ${bracket}`].filter(Boolean)
  return (
    // Focused by the keyboard shortcuts.
    <li
      ref={card}
      className="admin-item"
      tabIndex={-1}
      data-review={review.id}
      aria-label={`Review of ${momentText(date)}`}
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
        <time dateTime={date}>{momentText(date)}</time>
      </header>
      <Subject review={review} {...subject} />
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
            aria-keyshortcuts={decision.key}
            data-decides
            onClick={() => onDecide(decision)}
          >
            {decision.label}
          </Button>
        ))}
        {declining && !isDeclining && (
          <Button aria-keyshortcuts="R" aria-expanded={false} onClick={() => setIsDeclining(true)}>
            Give a reason …
          </Button>
        )}
      </p>
      {declining && isDeclining && (
        <DeclineForm
          flags={flags}
          onDecline={(decline) => onDecide(declining, decline)}
          onCancel={() => {
            setIsDeclining(false)
            card.current?.focus()
          }}
        />
      )}
    </li>
  )
}

/** Where it is, as readers know it: names, links and current ratings. */
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
      <strong>Declined: {DECLINE_TEXTS[reason].label}.</strong> {note}
    </p>
  )
}

/** How often, when and why it was reported. */
function Reports({ reports }: { reports: NonNullable<Review['reports']> }) {
  return (
    <section className="admin-reports">
      <h3>{reports.length === 1 ? 'Reported once' : `Reported ${reports.length} times`}</h3>
      <ul>
        {reports.map(({ date, userId, reason }) => (
          <li key={`${userId} ${date}`}>
            <time dateTime={date}>{momentText(date)}</time> {reason || 'No reason given'}
          </li>
        ))}
      </ul>
    </section>
  )
}
