import { type Apartment, getApartments, getBuildingListings } from '@offquad/contracts'
import { PageContainer, PageSkeleton } from '@offquad/ui'
import {
  apiQuery,
  isMissing,
  LoadFailure,
  NotFoundPage,
  type ProblemError,
  Slot,
  useApi,
  usePageTitle,
} from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { ApartmentHeader } from '../features/apartment/apartment-header'
import { PhotoGallery } from '../features/apartment/photo-gallery'
import { TravelTimesTable } from '../features/apartment/travel-times-table'
import { LandlordSection } from '../features/landlord/landlord-section'
import { OtherBuildings } from '../features/landlord/other-buildings'

export function ApartmentPage() {
  const { aptId = '' } = useParams()
  const { data, error, refetch } = useApi(getApartments, { params: { ids: aptId } })
  const apartment = data?.[0]
  usePageTitle(apartment?.name ?? 'Apartment Reviews')
  if (isMissing(error)) return <NotFoundPage />
  return (
    <PageContainer>
      {apartment ? <ApartmentContent apartment={apartment} /> : <Absent error={error} onRetry={refetch} />}
    </PageContainer>
  )
}

function Absent({ error, onRetry }: { error: ProblemError | null; onRetry: () => unknown }) {
  if (!error) return <PageSkeleton />
  return <LoadFailure title="This apartment cannot be loaded right now." error={error} onRetry={onRetry} />
}

function ApartmentContent({ apartment }: { apartment: Apartment }) {
  const { id, name, photos, landlordId } = apartment
  const buildings = useQuery({
    ...apiQuery(getBuildingListings, { params: { landlordId: landlordId ?? '-' } }),
    enabled: landlordId !== null,
  })
  const listing = buildings.data?.find(({ buildingData }) => buildingData.id === id)
  return (
    <>
      <PhotoGallery id={id} name={name} photos={photos} />
      <div className="browse-apartment">
        <div>
          <ApartmentHeader apartment={apartment} listing={listing} />
          <Slot remote="reviews" name="apartment-reviews" label="Reviews" props={{ aptId: id }} />
        </div>
        <div>
          <section aria-labelledby="location">
            <h2 id="location">Getting to campus</h2>
            <TravelTimesTable apartmentId={id} />
          </section>
          <LandlordSection landlordId={landlordId} />
        </div>
      </div>
      <OtherBuildings listings={buildings.data ?? []} excludedId={id} />
    </>
  )
}
