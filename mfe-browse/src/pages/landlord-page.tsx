import '../features/landlord/landlord.css'
import {
  getBuildingListings,
  getLandlord,
  type Landlord,
  landlordReviewsSlot,
  type Listing,
} from '@offquad/contracts'
import { PageContainer, PageSkeleton, RatingStars } from '@offquad/ui'
import {
  countText,
  isNotFound,
  LoadFailure,
  NotFoundPage,
  type ProblemError,
  Slot,
  useApi,
  usePageTitle,
} from '@offquad/web-kit'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { PlaceMap } from '../components/place-map'
import { PlaceActions } from '../components/place-actions'
import { StickyColumn } from '../components/sticky-column'
import { BuildingList } from '../features/landlord/building-list'
import { LandlordCard } from '../features/landlord/landlord-card'
import { PhotoGallery } from '../features/photos/photo-gallery'

export function LandlordPage() {
  const { landlordId = '' } = useParams()
  const { data, error, refetch } = useApi(getLandlord, { params: { id: landlordId } })
  const isGone = isNotFound(error)
  usePageTitle(data?.name ?? 'Landlord Reviews')
  useEffect(() => {
    // eslint-disable-next-line no-console -- whoever looks into a dead link from elsewhere finds it in the console
    if (isGone) console.info('Page not found')
  }, [isGone])
  if (isGone) return <NotFoundPage />
  return (
    <PageContainer>
      {data ? <LandlordContent landlord={data} /> : <Absent error={error} onRetry={refetch} />}
    </PageContainer>
  )
}

function Absent({ error, onRetry }: { error: ProblemError | null; onRetry: () => unknown }) {
  if (!error) return <PageSkeleton shape="place" />
  return <LoadFailure title="This landlord cannot be loaded right now." error={error} onRetry={onRetry} />
}

function LandlordContent({ landlord }: { landlord: Landlord }) {
  const { id, name, photos, avgRating, numReviews } = landlord
  const { data, error, refetch } = useApi(getBuildingListings, { params: { landlordId: id } })
  return (
    <>
      <header className="browse-landlord-header">
        <div className="browse-title">
          <h1>{name}</h1>
          <PlaceActions kind="landlord" id={id} landlordId={id} name={name} />
        </div>
        {numReviews > 0 ? (
          <p>
            <RatingStars rating={avgRating} /> <strong>{avgRating.toFixed(1)} / 5</strong>{' '}
            <a href="#reviews">{countText(numReviews, 'review')}</a>
          </p>
        ) : (
          <p>No reviews yet</p>
        )}
      </header>
      <PhotoGallery id={id} name={name} photos={photos} />
      <div className="browse-landlord-body">
        <StickyColumn>
          <section className="browse-buildings" aria-labelledby="buildings">
            <h2 id="buildings">Buildings{data && data.length > 0 ? ` (${data.length})` : ''}</h2>
            {error && !data ? (
              <LoadFailure
                title="The buildings cannot be loaded right now."
                error={error}
                onRetry={refetch}
              />
            ) : (
              <BuildingList listings={data} />
            )}
          </section>
          <LandlordCard landlord={landlord}>
            <BuildingsMap name={name} listings={data ?? []} />
          </LandlordCard>
        </StickyColumn>
        <div className="browse-reviews">
          <Slot contract={landlordReviewsSlot} label="Reviews" props={{ landlordId: id, name }} />
        </div>
      </div>
    </>
  )
}

function BuildingsMap({ name, listings }: { name: string; listings: Listing[] }) {
  const places = listings.flatMap(({ buildingData }) => {
    const { id, name, latitude, longitude } = buildingData
    return latitude === null || longitude === null ? [] : [{ id, name, latitude, longitude }]
  })
  if (places.length === 0) return null
  return (
    <div className="browse-landlord-map">
      <PlaceMap label={`Map of the buildings of ${name}`} places={places} />
    </div>
  )
}
