import './home.css'
import {
  countListings,
  firstSentences,
  getAreaReviewCount,
  getReviews,
  getSortedHomePage,
  type Listing,
} from '@offquad/contracts'
import { Photo, useMediaQuery } from '@offquad/ui'
import { apiQuery, describeListing, paths, university, useApi } from '@offquad/web-kit'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { readOfRow } from './listing-row'

/** Reviews of apartments outside of all areas count, too. */
const countedAreas = () => [...university().areas.map(({ id }) => id), 'OTHER']

export const areaCounts = () => countedAreas().map((area) => ({ params: { area } }))

/** The number of reviews and apartments, and who wrote the reviews. */
export function Figures() {
  const places = useApi(countListings)
  const counts = useQueries({ queries: areaCounts().map((call) => apiQuery(getAreaReviewCount, call)) })
  const reviews = counts.every(({ data }) => data)
    ? counts.reduce((sum, { data }) => sum + (data?.count ?? 0), 0)
    : undefined
  return (
    <dl className="browse-figures offquad-figures offquad-cluster">
      {!counts.some(({ isError }) => isError) && <Figure value={reviews} label="moderated reviews" />}
      {!places.isError && <Figure value={places.data?.count} label="places to live" />}
      <Figure value={`@${university().emailDomain}`} label="only students write, anonymously" />
    </dl>
  )
}

function Figure({ value, label }: { value: number | string | undefined; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '–')}</dd>
    </div>
  )
}

const WIDE = '(min-width: 1100px)'
const QUOTE_LENGTH = 150

/** The most helpful review of the most loved place; narrow screens leave it out, and its request. */
export function FeaturedReview() {
  const { data, isError } = useApi(getSortedHomePage, readOfRow('weightedRating'))
  const listing = data?.buildingData.find(({ numReviews }) => numReviews > 0)
  if ((data || isError) && !listing) return null
  return (
    <div className="browse-featured offquad-frame offquad-float">
      {listing && <Quoted listing={listing} />}
    </div>
  )
}

/** The review of an apartment that readers found most helpful; undefined while it loads, and if it is not requested. */
function useHelpfulReview(aptId: string, isWanted: boolean) {
  const { data } = useQuery({
    ...apiQuery(getReviews, { query: { aptId, sort: 'helpful', size: 1 } }),
    enabled: isWanted,
  })
  return data?.items[0]
}

function Quoted({ listing }: { listing: Listing }) {
  const { id, name, photo, area, rent, facts } = describeListing(listing)
  const review = useHelpfulReview(id, useMediaQuery(WIDE))
  return (
    <Link className="offquad-plain-link offquad-stack" to={paths.apartment(id)}>
      <span className="browse-featured-photo">
        <Photo src={photo} alt={name} seed={id} />
        <span>What students say</span>
      </span>
      <strong>
        <span className="offquad-star">★</span> {(review?.overallRating ?? listing.avgRating).toFixed(1)}
      </strong>
      <q dir="auto">{review && firstSentences(review.reviewText, QUOTE_LENGTH)}</q>
      <small className="offquad-note">
        {[name, area, rent ? `${rent}/person` : facts[0]].filter(Boolean).join(' · ')}
      </small>
    </Link>
  )
}

const NUM_QUOTES = 3

/** The most helpful reviews of the most reviewed places; on a phone only of the first one, with a single request. */
export function Quotes() {
  const { data } = useApi(getSortedHomePage, readOfRow('numReviews'))
  const listings = data?.buildingData.filter(({ numReviews }) => numReviews > 0).slice(0, NUM_QUOTES) ?? []
  if (listings.length < NUM_QUOTES) return null
  return (
    <section className="browse-quotes offquad-section" aria-labelledby="quotes">
      <h2 id="quotes">In their own words</h2>
      <ul>
        {listings.map((listing, index) => (
          <li key={listing.buildingData.id} className={index > 0 ? 'offquad-beyond-phones' : undefined}>
            <Quote listing={listing} isFirst={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Quote({ listing, isFirst }: { listing: Listing; isFirst: boolean }) {
  const { id, name, area } = describeListing(listing)
  const isWide = useMediaQuery('(min-width: 601px)')
  const review = useHelpfulReview(id, isFirst || isWide)
  return (
    <Link className="offquad-notice offquad-plain-link" to={paths.apartment(id)}>
      <q dir="auto">{review && firstSentences(review.reviewText, QUOTE_LENGTH)}</q>
      <small className="offquad-note">
        <span className="offquad-star">★</span> {(review?.overallRating ?? listing.avgRating).toFixed(1)}
        {' · '}
        <strong>{name}</strong>
        {area && ` · ${area}`}
      </small>
    </Link>
  )
}
