import '../../components/admin.css'
import './reviews.css'
import { photoUrl, type Review } from '@offquad/contracts'
import { Button, Photo, RatingStars } from '@offquad/ui'
import { paths } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { momentText } from '../../components/moment-text'
import { type DecidedStatus, DECISIONS, type ReviewDecision } from './decisions'

interface ModeratedReviewProps {
  review: Review
  status: DecidedStatus
  /** Of what it is about. */
  placeName: string
  onDecide: (decision: ReviewDecision) => void
}

/** One review as a moderator reads it: whole, with what was reported, and what can be decided. */
export function ModeratedReview({ review, status, placeName, onDecide }: ModeratedReviewProps) {
  const { id, date, overallRating, reviewText, photos, aptId, landlordId } = review
  return (
    <li className="admin-item" aria-label={`Review of ${momentText(date)}`}>
      <header>
        <span>
          <RatingStars rating={overallRating} /> <strong>{overallRating.toFixed(1)}</strong>{' '}
          <Link to={aptId ? paths.apartment(aptId) : paths.landlord(landlordId)}>{placeName}</Link>
        </span>
        <time dateTime={date}>{momentText(date)}</time>
      </header>
      <p className="admin-text">{reviewText}</p>
      {photos.length > 0 && (
        <div className="admin-photos">
          {photos.map((url, index) => (
            <a key={url} href={photoUrl(url, 'full')} target="_blank" rel="noreferrer">
              <Photo src={photoUrl(url, 'card')} alt={`Picture ${index + 1} of this review`} seed={id} />
            </a>
          ))}
        </div>
      )}
      {status === 'REPORTED' && <Reports reports={review.reports ?? []} />}
      <p className="admin-actions">
        {DECISIONS[status].map((decision) => (
          <Button
            key={decision.to}
            type={decision.isDanger ? 'default' : 'primary'}
            danger={decision.isDanger}
            onClick={() => onDecide(decision)}
          >
            {decision.label}
          </Button>
        ))}
      </p>
    </li>
  )
}

/** How often, when and why it was reported. */
function Reports({ reports }: { reports: NonNullable<Review['reports']> }) {
  return (
    <section className="admin-reports">
      <h4>{reports.length === 1 ? 'Reported once' : `Reported ${reports.length} times`}</h4>
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
