import './listing.css'
import { type ReactNode } from 'react'
import { RatingStars } from '../rating/rating-stars'
import { Photo } from './photo'
import { truncate } from './truncate'

const NAME_LENGTH = 20
const LANDLORD_LENGTH = 14

export interface ListingCardProps {
  id: string
  name: string
  /** How far it is: '8 min walk', and where to, which a narrow card leaves out. Absent when unknown. */
  walk?: { time: string; to: string }
  /** Already worded: '2 beds', '$1,200', 'Collegetown'. Unknown ones are left out. */
  facts: string[]
  landlord?: string
  photo?: string
  /** 0 when nobody has reviewed it. */
  rating: number
  numReviews: number
  size?: 'small' | 'large'
  isEager?: boolean
}

/** An apartment at a glance; the link around it is the page's. */
export function ListingCard(props: ListingCardProps) {
  const { id, name, landlord, photo, walk, facts, size = 'small', isEager } = props
  return (
    <article className={`offquad-card offquad-card-${size}`}>
      <div className="offquad-card-photo">
        <Photo src={photo} alt={name} seed={id} isEager={isEager} />
      </div>
      <div className="offquad-card-text">
        <h3 title={name}>{truncate(name, NAME_LENGTH)}</h3>
        <Rating {...props} />
        {walk && (
          <p className="offquad-card-walk">
            {walk.time} <span>to {walk.to}</span>
          </p>
        )}
        <p className="offquad-card-facts">{joined(facts)}</p>
        {landlord && (
          <p className="offquad-card-landlord" title={landlord}>
            {truncate(landlord, LANDLORD_LENGTH)}
          </p>
        )}
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
