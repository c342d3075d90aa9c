import '../components/detail-page.css'
import '../features/landlord/landlord.css'
import { getLandlord, type Landlord, landlordReviewsSlot } from '@offquad/contracts'
import { PageContainer, PageSkeleton } from '@offquad/ui'
import { isNotFound, NotFoundPage, QueryContent, Slot, useApi, usePageTitle } from '@offquad/web-kit'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { LeaveReview, PlaceActions } from '../components/detail-page'
import { Buildings } from '../features/landlord/buildings'
import { ContactButton, Initial, LandlordLine, LandlordTopics } from '../features/landlord/landlord-info'
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
  const { id, name, photos } = landlord
  const picture =
    photos.length === 0 ? <Initial name={name} /> : <PhotoGallery id={id} name={name} photos={photos} />
  return (
    <>
      <header className="browse-landlord-header offquad-cluster">
        {/* A single picture would be a strip across the page. */}
        {photos.length < 2 && picture}
        <div>
          <h1 dir="auto">{name}</h1>
          <LandlordLine landlord={landlord} />
        </div>
        <PlaceActions kind="landlord" id={id} name={name}>
          <ContactButton contact={landlord.contact} />
          <LeaveReview kind="landlord" id={id} landlordId={id} name={name} />
        </PlaceActions>
      </header>
      {photos.length > 1 && picture}
      <LandlordTopics topics={landlord.topics} />
      <Buildings landlordId={id} name={name} />
      <div className="browse-reviews">
        <Slot contract={landlordReviewsSlot} label="Reviews" props={{ landlordId: id, name }} />
      </div>
    </>
  )
}
