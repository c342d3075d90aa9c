import '../features/areas/areas.css'
import { getLocation, type Listing, type University } from '@offquad/contracts'
import { Button, Choice, PageContainer, StateMessage } from '@offquad/ui'
import {
  countText,
  isRatingOrder,
  LISTING_ORDERS,
  ListingOrder,
  LoadFailure,
  NotFoundPage,
  RATING_ORDER_HINT,
  sortListings,
  university,
  useApi,
  usePageTitle,
  useSessionState,
} from '@offquad/web-kit'
import { Type } from 'typebox'
import { useParams } from 'react-router-dom'
import { ListingGrid } from '../components/listing-grid'
import { AreaCover } from '../features/areas/area-cover'

const SHOWN_AT_FIRST = 5
const SHOWN_MORE = 8

/** How much of an area's list somebody has looked at, and in which order; kept per area for the session. */
const AreaView = Type.Object({ shown: Type.Integer({ minimum: SHOWN_AT_FIRST }), order: ListingOrder })

export function LocationPage() {
  const { area = '' } = useParams()
  const known = university().areas.find(({ id }) => id === area.toUpperCase())
  return known ? <AreaContent area={known} pathArea={area} /> : <NotFoundPage />
}

interface AreaContentProps {
  area: University['areas'][number]
  /** As the address spells it: the gateway's answer came under this name. */
  pathArea: string
}

function AreaContent({ area, pathArea }: AreaContentProps) {
  usePageTitle(area.name)
  const { data, error, refetch } = useApi(getLocation, { params: { area: pathArea } })
  return (
    <PageContainer>
      <header className="browse-area-head">
        <div>
          <AreaCover cover={area.cover} />
        </div>
        <h1>{area.name}</h1>
        <p className="browse-area-long">{area.description}</p>
        <p className="browse-area-short">{area.shortDescription}</p>
      </header>
      {error && !data ? (
        <LoadFailure title="These listings cannot be loaded right now." error={error} onRetry={refetch} />
      ) : (
        <AreaListings area={area} listings={data} />
      )}
    </PageContainer>
  )
}

function AreaListings({ area, listings }: { area: University['areas'][number]; listings?: Listing[] }) {
  const [{ shown, order }, setView] = useSessionState(`location/${area.id}`, AreaView, {
    shown: SHOWN_AT_FIRST,
    order: 'recommended',
  })
  if (listings?.length === 0)
    return <StateMessage title={`No apartments in ${area.name} have been added yet.`} />
  return (
    <>
      <div className="browse-area-tools">
        <h2>{listings ? countText(listings.length, 'apartment') : 'Apartments'}</h2>
        <Choice
          label="Sort by"
          value={order}
          options={[...LISTING_ORDERS]}
          onChange={(next) => setView({ shown, order: next })}
        />
        {isRatingOrder(order) && <p className="browse-order-hint">{RATING_ORDER_HINT}</p>}
      </div>
      <div className="browse-area-list">
        <ListingGrid listings={listings && sortListings(listings, order).slice(0, shown)} expected={shown} />
      </div>
      {listings && listings.length > shown && (
        <p className="browse-more">
          <Button onClick={() => setView({ shown: shown + SHOWN_MORE, order })}>Show more</Button>
        </p>
      )}
    </>
  )
}
