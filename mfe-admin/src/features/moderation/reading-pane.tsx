import './moderation.css'
import {
  ASPECT_LABELS,
  type Decline,
  declineText,
  type ModeratedReview,
  MONTHS,
  type Review,
  type ReviewFlag,
  SHOWN_ASPECTS,
  UNKNOWN_LANDLORD,
} from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { countText, paths, type ReviewSubject, university } from '@offquad/web-kit'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Figures } from '../../components/figures'
import { formatDateTime } from '../../components/format-date-time'
import { PhotoLinks } from '../../components/photo-links'
import { Key } from '../../components/undoable-decisions'
import { DeclineForm } from './decline-form'
import { DECISIONS, type QueueStatus, type ReviewDecision, useChangesOf } from './review-decisions'
import { ReviewFlags } from './review-flags'

interface ReadingPaneProps {
  review: ModeratedReview
  status: QueueStatus
  subject: ReviewSubject
  /** Whether the review has left its list and cannot be decided. */
  isGone: boolean
  /** 1 of 9 */
  place: string
  /** undefined at the end of the queue */
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onDecide: (decision: ReviewDecision, decline?: Decline) => void
}

/** A review in full: everything the author entered, its flags and reports, and the decisions. */
export function ReadingPane(props: ReadingPaneProps) {
  const { review, status, subject, isGone, place, onNext, onPrevious, onDecide } = props
  const { reviewText, photos, suggestion, flags = [] } = review
  const [asks, setAsks] = useState<'reason' | 'deletion'>()
  const root = useRef<HTMLElement>(null)
  const declining = DECISIONS[status].find(({ to }) => to === 'DECLINED')
  function stopAsking(): void {
    setAsks(undefined)
    root.current?.focus()
  }
  return (
    <article
      ref={root}
      tabIndex={-1}
      data-review={review.id}
      aria-label={`Review of ${formatDateTime(review.date)}`}
    >
      <Subject review={review} {...subject} />
      <ChangesSinceRead id={review.id} />
      <ReviewFlags review={review} />
      <p className="admin-text" dir="auto">
        {markPassages(reviewText, flags)}
      </p>
      <PhotoLinks photos={photos} of="this review" />
      <Figures className="admin-figures" figures={figuresOf(review)} />
      {review.decline && (
        <p>
          <strong>Declined: {declineText(review.decline.reason).label}.</strong> {review.decline.note}
        </p>
      )}
      {status === 'REPORTED' && <Reports reports={review.reports ?? []} />}
      {asks === 'reason' && declining && (
        <DeclineForm
          review={review}
          onDecline={isGone ? undefined : (decline) => onDecide(declining, decline)}
          onCancel={stopAsking}
        />
      )}
      <div className="admin-save offquad-foot offquad-cluster offquad-tight">
        {isGone ? (
          <>
            <strong role="alert">
              Another administrator has decided on this review, or its author has edited it.
            </strong>
            <Button type="primary" disabled={!onNext} onClick={onNext}>
              Next review
            </Button>
          </>
        ) : asks === 'deletion' ? (
          <>
            <span>Delete it for good?</span>
            <Decisions
              decisions={DECISIONS[status].filter(({ to }) => to === 'DELETED')}
              onDecide={onDecide}
            />
            <Button autoFocus onClick={stopAsking}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            {suggestion && (
              <Link
                className="offquad-button offquad-plain-link"
                to={`?tab=data&kind=apartments&id=new&from=${suggestion.id}`}
              >
                Add the place first
              </Link>
            )}
            <Decisions
              decisions={DECISIONS[status].filter(({ to }) => !suggestion || to !== 'APPROVED')}
              onDecide={(decision) => (decision.to === 'DELETED' ? setAsks('deletion') : onDecide(decision))}
            />
          </>
        )}
        {declining && !asks && !isGone && (
          <Button aria-keyshortcuts="R" aria-expanded={false} onClick={() => setAsks('reason')}>
            Give a reason … <Key>R</Key>
          </Button>
        )}
        <span className="admin-steps offquad-note offquad-cluster offquad-tight">
          {place}
          <Button aria-keyshortcuts="K" disabled={!onPrevious} onClick={onPrevious}>
            <Step name="Previous" arrow="←" /> <Key>K</Key>
          </Button>
          <Button aria-keyshortcuts="J" disabled={!onNext} onClick={onNext}>
            <Step name="Next" arrow="→" /> <Key>J</Key>
          </Button>
        </span>
      </div>
    </article>
  )
}

/** Short, so that it fits in the row of the decisions. */
const Step = ({ name, arrow }: { name: string; arrow: string }) => (
  <>
    <span className="offquad-visually-hidden">{name}</span>
    <span aria-hidden="true">{arrow}</span>
  </>
)

interface DecisionsProps extends Pick<ReadingPaneProps, 'onDecide'> {
  decisions: ReviewDecision[]
}

const Decisions = ({ decisions, onDecide }: DecisionsProps) =>
  decisions.map((decision) => (
    <Button
      key={decision.to}
      type={decision.isDanger ? 'default' : 'primary'}
      danger={decision.isDanger}
      aria-keyshortcuts={decision.shortcut}
      onClick={() => onDecide(decision)}
    >
      {decision.label} <Key>{decision.shortcut}</Key>
    </Button>
  ))

/** The changes because of which a decision was rejected; the pane shows the current review. */
function ChangesSinceRead({ id }: { id: string }) {
  const changes = useChangesOf(id)
  if (changes.length === 0) return null
  return (
    <div className="offquad-notice">
      <strong>Not decided, because it has changed since you read it:</strong>
      <ul className="admin-plain">
        {changes.map(({ field, message }) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

/** The subject of the review, with links and current ratings, its author and its date. */
function Subject({ review, apartment, landlord }: ReviewSubject & { review: ModeratedReview }) {
  const { aptId, landlordId, date, authorReviews, suggestion } = review
  return (
    <header>
      {aptId && (
        <h3>
          <Link to={paths.apartment(aptId)}>{apartment?.buildingData.name ?? 'Apartment'}</Link>{' '}
          {apartment && <CurrentRating {...apartment} />}
        </h3>
      )}
      {suggestion && (
        <h3>
          <bdi>{suggestion.name}</bdi>
        </h3>
      )}
      {landlordId && landlordId !== UNKNOWN_LANDLORD && (
        <h3>
          <Link to={paths.landlord(landlordId)}>{landlord?.name ?? 'Landlord'}</Link>{' '}
          {landlord && <CurrentRating {...landlord} />}
        </h3>
      )}
      <p className="offquad-note">
        Written <time dateTime={date}>{formatDateTime(date)}</time>
        {authorReviews && ` · ${otherReviews(authorReviews)}`}
      </p>
    </header>
  )
}

const STATUSES = ['approved', 'pending', 'reported', 'declined', 'deleted'] as const

/** The number of the author's other reviews, without revealing the author. */
function otherReviews(counts: NonNullable<ModeratedReview['authorReviews']>): string {
  const parts = STATUSES.filter((status) => counts[status] > 0).map((status) => `${counts[status]} ${status}`)
  return parts.length === 0
    ? 'no other reviews by this author'
    : `other reviews by this author: ${parts.join(', ')}`
}

/** The author's ratings, bedrooms and rent, and when the lease was signed. */
function figuresOf({ overallRating, detailedRatings, bedrooms, price, signedMonth = 0 }: Review) {
  const bracket = university().priceBrackets[price - 1]
  const terms = [bracket, bedrooms > 0 && countText(bedrooms, 'bedroom')].filter(Boolean).join(', ')
  return [
    ['Overall', overallRating.toFixed(1)] as const,
    ...SHOWN_ASPECTS.map((aspect) => [ASPECT_LABELS[aspect], detailedRatings[aspect].toFixed(1)] as const),
    [bracket ? 'Rent' : 'Size', terms] as const,
    ['Lease signed in', MONTHS[signedMonth - 1] ?? ''] as const,
  ].filter(([, value]) => value)
}

function CurrentRating({ avgRating, numReviews }: { avgRating: number; numReviews: number }) {
  return (
    <span className="offquad-note">
      {numReviews === 0
        ? 'no reviews yet'
        : `${avgRating.toFixed(1)} / 5 from ${countText(numReviews, 'review')}`}
    </span>
  )
}

/** The dates and reasons of reports. */
function Reports({ reports }: { reports: NonNullable<Review['reports']> }) {
  return (
    <section className="offquad-notice">
      <h3>{reports.length === 1 ? 'Reported once' : `Reported ${reports.length} times`}</h3>
      <ul className="admin-plain">
        {reports.map(({ date, userId, reason }) => (
          <li key={`${userId} ${date}`}>
            <time className="offquad-note" dateTime={date}>
              {formatDateTime(date)}
            </time>{' '}
            <p>{reason || 'No reason given'}</p>
          </li>
        ))}
      </ul>
    </section>
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
