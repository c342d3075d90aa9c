import { getBuildingListings, getLandlord, type Landlord } from '@offquad/contracts'
import { PageContainer, PageSkeleton, RatingStars, StateMessage } from '@offquad/ui'
import {
  countText,
  isMissing,
  LoadFailure,
  NotFoundPage,
  type ProblemError,
  Slot,
  useApi,
  usePageTitle,
} from '@offquad/web-kit'
import { useParams } from 'react-router-dom'
import { ContactLink } from '../features/landlord/contact-link'
import { ListingGrid } from '../features/listings/listing-grid'

export function LandlordPage() {
  const { landlordId = '' } = useParams()
  const { data, error, refetch } = useApi(getLandlord, { params: { id: landlordId } })
  usePageTitle(data?.name ?? 'Landlord Reviews')
  if (isMissing(error)) return <NotFoundPage />
  return (
    <PageContainer>
      {data ? <LandlordContent landlord={data} /> : <Absent error={error} onRetry={refetch} />}
    </PageContainer>
  )
}

function Absent({ error, onRetry }: { error: ProblemError | null; onRetry: () => unknown }) {
  if (!error) return <PageSkeleton />
  return <LoadFailure title="This landlord cannot be loaded right now." error={error} onRetry={onRetry} />
}

function LandlordContent({ landlord }: { landlord: Landlord }) {
  return (
    <>
      <header className="browse-landlord-header">
        <h1>{landlord.name}</h1>
        {landlord.numReviews > 0 && (
          <p>
            <RatingStars rating={landlord.avgRating} /> <strong>{landlord.avgRating.toFixed(1)} / 5</strong>{' '}
            from {countText(landlord.numReviews, 'review')}
          </p>
        )}
        {landlord.address && <p>{landlord.address}</p>}
        <ContactLink contact={landlord.contact} />
      </header>
      <section className="browse-section" aria-labelledby="buildings">
        <h2 id="buildings">Buildings</h2>
        <Buildings landlordId={landlord.id} />
      </section>
      <Slot remote="reviews" name="landlord-reviews" label="Reviews" props={{ landlordId: landlord.id }} />
    </>
  )
}

function Buildings({ landlordId }: { landlordId: string }) {
  const { data, error, refetch } = useApi(getBuildingListings, { params: { landlordId } })
  if (error && !data)
    return <LoadFailure title="The buildings cannot be loaded right now." error={error} onRetry={refetch} />
  if (data?.length === 0) return <StateMessage title="No buildings are listed for this landlord." />
  return <ListingGrid listings={data} />
}
