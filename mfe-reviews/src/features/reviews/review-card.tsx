import './reviews.css'
import {
  ANONYMOUS,
  ASPECT_LABELS,
  beginOf,
  dayIn,
  dayText,
  photoSrcSet,
  photoUrl,
  type PlacedReview,
  type Review,
  SHOWN_ASPECTS,
} from '@offquad/contracts'
import { Photo, PhotoCarousel, RatingStars, TextButton } from '@offquad/ui'
import { countText, paths, university } from '@offquad/web-kit'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { HelpfulButton } from './helpful-button'

/** Names of a review's subject; absent if the page already shows them, and until they are loaded. */
export interface SubjectNames {
  apartment?: string
  landlord?: string
}

type Passages = NonNullable<PlacedReview['mentions']>

interface ReviewCardProps {
  review: Review & Partial<Pick<PlacedReview, 'mentions'>>
  isOwn: boolean
  isLiked: boolean
  /** The names of the apartment and landlord. */
  subject: SubjectNames
  /** Shown next to the Helpful button. */
  actions?: ReactNode
}

/** A review as readers see it. */
export function ReviewCard({ review, isOwn, isLiked, subject, actions }: ReviewCardProps) {
  const { id, overallRating, bedrooms, price, photos, reviewText, mentions } = review
  const facts = [
    bedrooms > 0 ? countText(bedrooms, 'bedroom') : undefined,
    price > 0 ? university().priceBrackets[price - 1] : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <article className="reviews-card" tabIndex={-1}>
      <header className="offquad-cluster">
        <RatingStars rating={overallRating} /> <strong>{overallRating.toFixed(1)}</strong>{' '}
        {facts.length > 0 && <span className="offquad-note">{facts.join(' · ')}</span>}
        <ReviewDate review={review} />
      </header>
      <Subject review={review} names={subject} />
      <ReviewText text={reviewText} marked={mentions} />
      <ReviewPhotos id={id} photos={photos} />
      <div className="reviews-actions offquad-cluster">
        <Aspects ratings={review.detailedRatings} />
        <HelpfulButton review={review} isOwn={isOwn} isLiked={isLiked} />
        {actions}
      </div>
    </article>
  )
}

/** The detailed ratings, in one line beside the actions. */
function Aspects({ ratings }: { ratings: Review['detailedRatings'] }) {
  const rated = SHOWN_ASPECTS.filter((aspect) => ratings[aspect] > 0)
  if (rated.length === 0) return null
  return (
    <ul className="reviews-aspects offquad-note" aria-label="Ratings in detail">
      {rated.map((aspect) => (
        <li key={aspect}>
          {ASPECT_LABELS[aspect]} {ratings[aspect]}
        </li>
      ))}
    </ul>
  )
}

/** The day for the author and administrators; for everyone else the month, because the server sends no more. */
function ReviewDate({ review: { date, userId = ANONYMOUS } }: { review: Review }) {
  const isMonth = userId === ANONYMOUS
  // Creating Intl formats takes a phone 100 ms during hydration: skipped for other users' reviews.
  const at = isMonth ? date : dayIn(new Date(date), university().timeZone)
  const day = dayText(at.slice(0, 10))
  return (
    <time className="offquad-note" dateTime={isMonth ? date.slice(0, 7) : date}>
      {isMonth ? day.replace(/ \d+,/, '') : day}
    </time>
  )
}

function Subject({ review, names }: { review: Review; names: SubjectNames }) {
  const { aptId, landlordId, suggestion } = review
  const { apartment, landlord } = names
  if (suggestion)
    return (
      <p className="offquad-note">
        <bdi>{suggestion.name}</bdi> · waits until the place is added
      </p>
    )
  if (!apartment && !landlord) return null
  return (
    <p className="offquad-note">
      {aptId && apartment && (
        <Link to={paths.apartment(aptId)} dir="auto">
          {apartment}
        </Link>
      )}
      {apartment && landlord && ' · '}
      {landlord && (
        <Link to={paths.landlord(landlordId)} dir="auto">
          {landlord}
        </Link>
      )}
    </p>
  )
}

const PREVIEW_LENGTH = 500
const EMPTY_LINES = /\n\s*\n/g

interface ReviewTextProps {
  text: string
  /** The passages that match the reader's filter. */
  marked?: Passages | undefined
}

/**
 * Shows the beginning of a long text, until the reader expands it or if a marked passage is further down. The key contains all
 * of the element's content, so that React replaces it whole, even if a translation has changed its text.
 */
function ReviewText({ text, marked = [] }: ReviewTextProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const preview = beginOf(text, PREVIEW_LENGTH)
  const isWhole = isExpanded || preview === text || marked.some(({ end }) => end > preview.length)
  const shown = isWhole ? text : preview
  useEffect(() => {
    if (isWhole) return undefined
    // Paper cannot be expanded.
    const expand = () => flushSync(() => setIsExpanded(true))
    window.addEventListener('beforeprint', expand)
    return () => window.removeEventListener('beforeprint', expand)
  }, [isWhole])
  return (
    <p className="reviews-text" dir="auto">
      <span key={shown + marked.map(({ start, end }) => ` ${start}-${end}`).join('')}>
        {withMarks(shown, marked)}
        {!isWhole && '… '}
      </span>
      {!isWhole && <TextButton onClick={() => setIsExpanded(true)}>Read More</TextButton>}
    </p>
  )
}

function withMarks(text: string, passages: Passages): ReactNode[] {
  const starts = [0, ...passages.map(({ end }) => end)]
  const between = (start?: number, end?: number) => text.slice(start, end).replace(EMPTY_LINES, '\n\n')
  return [
    ...passages.flatMap(({ start, end }, index) => [
      between(starts[index], start),
      <mark key={start}>{text.slice(start, end)}</mark>,
    ]),
    between(starts.at(-1)),
  ]
}

/** Thumbnails, each of which opens the carousel. */
function ReviewPhotos({ id, photos }: { id: string; photos: string[] }) {
  const [startIndex, setStartIndex] = useState<number>()
  if (photos.length === 0) return null
  return (
    <div className="reviews-photos">
      {photos.map((src, index) => (
        <button
          key={src}
          type="button"
          className="offquad-frame"
          aria-label={`Picture ${index + 1} of ${photos.length}, larger`}
          onClick={() => setStartIndex(index)}
        >
          <Photo src={photoUrl(src, 'card')} alt="" seed={id} />
        </button>
      ))}
      <PhotoCarousel
        title="Pictures of this review"
        photos={photos.map((src) => photoUrl(src, 'full'))}
        srcSets={photos.map((src) => photoSrcSet(src))}
        seed={id}
        startIndex={startIndex}
        onClose={() => setStartIndex(undefined)}
      />
    </div>
  )
}
