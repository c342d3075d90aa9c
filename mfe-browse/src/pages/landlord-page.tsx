import '../components/detail-page.css'
import '../features/landlord/landlord.css'
import {
  type Apartment,
  getBuildingListings,
  getLandlord,
  isolated,
  type Landlord,
  landlordReviewsSlot,
} from '@offquad/contracts'
import { PageContainer, PageSkeleton, RatingStars } from '@offquad/ui'
import {
  countText,
  isNotFound,
  LoadFailure,
  NotFoundPage,
  QueryContent,
  queryFailure,
  Slot,
  useApi,
  usePageTitle,
} from '@offquad/web-kit'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { ApartmentMap, mappedApartments } from '../components/apartment-map'
import { HeaderActions } from '../components/detail-page'
import { BuildingList } from '../features/landlord/buildings'
import { LandlordCard } from '../features/landlord/landlord-info'
import { PhotoGallery } from '../features/photos/photo-gallery'

export function LandlordPage() {
  const { landlordId = '' } = useParams()
  const query = useApi(getLandlord, { params: { id: landlordId } })
  const isMissing = isNotFound(query.error)
  usePageTitle(query.data?.name ?? 'Landlord Reviews')
  useEffect(() => {
    // eslint-disable-next-line no-console -- tells a developer who follows a dead link what happened
    if (isMissing) console.info('Page not found')
  }, [isMissing])
  if (isMissing) return <NotFoundPage />
  return (
    <PageContainer>
      <QueryContent
        query={query}
        failure="This landlord cannot be loaded right now."
        fallback={<PageSkeleton shape="place" />}
      >
        {(landlord) => <LandlordContent landlord={landlord} />}
      </QueryContent>
    </PageContainer>
  )
}

function LandlordContent({ landlord }: { landlord: Landlord }) {
  const { id, name, photos, avgRating, numReviews } = landlord
  const buildings = useApi(getBuildingListings, { params: { landlordId: id } })
  const failure = queryFailure(buildings)
  const count = buildings.data?.length ?? 0
  return (
    <>
      <header className="browse-landlord-header">
        <div className="browse-title">
          <h1 dir="auto">{name}</h1>
          <HeaderActions kind="landlord" id={id} landlordId={id} name={name} />
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
        <div className="browse-landlord-aside">
          <section className="browse-buildings" aria-labelledby="buildings">
            <h2 id="buildings">Buildings{count > 0 ? ` (${count})` : ''}</h2>
            {failure ? (
              <LoadFailure title="The buildings cannot be loaded right now." {...failure} />
            ) : (
              <BuildingList listings={buildings.data} />
            )}
          </section>
          <LandlordCard landlord={landlord}>
            <BuildingsMap
              name={name}
              buildings={(buildings.data ?? []).map(({ buildingData }) => buildingData)}
            />
          </LandlordCard>
        </div>
        <div className="browse-reviews">
          <Slot contract={landlordReviewsSlot} label="Reviews" props={{ landlordId: id, name }} />
        </div>
      </div>
    </>
  )
}

function BuildingsMap({ name, buildings }: { name: string; buildings: Apartment[] }) {
  const mapped = mappedApartments(buildings)
  if (mapped.length === 0) return null
  return (
    <div className="browse-landlord-map">
      <ApartmentMap label={`Map of the buildings of ${isolated(name)}`} apartments={mapped} />
    </div>
  )
}
