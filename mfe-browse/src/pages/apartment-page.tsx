import '../features/apartment/apartment.css'
import {
  type Apartment,
  apartmentReviewsSlot,
  type CampusBuses as Buses,
  getApartments,
  getCampusBuses,
  getListings,
  getReportedRents,
  getTravelTimes,
  type PaidRent,
  type TravelTimes,
} from '@offquad/contracts'
import { PageContainer, PageSkeleton } from '@offquad/ui'
import { isNotFound, NotFoundPage, queryFailure, Slot, useApi, usePageTitle } from '@offquad/web-kit'
import { useParams } from 'react-router-dom'
import { HeaderActions } from '../components/detail-page'
import { useRememberViewed } from '../components/recently-viewed'
import { ApartmentHeader } from '../features/apartment/apartment-header'
import { CampusBuses } from '../features/apartment/campus-buses'
import { LocationSection } from '../features/apartment/location-section'
import { RoomTypes } from '../features/apartment/room-types'
import { OtherBuildings } from '../features/landlord/buildings'
import { LandlordSection } from '../features/landlord/landlord-info'
import { PaidRents } from '../features/rents/paid-rents'
import { PhotoGallery } from '../features/photos/photo-gallery'

export function ApartmentPage() {
  const { aptId = '' } = useParams()
  const apartments = useApi(getApartments, { params: { ids: aptId } })
  const travelTimes = useApi(getTravelTimes, { params: { id: aptId } })
  const buses = useApi(getCampusBuses, { params: { id: aptId } })
  const rents = useApi(getReportedRents, { query: { aptId } })
  const apartment = apartments.data?.[0]
  const failure = queryFailure(apartments, travelTimes)
  usePageTitle(apartment?.name ?? 'Apartment Reviews')
  if (failure && isNotFound(failure.error)) return <NotFoundPage />
  if (failure) return <NotFoundPage detail={failure.error.message} onRetry={failure.onRetry} />
  return (
    <PageContainer>
      {apartment ? (
        <ApartmentContent
          apartment={apartment}
          travelTimes={travelTimes.data}
          buses={buses.data}
          rents={rents.data?.rents}
        />
      ) : (
        <PageSkeleton shape="place" />
      )}
    </PageContainer>
  )
}

interface ApartmentContentProps {
  apartment: Apartment
  /** undefined while they load */
  travelTimes: TravelTimes | undefined
  /** undefined while they load */
  buses: Buses | undefined
  /** undefined while they load */
  rents: PaidRent[] | undefined
}

function ApartmentContent({ apartment, travelTimes, buses, rents }: ApartmentContentProps) {
  const { id, name, photos, landlordId } = apartment
  useRememberViewed(id)
  const listings = useApi(getListings, { params: { ids: id } })
  return (
    <>
      <ApartmentHeader
        apartment={apartment}
        listing={listings.data?.[0]}
        isListingPending={listings.isPending}
      >
        <HeaderActions kind="apartment" id={id} landlordId={landlordId} name={name} />
      </ApartmentHeader>
      <PhotoGallery id={id} name={name} photos={photos} />
      <RoomTypes roomTypes={apartment.roomTypes ?? []} />
      <PaidRents rents={rents} />
      <div className="browse-apartment">
        <div className="browse-reviews">
          <Slot contract={apartmentReviewsSlot} label="Reviews" props={{ aptId: id, landlordId, name }} />
        </div>
        <div>
          <LocationSection apartment={apartment} travelTimes={travelTimes} />
          <LandlordSection landlordId={landlordId} />
        </div>
      </div>
      {apartment.latitude !== null && <CampusBuses buses={buses} />}
      {landlordId !== null && <OtherBuildings landlordId={landlordId} excludedId={id} />}
    </>
  )
}
