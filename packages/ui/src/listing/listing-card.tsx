import '../state/skeleton.css'
import './listing.css'
import { type ReactNode } from 'react'
import { RatingStars } from '../rating/rating'
import { Photo } from './photo'

const MAX_NAME_LENGTH = 20
const MAX_LANDLORD_LENGTH = 14
/** How wide large cards are in a row: see listing.css. */
const LARGE_SIZES = '(max-width: 600px) 80vw, (max-width: 1000px) 48vw, 368px'

export interface ListingCardProps {
  id: string
  name: string
  /** Walking time: '8 min walk', and its destination, which narrow cards omit. Absent when unknown. */
  walk?: { time: string; to: string }
  /** Formatted facts, without unknown ones: '2 beds', '$1,200', 'Collegetown'. */
  facts: string[]
  landlord?: string
  photo?: string
  /** The picture in several widths: on dense screens a large card shows a wider one. */
  photoSrcSet?: string
  /** 0 to 5; 0 without reviews. */
  rating: number
  numReviews: number
  /** A sentence about why it is shown, or what others say about it. */
  note?: string
  size?: 'small' | 'large'
  isEager?: boolean
}

/** The card of an apartment; the caller wraps it in a link. */
export function ListingCard(props: ListingCardProps) {
  const { id, name, landlord, photo, photoSrcSet, walk, facts, note, size = 'small', isEager } = props
  return (
    // Its name is that of the link around it as well: Chromium computes none from the content of an article.
    <article aria-label={name} className={`offquad-card offquad-card-${size}`}>
      <div className="offquad-card-photo">
        <Photo
          src={photo}
          srcSet={size === 'large' ? photoSrcSet : undefined}
          sizes={LARGE_SIZES}
          alt={name}
          seed={id}
          isEager={isEager}
        />
      </div>
      <div className="offquad-card-text">
        <h3 title={name} dir="auto">
          {truncate(name, MAX_NAME_LENGTH)}
        </h3>
        <Rating {...props} />
        {walk && (
          <p className="offquad-card-walk" title={`${walk.time} to ${walk.to}`}>
            {walk.time} <span>to {walk.to}</span>
          </p>
        )}
        <p className="offquad-card-facts">{joined(facts)}</p>
        {landlord && (
          <p className="offquad-card-landlord" title={landlord} dir="auto">
            {truncate(landlord, MAX_LANDLORD_LENGTH)}
          </p>
        )}
        {note && <p className="offquad-card-note">{note}</p>}
      </div>
    </article>
  )
}

function Rating({ rating, numReviews }: ListingCardProps): ReactNode {
  if (numReviews === 0) return <p className="offquad-card-rating offquad-card-unrated">No reviews yet</p>
  return (
    <p className="offquad-card-rating">
      <RatingStars rating={rating} /> <strong>{rating.toFixed(1)}</strong>{' '}
      <span className="offquad-card-count">
        ({numReviews} {numReviews === 1 ? 'review' : 'reviews'})
      </span>
    </p>
  )
}

const joined = (facts: string[]) => facts.join(' · ')

/** The placeholder of a card that is loading. */
export function ListingCardSkeleton({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <div className={`offquad-card offquad-card-${size}`} aria-hidden="true">
      <div className="offquad-card-photo offquad-bone" />
      <div className="offquad-card-text">
        <div className="offquad-bone" style={{ width: '70%', height: 22, marginBottom: 8 }} />
        <div className="offquad-bone" style={{ width: '85%', height: 18, marginBottom: 8 }} />
        <div className="offquad-bone" style={{ width: '50%', height: 18 }} />
      </div>
    </div>
  )
}

/** The text, or its first `length` characters and an ellipsis; never cuts a character in two. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  // As people see them: a family of emoji is one.
  const characters =
    'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}
