import '../features/reviews/reviews.css'
import { getReviewedLandlords, type ReviewedLandlord } from '@offquad/contracts'
import {
  Button,
  CardGrid,
  Choice,
  HeadingRow,
  ListingCardSkeleton,
  PageContainer,
  StateMessage,
  Tags,
} from '@offquad/ui'
import {
  apiQuery,
  countText,
  describeTopics,
  ListingLink,
  paths,
  QueryContent,
  usePageTitle,
  useSessionState,
} from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Type } from 'typebox'

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
  (one: ReviewedLandlord, other: ReviewedLandlord) => number
> = {
  'most-reviewed': (one, other) => other.numReviews - one.numReviews,
  'highest-rating': (one, other) => other.avgRating - one.avgRating,
  'lowest-rating': (one, other) => one.avgRating - other.avgRating,
  name: (one, other) => one.name.localeCompare(other.name),
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
      <HeadingRow>
        <h1>Reviews By Renting Company</h1>
        <Choice label="Sort by" value={order} options={[...ORDERS]} onChange={setOrder} />
      </HeadingRow>
      <QueryContent
        query={query}
        failure="These listings cannot be loaded right now."
        fallback={<CardGrid items={skeletons} />}
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

/** What students say of a landlord, and the places that they say it of. */
function Company({ landlord }: { landlord: ReviewedLandlord }) {
  const { id, name, avgRating, numReviews, numBuildings, topics, listings } = landlord
  const reviews = countText(numReviews, 'review') ?? ''
  return (
    <section className="offquad-section" aria-labelledby={`landlord-${id}`}>
      <HeadingRow>
        <div>
          <h2 id={`landlord-${id}`} style={{ margin: 0 }}>
            <Link className="offquad-plain-link" to={paths.landlord(id)} dir="auto">
              {name}
            </Link>
          </h2>
          <p className="offquad-soft">
            <span className="offquad-star">★</span> <strong>{avgRating.toFixed(1)}</strong>
            {` · ${reviews} · ${countText(numBuildings, 'building') ?? ''}`}
          </p>
          <Tags tags={describeTopics(topics)} />
        </div>
        <Link to={`${paths.landlord(id)}#reviews`} aria-label={`Read ${reviews} of ${name}`}>
          Read {reviews}
        </Link>
      </HeadingRow>
      <CardGrid
        items={listings.map((listing) => ({
          key: listing.buildingData.id,
          content: <ListingLink listing={{ ...listing, company: undefined }} />,
        }))}
      />
    </section>
  )
}

const skeletons = Array.from({ length: FIRST_SIZE }, (_, index) => ({
  key: String(index),
  content: <ListingCardSkeleton />,
}))
