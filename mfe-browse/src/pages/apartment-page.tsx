import '../features/apartment/apartment.css'
import {
  type Apartment,
  amenityName,
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
import {
  FROM_CARD,
  isNotFound,
  NotFoundPage,
  queryFailure,
  Slot,
  useApi,
  usePageTitle,
} from '@offquad/web-kit'
import { useDeferredValue } from 'react'
import { useParams } from 'react-router-dom'
import { useRememberViewed } from '../components/recently-viewed'
import { ApartmentHeader } from '../features/apartment/apartment-header'
import { CampusBuses } from '../features/apartment/campus-buses'
import { FactsCard } from '../features/apartment/facts-card'
import { LocationSection } from '../features/apartment/location-section'
import { RoomTypes } from '../features/apartment/room-types'
import { SectionTabs } from '../features/apartment/section-tabs'
import { OtherBuildings } from '../features/landlord/buildings'
import { SimilarPlaces } from '../features/landlord/similar-places'
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
  // The card's data may have outlived the apartment.
  if (isNotFound(apartments.error ?? failure?.error ?? null)) return <NotFoundPage />
  if (failure) return <NotFoundPage detail={failure.error.message} onRetry={failure.onRetry} />
  return (
    <PageContainer>
      {apartment ? (
        <ApartmentContent
          apartment={apartment}
          isFromCard={apartments.dataUpdatedAt === FROM_CARD}
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
  isFromCard: boolean
  /** undefined while they load */
  travelTimes: TravelTimes | undefined
  /** undefined while they load */
  buses: Buses | undefined
  /** undefined while they load */
  rents: PaidRent[] | undefined
}

function ApartmentContent(props: ApartmentContentProps) {
  const { apartment, isFromCard, travelTimes, buses, rents = [] } = props
  const { id, name, photos, landlordId, roomTypes = [], amenities = [] } = apartment
  useRememberViewed(id)
  const listings = useApi(getListings, { params: { ids: id } })
  const listing = listings.data?.[0]
  const hasRooms = roomTypes.length > 0 || amenities.length > 0 || rents.length > 0
  // The card's data is on screen at once and the reviews begin to load; sections further down follow in the next frame.
  const isWhole = useDeferredValue(true, !isFromCard)
  return (
    <div className="browse-apartment">
      <ApartmentHeader apartment={apartment} listing={listing} isListingPending={listings.isPending} />
      <PhotoGallery id={id} name={name} photos={photos} />
      <SectionTabs
        sections={[
          { id: 'reviews', name: 'Reviews' },
          ...(hasRooms ? [{ id: 'rooms', name: 'Rooms and rents' }] : []),
          { id: 'location', name: 'Location and buses' },
          { id: 'landlord', name: 'Landlord' },
        ]}
      />
      {/* Before the reviews, as on a phone: otherwise a page that is painted while it arrives would shift. */}
      <div className="browse-aside">
        <FactsCard
          apartment={apartment}
          listing={listing}
          isListingPending={listings.isPending}
          travelTimes={travelTimes}
        />
      </div>
      <div className="browse-reviews">
        <Slot contract={apartmentReviewsSlot} label="Reviews" props={{ aptId: id, landlordId, name }} />
      </div>
      {isWhole && (
        <>
          {hasRooms && (
            <div className="browse-rooms offquad-section offquad-stack" id="rooms">
              <RoomTypes roomTypes={roomTypes} />
              <PaidRents rents={rents} />
              {amenities.length > 0 && (
                <section aria-labelledby="amenities">
                  <h2 id="amenities">Amenities</h2>
                  <p>{amenities.map(amenityName).join(', ')}</p>
                </section>
              )}
            </div>
          )}
          <LocationSection apartment={apartment} travelTimes={travelTimes}>
            {apartment.latitude !== null && <CampusBuses buses={buses} />}
          </LocationSection>
          <LandlordSection landlordId={landlordId} />
          {landlordId !== null && <OtherBuildings landlordId={landlordId} excludedId={id} />}
          <SimilarPlaces apartment={apartment} />
        </>
      )}
    </div>
  )
}
