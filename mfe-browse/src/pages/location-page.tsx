import '../features/areas/areas.css'
import { getLocation, getReportedRents, type Listing, type University } from '@offquad/contracts'
import { Button, Choice, HeadingRow, PageContainer, StateMessage } from '@offquad/ui'
import {
  countText,
  estimateNote,
  isRatingOrder,
  LISTING_ORDERS,
  ListingOrder,
  LoadFailure,
  NotFoundPage,
  queryFailure,
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
import { AreaBanner } from '../features/areas/areas'
import { GuideRow } from '../features/guides/guide-list'
import { PaidRents, SeasonNote } from '../features/rents/paid-rents'

const INITIAL_LENGTH = 5
const MORE = 8

/** The number and order of an area's shown listings; stored per area for the session. */
const AreaView = Type.Object({ shown: Type.Integer({ minimum: INITIAL_LENGTH }), order: ListingOrder })

export function LocationPage() {
  const { area = '' } = useParams()
  const match = university().areas.find(({ id }) => id === area.toUpperCase())
  return match ? <AreaContent area={match} pathArea={area} /> : <NotFoundPage />
}

interface AreaContentProps {
  area: University['areas'][number]
  /** The URL's spelling: the response that is inlined in the page has this parameter. */
  pathArea: string
}

function AreaContent({ area, pathArea }: AreaContentProps) {
  usePageTitle(area.name)
  const query = useApi(getLocation, { params: { area: pathArea } })
  const rents = useApi(getReportedRents, { query: { area: pathArea } })
  const failure = queryFailure(query)
  return (
    <PageContainer>
      <header className="browse-area-head">
        <AreaBanner cover={area.cover} />
        <h1>{area.name}</h1>
        <p className="offquad-beyond-phones">{area.description}</p>
        <p className="offquad-on-phones">{area.shortDescription}</p>
      </header>
      {failure ? (
        <LoadFailure title="These listings cannot be loaded right now." {...failure} />
      ) : (
        <AreaListings area={area} listings={query.data} />
      )}
      <PaidRents rents={rents.data?.rents} />
      {rents.data?.season && <SeasonNote season={rents.data.season} />}
      <GuideRow title="Before you sign" />
    </PageContainer>
  )
}

function AreaListings({ area, listings }: { area: University['areas'][number]; listings?: Listing[] }) {
  const [{ shown, order }, setView] = useSessionState(`location/${area.id}`, AreaView, {
    shown: INITIAL_LENGTH,
    order: 'recommended',
  })
  if (listings?.length === 0)
    return <StateMessage title={`No apartments in ${area.name} have been added yet.`} />
  return (
    <>
      <HeadingRow>
        <h2>{listings ? countText(listings.length, 'apartment') : 'Apartments'}</h2>
        <Choice
          label="Sort by"
          value={order}
          options={[...LISTING_ORDERS]}
          onChange={(next) => setView({ shown, order: next })}
        />
        <p className="offquad-note" style={{ flexBasis: '100%' }}>
          {[isRatingOrder(order) && RATING_ORDER_HINT, estimateNote(listings)].filter(Boolean).join(' · ')}
        </p>
      </HeadingRow>
      <ListingGrid
        isOneArea
        listings={listings && sortListings(listings, order).slice(0, shown)}
        expected={shown}
      />
      {listings && listings.length > shown && (
        <p className="offquad-more">
          <Button onClick={() => setView({ shown: shown + MORE, order })}>Show more</Button>
        </p>
      )}
    </>
  )
}
