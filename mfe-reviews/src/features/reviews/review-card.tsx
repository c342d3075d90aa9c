import './reviews.css'
import { ANONYMOUS, type Review } from '@offquad/contracts'
import { RatingStars } from '@offquad/ui'
import { countText, paths, university } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { ReviewPhotos } from './review-photos'
import { dayText, monthText, preview } from './review-text'
import { useLike } from './use-like'

/** Absent where the page says it already, and until it is known. */
export interface SubjectNames {
  apartment?: string
  landlord?: string
}

interface ReviewCardProps {
  review: Review
  isOwn: boolean
  isLiked: boolean
  /** What it is about. */
  subject: SubjectNames
  /** What can be done with it beside marking it helpful. */
  actions?: ReactNode
}

/** One review as people read it. */
export function ReviewCard({ review, isOwn, isLiked, subject, actions }: ReviewCardProps) {
  const { id, overallRating, bedrooms, price, photos, reviewText } = review
  const facts = [
    bedrooms > 0 ? countText(bedrooms, 'bedroom') : undefined,
    price > 0 ? university().priceBrackets[price - 1] : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <article className="reviews-card" tabIndex={-1}>
      <header>
        <RatingStars rating={overallRating} /> <strong>{overallRating.toFixed(1)}</strong>
        <ReviewDate review={review} />
      </header>
      <Subject review={review} apartment={subject.apartment} landlord={subject.landlord} />
      {facts.length > 0 && <p className="reviews-facts">{facts.join(' · ')}</p>}
      <Text text={reviewText} />
      <ReviewPhotos id={id} photos={photos} />
      <div className="reviews-actions">
        <Helpful review={review} isOwn={isOwn} isLiked={isLiked} />
        {actions}
      </div>
    </article>
  )
}

/** The day for a reader's own review and for administrators, the month for everyone else, whom the server tells no more. */
function ReviewDate({ review: { date, userId = ANONYMOUS } }: Pick<ReviewCardProps, 'review'>) {
  if (userId === ANONYMOUS) return <time dateTime={date.slice(0, 7)}>{monthText(date)}</time>
  return <time dateTime={date}>{dayText(date)}</time>
}

function Subject({
  review: { aptId, landlordId },
  apartment,
  landlord,
}: SubjectNames & Pick<ReviewCardProps, 'review'>) {
  if (!apartment && !landlord) return null
  return (
    <p className="reviews-subject">
      {aptId && apartment && <Link to={paths.apartment(aptId)}>{apartment}</Link>}
      {apartment && landlord && ' · '}
      {landlord && <Link to={paths.landlord(landlordId)}>{landlord}</Link>}
    </p>
  )
}

function Helpful({
  review,
  isOwn,
  isLiked: wasLiked,
}: Pick<ReviewCardProps, 'review' | 'isOwn' | 'isLiked'>) {
  const { likes, isLiked, isBusy, toggle } = useLike(review, wasLiked)
  // Nobody can mark their own review, nor one that is not public.
  if (isOwn || (review.status !== 'APPROVED' && review.status !== 'REPORTED'))
    return <span className="reviews-helpful">Helpful ({likes})</span>
  return (
    <button
      type="button"
      className="reviews-action reviews-helpful"
      aria-pressed={isLiked}
      disabled={isBusy}
      onClick={() => void toggle()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 11v9H4v-9zm0 0 4-8c1.7 0 3 1.3 3 3v4h5.5a1.5 1.5 0 0 1 1.5 1.8l-1.3 6.7a2 2 0 0 1-2 1.5H7" />
      </svg>
      Helpful ({likes})
    </button>
  )
}

function Text({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const short = preview(text)
  if (isOpen || short === text) return <p className="reviews-text">{text}</p>
  return (
    <p className="reviews-text">
      {short}…{' '}
      <button type="button" className="reviews-more" onClick={() => setIsOpen(true)}>
        Read More
      </button>
    </p>
  )
}
