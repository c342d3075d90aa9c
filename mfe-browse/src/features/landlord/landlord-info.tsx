import './landlord.css'
import { contactHref, getLandlord, type Landlord } from '@offquad/contracts'
import { countText, paths, QueryContent, useApi } from '@offquad/web-kit'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** A landlord's contact details on their own page, followed by `children`. */
export function LandlordCard({ landlord, children }: { landlord: Landlord; children?: ReactNode }) {
  const { address, contact, properties } = landlord
  return (
    <section className="browse-landlord" aria-labelledby="landlord">
      <h2 id="landlord">Landlord information</h2>
      <dl>
        <dt>Contact</dt>
        <dd>
          <ContactLink contact={contact} />
        </dd>
        <dt>Address</dt>
        <dd>{address ?? 'Not listed'}</dd>
        <dt>Properties</dt>
        <dd>{countText(properties.length, 'building')}</dd>
      </dl>
      {children}
    </section>
  )
}

/** The landlord on the page of an apartment. */
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
  const query = useApi(getLandlord, { params: { id: landlordId } })
  if (query.error?.status === 404) return <Unknown />
  return (
    <QueryContent
      query={query}
      failure="The landlord cannot be loaded right now."
      fallback={<div className="offquad-bone" role="status" style={{ height: 72 }} aria-label="Loading" />}
    >
      {({ name, contact }) => (
        <>
          <p className="browse-landlord-name">
            <Link to={paths.landlord(landlordId)} dir="auto">
              {name}
            </Link>
          </p>
          <ContactLink contact={contact} />
        </>
      )}
    </QueryContent>
  )
}

/** Links to a landlord's website, e-mail address or telephone, or says that none is known. */
function ContactLink({ contact }: { contact: string | null }) {
  const href = contact === null ? undefined : contactHref(contact)
  if (!href) return <p className="browse-landlord-unknown">No contact is listed.</p>
  return (
    <p>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {contactLabel(href)}
      </a>
    </p>
  )
}

/** The host of a website; of anything else the e-mail address or number. */
function contactLabel(href: string): string {
  const { hostname, pathname } = new URL(href)
  return hostname ? hostname.replace(/^www\./, '') : decodeURIComponent(pathname)
}
