import '../../components/detail-page.css'
import './landlord.css'
import { contactHref, getLandlord, type Landlord, lookUp } from '@offquad/contracts'
import { RatingStars } from '@offquad/ui'
import { countText, paths, QueryContent, useApi } from '@offquad/web-kit'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'

/** A landlord's rating, buildings and contact in one line. */
export function LandlordLine({ landlord }: { landlord: Landlord }) {
  const { address, avgRating, contact, numReviews, properties } = landlord
  return (
    <section className="browse-line" aria-label="Landlord information">
      {numReviews > 0 ? (
        <a href="#reviews" className="browse-average offquad-cluster offquad-plain-link">
          <RatingStars rating={avgRating} /> <strong>{avgRating.toFixed(1)} / 5</strong>
        </a>
      ) : (
        <span>No reviews yet</span>
      )}
      {numReviews > 0 && <a href="#reviews">{countText(numReviews, 'review')}</a>}
      <span>{countText(properties.length, 'building')}</span>
      {address !== null && <bdi>{address}</bdi>}
      <ContactLink contact={contact} />
    </section>
  )
}

const ASKED_OF_LANDLORDS = { replies: 'Replies', maintenance: 'Repairs', deposit: 'Deposit' } as const

/** What reviews say about what only the landlord can change; nothing where they say nothing. */
export function LandlordTopics({ topics = [] }: Pick<Landlord, 'topics'>) {
  const said = topics.flatMap(({ topic, praised, criticised }) => {
    const label = lookUp(ASKED_OF_LANDLORDS, topic)
    const counts = [
      { verb: 'praised', count: praised },
      { verb: 'criticized', count: criticised },
    ].filter(({ count }) => count > 0)
    return label ? [{ label, counts }] : []
  })
  if (said.length === 0) return null
  return (
    <dl className="browse-landlord-topics offquad-cluster">
      {said.map(({ label, counts }) => (
        <div key={label}>
          <dt className="offquad-soft">{label}</dt>
          <dd>
            {counts.map(({ verb, count }, index) => (
              <Fragment key={verb}>
                {index > 0 && ', '}
                {verb} by <strong>{count}</strong>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The landlord on the page of an apartment. */
export function LandlordSection({ landlordId }: { landlordId: string | null }) {
  return (
    <section className="browse-landlord offquad-panel" aria-labelledby="landlord">
      <h2 id="landlord">Landlord</h2>
      {landlordId === null ? <Unknown /> : <KnownLandlord landlordId={landlordId} />}
    </section>
  )
}

const Unknown = () => <p className="offquad-note">We do not know who rents this apartment out.</p>

function KnownLandlord({ landlordId }: { landlordId: string }) {
  const query = useApi(getLandlord, { params: { id: landlordId } })
  if (query.error?.status === 404) return <Unknown />
  return (
    <QueryContent
      query={query}
      failure="The landlord cannot be loaded right now."
      fallback={<div className="offquad-bone" role="status" style={{ height: 72 }} aria-label="Loading" />}
    >
      {({ name, contact, avgRating, numReviews, properties }) => (
        <div className="browse-landlord-known offquad-cluster">
          <Initial name={name} />
          <div>
            <Link to={paths.landlord(landlordId)} dir="auto">
              {name}
            </Link>
            <p className="offquad-note">
              {countText(properties.length, 'building')}
              {numReviews > 0 &&
                ` · ${avgRating.toFixed(1)} / 5 from ${countText(numReviews, 'review') ?? ''}`}
            </p>
            <ContactLink contact={contact} />
          </div>
        </div>
      )}
    </QueryContent>
  )
}

/** Stands in for a landlord's picture. */
export const Initial = ({ name }: { name: string }) => (
  <span className="browse-initial" aria-hidden="true">
    {[...name.trim()][0]?.toUpperCase()}
  </span>
)

/** Links to a landlord's website, e-mail address or telephone, or says that none is known. */
function ContactLink({ contact }: { contact: string | null }) {
  const href = contact === null ? undefined : contactHref(contact)
  if (!href) return <span className="offquad-note">No contact is listed.</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {contactLabel(href)}
    </a>
  )
}

/** The host of a website; of anything else the e-mail address or number. */
function contactLabel(href: string): string {
  const { hostname, pathname } = new URL(href)
  return hostname ? hostname.replace(/^www\./, '') : decodeURIComponent(pathname)
}
