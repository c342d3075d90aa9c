import '../features/reviews/reviews.css'
import { getReviewsPage } from '@offquad/contracts'
import {
  Button,
  CardGrid,
  Choice,
  HeadingRow,
  ListingCardSkeleton,
  PageContainer,
  StateMessage,
} from '@offquad/ui'
import {
  apiQuery,
  LISTING_ORDERS,
  ListingLink,
  ListingOrder,
  QueryContent,
  sortListings,
  usePageTitle,
  useSessionState,
} from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Type } from 'typebox'

export const FIRST_SIZE = 12
const SIZE_STEP = 8
const LARGEST_SIZE = 100

const Size = Type.Integer({ minimum: FIRST_SIZE, maximum: LARGEST_SIZE })

export function ReviewsPage() {
  usePageTitle('Reviews By Renting Company')
  const [order, setOrder] = useSessionState('reviews/order', ListingOrder, 'recommended')
  return (
    <PageContainer>
      <HeadingRow>
        <h1>Reviews By Renting Company</h1>
        <Choice label="Sort by" value={order} options={[...LISTING_ORDERS]} onChange={setOrder} />
      </HeadingRow>
      <ReviewedListings order={order} />
    </PageContainer>
  )
}

function ReviewedListings({ order }: { order: ListingOrder }) {
  const [size, setSize] = useSessionState('reviews/size', Size, FIRST_SIZE)
  const query = useQuery({
    ...apiQuery(getReviewsPage, { params: { size } }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryContent
      query={query}
      failure="These listings cannot be loaded right now."
      fallback={<CardGrid items={skeletons} />}
    >
      {(listings) =>
        listings.length === 0 ? (
          <StateMessage title="No apartment has been reviewed yet." />
        ) : (
          <>
            <h2 className="offquad-visually-hidden">Apartments</h2>
            <CardGrid
              items={sortListings(listings, order).map((listing) => ({
                key: listing.buildingData.id,
                content: <ListingLink listing={listing} />,
              }))}
            />
            {listings.length >= size && size < LARGEST_SIZE && (
              <p className="offquad-more">
                <Button onClick={() => setSize(Math.min(size + SIZE_STEP, LARGEST_SIZE))}>Show more</Button>
              </p>
            )}
          </>
        )
      }
    </QueryContent>
  )
}

const skeletons = Array.from({ length: FIRST_SIZE }, (_, index) => ({
  key: String(index),
  content: <ListingCardSkeleton />,
}))
