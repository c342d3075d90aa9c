import '../state/skeleton.css'
import './listing.css'
import { type ReactNode } from 'react'
import { Photo } from './photo'

/** The widths of large cards in a row: see listing.css. */
const LARGE_SIZES = '(max-width: 600px) 80vw, (max-width: 1000px) 48vw, 368px'
const MAX_TAGS = 3
/** Names of at most this many characters fit on every card. */
const ALWAYS_FITS = 10

export interface ListingCardProps {
  id: string
  name: string
  /** The commute to a place: '8 min walk', 'Main Plaza'. Absent when unknown. */
  walk?: {
    time: string
    to: string
    /** Whether the reader or the search chose the destination, so that the card names it. */
    isNamed?: boolean
    /** The time without the 'about' of an estimate, which a list notes once for all cards. */
    briefTime?: string
  }
  /** The area, if the list has several. */
  area?: string
  /** The rent per person: '$1,200'; absent when unknown. */
  rent?: string
  /** Rent that students report, if the landlord lists none: '$1,000-1,200'. */
  paid?: string
  /** Formatted facts after the rent, without unknown ones: '2 beds'. */
  facts: string[]
  landlord?: string
  photo?: string
  /** Instead of a photo. */
  picture?: ReactNode
  /** The picture in several widths: on dense screens a large card shows a wider one. */
  photoSrcSet?: string
  /** 0 to 5; 0 without reviews. */
  rating: number
  numReviews: number
  /** The reason why it is shown. */
  note?: string
  /** Opinions that reviews often express, praise first. */
  tags?: { text: string; opinion: 'praised' | 'criticised' }[]
  size?: 'small' | 'large'
  /** Loads its picture eagerly, above the fold. */
  isEager?: boolean
}

const joined = (facts: (string | undefined)[]): string => facts.filter(Boolean).join(' · ')

/** The card of an apartment, in a row always of the same height; the caller wraps it in a link. */
export function ListingCard(props: ListingCardProps) {
  const { id, name, landlord, photo, picture, photoSrcSet, walk, area, size = 'small', isEager } = props
  const time = walk?.briefTime ?? walk?.time
  return (
    // The label also names the link around it: Chromium computes no name from the content of an article.
    <article aria-label={name} className={`offquad-card offquad-card-${size}`}>
      <div className="offquad-card-photo">
        {picture ?? (
          <Photo
            src={photo}
            srcSet={size === 'large' ? photoSrcSet : undefined}
            sizes={LARGE_SIZES}
            alt={name}
            seed={id}
            isEager={isEager}
          />
        )}
      </div>
      <div className="offquad-card-text">
        <div className="offquad-card-head">
          <Name name={name} />
          <Rating {...props} />
        </div>
        <p
          className="offquad-card-place offquad-note"
          title={joined([walk && `${walk.time} to ${walk.to}`, area, landlord])}
        >
          {time}
          {walk?.isNamed && ` to ${walk.to}`}
          {area && (
            <span className={walk?.isNamed ? 'offquad-card-wide' : undefined}>
              {walk && ' · '}
              {area}
            </span>
          )}
          {landlord && (
            <span className={area && 'offquad-card-wide'}>
              {(walk ?? area) && ' · '}
              <bdi>{landlord}</bdi>
            </span>
          )}
        </p>
        <Rent {...props} />
        <Tags {...props} />
      </div>
    </article>
  )
}

/** The number of a unit at the end: '12B', 'Apt 3', '#4'. */
const UNIT = /\s+(?:(?:unit|apt\.?|apartment|no\.?|#)\s*)?\S{0,3}\d\S{0,3}$/i

/** Truncates the name before the unit, without which neighbors would look the same. */
function Name({ name }: Pick<ListingCardProps, 'name'>) {
  const unit = (name.length > ALWAYS_FITS && UNIT.exec(name)?.[0]) || ''
  return (
    <h3 title={name} dir="auto">
      <span>{name.slice(0, name.length - unit.length)}</span>
      {unit}
    </h3>
  )
}

function Rating({ rating, numReviews }: ListingCardProps) {
  if (numReviews === 0) return <p className="offquad-card-rating offquad-soft">New</p>
  const reviews = `${numReviews} ${numReviews === 1 ? 'review' : 'reviews'}`
  return (
    <p className="offquad-card-rating">
      <span role="img" aria-label={`Rated ${rating.toFixed(1)} out of 5, ${reviews}`}>
        <span className="offquad-star">★</span> <strong>{rating.toFixed(1)}</strong>{' '}
        <span className="offquad-soft">({numReviews})</span>
      </span>
    </p>
  )
}

/** The amount is never truncated; a narrow card omits the text after it. */
function Rent({ rent, paid, facts }: ListingCardProps) {
  const figure = rent ?? paid
  const [inPlaceOfRent, ...shownFacts] = figure ? [undefined, ...facts] : facts
  return (
    <>
      <p
        className="offquad-card-rent offquad-soft"
        title={joined([rent ?? (paid && `${paid} paid by students`), ...facts])}
      >
        {inPlaceOfRent}
        {figure && <strong>{figure}</strong>}
        {rent && (
          <>
            <wbr />
            /person
          </>
        )}
        {paid && !rent && ' paid'}
      </p>
      <p className="offquad-card-facts offquad-note" title={joined(shownFacts)}>
        {joined(shownFacts)}
      </p>
    </>
  )
}

/** Opinions that reviews often express, as many as fit on one line. */
export function Tags({ note, tags = [] }: Pick<ListingCardProps, 'note' | 'tags'>) {
  const shown = tags.slice(0, MAX_TAGS)
  return (
    <div className="offquad-card-tags" title={joined([note, ...shown.map(({ text }) => text)])}>
      {note && <p className="offquad-tag offquad-card-note">{note}</p>}
      {shown.map(({ text, opinion }) => (
        <p key={text + opinion} className={`offquad-tag offquad-${opinion}`}>
          <OpinionText text={text} opinion={opinion} />
        </p>
      ))}
    </div>
  )
}

interface OpinionTextProps {
  text: string
  opinion: 'praised' | 'criticised'
  /** The number of reviews with this opinion. */
  count?: number
}

/** Text of an opinion on a topic; the class of its parent adds the sign: '+ quiet 9'. */
export const OpinionText = ({ text, opinion, count }: OpinionTextProps) => (
  <>
    <span className="offquad-visually-hidden">{opinion === 'praised' ? 'Praised: ' : 'Criticized: '}</span>
    {text}
    {count !== undefined && ` ${count}`}
  </>
)

/** The placeholder of a card that is loading. */
export function ListingCardSkeleton({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <div className={`offquad-card offquad-card-${size}`} aria-hidden="true">
      <div className="offquad-card-photo offquad-bone" />
      <div className="offquad-bone" style={{ width: '70%', height: 20, margin: '12px 0 6px' }} />
      <div className="offquad-bone" style={{ width: '85%', height: 16, marginBottom: 6 }} />
      <div className="offquad-bone" style={{ width: '50%', height: 16, marginBottom: 34 }} />
    </div>
  )
}

/** The placeholders of a row or grid of cards that is loading. */
export const cardSkeletons = (count: number, size?: 'small' | 'large') =>
  Array.from({ length: count }, (_, index) => ({
    key: String(index),
    content: <ListingCardSkeleton size={size} />,
  }))
