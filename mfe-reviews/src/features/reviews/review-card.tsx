import './reviews.css'
import { type Review } from '@offquad/contracts'
import { RatingStars } from '@offquad/ui'
import { countText, university } from '@offquad/web-kit'
import { useState } from 'react'
import { dateText, preview } from './review-text'

/** One review as visitors read it. */
export function ReviewCard({ review }: { review: Review }) {
  const { overallRating, date, bedrooms, price, likes, reviewText } = review
  const facts = [
    bedrooms > 0 ? countText(bedrooms, 'bedroom') : undefined,
    price > 0 ? university().priceBrackets[price - 1] : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <article className="reviews-card">
      <header>
        <RatingStars rating={overallRating} /> <strong>{overallRating.toFixed(1)}</strong>
        <time dateTime={date}>{dateText(date)}</time>
      </header>
      {facts.length > 0 && <p className="reviews-facts">{facts.join(' · ')}</p>}
      <Text text={reviewText} />
      <p className="reviews-helpful">Helpful ({likes})</p>
    </article>
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
