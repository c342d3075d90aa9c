import './landlord.css'
import { getLandlord } from '@offquad/contracts'
import { LoadFailure, paths, useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { ContactLink } from './contact-link'

/** Who rents an apartment out. */
export function LandlordSection({ landlordId }: { landlordId: string | null }) {
  return (
    <section className="browse-landlord" aria-labelledby="landlord">
      <h2 id="landlord">Landlord</h2>
      {landlordId === null ? <Unknown /> : <KnownLandlord landlordId={landlordId} />}
    </section>
  )
}

const Unknown = () => <p className="browse-landlord-unknown">We do not know who rents this apartment out.</p>

function KnownLandlord({ landlordId }: { landlordId: string }) {
  const { data, error, refetch } = useApi(getLandlord, { params: { id: landlordId } })
  if (error?.status === 404) return <Unknown />
  if (error && !data)
    return <LoadFailure title="The landlord cannot be loaded right now." error={error} onRetry={refetch} />
  if (!data) return <div className="offquad-bone" role="status" style={{ height: 72 }} aria-label="Loading" />
  return (
    <>
      <p className="browse-landlord-name">
        <Link to={paths.landlord(landlordId)}>{data.name}</Link>
      </p>
      <ContactLink contact={data.contact} />
    </>
  )
}
