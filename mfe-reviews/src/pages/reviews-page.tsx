import '../features/reviews/reviews.css'
import { firstSentences, getReviewedLandlords, getReviews, type ReviewedLandlord } from '@offquad/contracts'
import {
  Button,
  CardGrid,
  cardSkeletons,
  Choice,
  HeadingRow,
  OpinionText,
  PageContainer,
  StateMessage,
} from '@offquad/ui'
import {
  apiQuery,
  countText,
  ListingLink,
  paths,
  QueryContent,
  usePageTitle,
  useSessionState,
} from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue } from 'react'
import { Link } from 'react-router-dom'
import { Type } from 'typebox'
import { AnonymousNote } from '../components/anonymous-note'
import { saidOfTopics } from '../components/topics'

export const FIRST_SIZE = 8
const SIZE_STEP = 8
const LARGEST_SIZE = 100

const Size = Type.Integer({ minimum: FIRST_SIZE, maximum: LARGEST_SIZE })

const ORDERS = [
  { value: 'most-reviewed', label: 'Most Reviewed' },
  { value: 'highest-rating', label: 'Highest Rating' },
  { value: 'lowest-rating', label: 'Lowest Rating' },
  { value: 'name', label: 'Name' },
] as const
const Order = Type.Enum(ORDERS.map(({ value }) => value))

const COMPARE: Record<
  (typeof ORDERS)[number]['value'],
  (a: ReviewedLandlord, b: ReviewedLandlord) => number
> = {
  'most-reviewed': (a, b) => b.numReviews - a.numReviews,
  'highest-rating': (a, b) => b.avgRating - a.avgRating,
  'lowest-rating': (a, b) => a.avgRating - b.avgRating,
  name: (a, b) => a.name.localeCompare(b.name),
}

export function ReviewsPage() {
  usePageTitle('Reviews By Renting Company')
  const [order, setOrder] = useSessionState('reviews/landlord-order', Order, 'most-reviewed')
  const [size, setSize] = useSessionState('reviews/landlords', Size, FIRST_SIZE)
  const query = useQuery({
    ...apiQuery(getReviewedLandlords, { params: { size } }),
    placeholderData: keepPreviousData,
  })
  return (
    <PageContainer>
      <HeadingRow className="offquad-section">
        <div>
          <h1 style={{ margin: 0 }}>Reviews By Renting Company</h1>
          <AnonymousNote />
        </div>
        <Choice label="Sort by" value={order} options={[...ORDERS]} onChange={setOrder} />
      </HeadingRow>
      <QueryContent
        query={query}
        failure="These listings cannot be loaded right now."
        fallback={<CardGrid items={cardSkeletons(FIRST_SIZE)} />}
      >
        {(landlords) =>
          landlords.length === 0 ? (
            <StateMessage title="No landlord has been reviewed yet." />
          ) : (
            <>
              {landlords.toSorted(COMPARE[order]).map((landlord) => (
                <Company key={landlord.id} landlord={landlord} />
              ))}
              {landlords.length >= size && size < LARGEST_SIZE && (
                <p className="offquad-more">
                  <Button onClick={() => setSize(Math.min(size + SIZE_STEP, LARGEST_SIZE))}>Show more</Button>
                </p>
              )}
            </>
          )
        }
      </QueryContent>
    </PageContainer>
  )
}

/** A landlord's rating and common opinions, and the reviewed places. */
const Company = memo(function Company({ landlord }: { landlord: ReviewedLandlord }) {
  const { id, name, avgRating, numReviews, numBuildings, topics, listings } = landlord
  const reviews = countText(numReviews, 'review') ?? ''
  return (
    <section className="offquad-section" aria-labelledby={`landlord-${id}`}>
      <HeadingRow>
        <div>
          <h2 id={`landlord-${id}`} style={{ margin: 0 }}>
            <Link to={paths.landlord(id)} dir="auto">
              {name}
            </Link>
          </h2>
          <p className="offquad-soft">
            <span className="offquad-star">★</span> <strong>{avgRating.toFixed(1)}</strong>
            {` · ${reviews} · ${countText(numBuildings, 'building') ?? ''}`}
          </p>
          <Said topics={topics} />
        </div>
      </HeadingRow>
      <CardGrid
        items={[
          ...listings.slice(0, NUM_LISTINGS).map((listing) => ({
            key: listing.buildingData.id,
            content: <ListingLink listing={{ ...listing, company: undefined }} />,
          })),
          { key: 'quote', content: <Quote landlord={landlord} /> },
        ]}
      />
    </section>
  )
})

/** On a desktop the quote takes the remainder of the row. */
const NUM_LISTINGS = 3
const QUOTE_LENGTH = 170

/** The landlord's most helpful review, with a link to all of them. */
function Quote({ landlord: { id, name, numReviews } }: { landlord: ReviewedLandlord }) {
  const { data } = useQuery({
    ...apiQuery(getReviews, { query: { landlordId: id, sort: 'helpful', size: 1 } }),
    // On the server the landlords are not known early enough to request their reviews.
    enabled: useDeferredValue(true, false),
  })
  const review = data?.items[0]
  const reviews = countText(numReviews, 'review')
  return (
    <Link
      className="reviews-quote offquad-stack offquad-tight offquad-notice offquad-plain-link"
      to={`${paths.landlord(id)}#reviews`}
    >
      <small className="offquad-cut" title={review?.place.aptName}>
        {review && (
          <>
            <span className="offquad-star">★</span> <strong>{review.overallRating.toFixed(1)}</strong>{' '}
            {review.place.aptName}
          </>
        )}
      </small>
      <q dir="auto" style={review ? undefined : { visibility: 'hidden' }}>
        {review && firstSentences(review.reviewText, QUOTE_LENGTH)}
      </q>
      <span>
        Read {reviews} <span className="offquad-visually-hidden">of {name}</span>
      </span>
    </Link>
  )
}

/** Common opinions in the landlord's reviews. */
function Said({ topics }: Pick<ReviewedLandlord, 'topics'>) {
  const opinions = saidOfTopics(topics)
  if (opinions.length === 0) return null
  return (
    <ul className="offquad-cluster offquad-tight" style={{ marginTop: 8 }}>
      {opinions.map(({ topic, ...text }) => (
        <li key={topic + text.opinion} className={`offquad-tag offquad-${text.opinion}`}>
          <OpinionText {...text} />
        </li>
      ))}
    </ul>
  )
}
