import '../../components/detail-page.css'
import './landlord.css'
import {
  contactHref,
  getLandlord,
  type Landlord,
  lookUp,
  opinionsOn,
  type ReviewTopic,
} from '@offquad/contracts'
import { Icon, OpinionText, RatingStars } from '@offquad/ui'
import { countText, paths, QueryContent, useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

/** A landlord's rating and buildings in one line. */
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
      {address && <bdi>{address}</bdi>}
      {hrefOf(contact) === undefined && <span>No contact is listed.</span>}
    </section>
  )
}

const ASKED_OF_LANDLORDS: readonly ReviewTopic[] = ['replies', 'maintenance', 'deposit']

/** Opinions of reviews on topics that are up to the landlord; nothing without any. */
export function LandlordTopics({ topics = [] }: Pick<Landlord, 'topics'>) {
  const opinions = topics.filter(({ topic }) => ASKED_OF_LANDLORDS.includes(topic)).flatMap(opinionsOn)
  if (opinions.length === 0) return null
  return (
    <ul className="offquad-cluster offquad-tight" aria-label="What reviews say">
      {opinions.map(({ topic, ...text }) => (
        <li key={topic + text.opinion} className={`offquad-tag offquad-${text.opinion}`}>
          <OpinionText {...text} />
        </li>
      ))}
    </ul>
  )
}

/** The landlord on the page of an apartment. */
export function LandlordSection({ landlordId }: { landlordId: string | null }) {
  return (
    <section className="browse-landlord offquad-section" aria-labelledby="landlord">
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
      fallback={<div className="offquad-bone" role="status" style={{ height: 64 }} aria-label="Loading" />}
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
              {numReviews > 0 && (
                <>
                  {' · '}
                  <span className="offquad-star">★</span> {avgRating.toFixed(1)} from{' '}
                  {countText(numReviews, 'review')}
                </>
              )}
            </p>
          </div>
          {hrefOf(contact) === undefined && <p className="offquad-note">No contact is listed.</p>}
          <ContactButton contact={contact} />
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

/** A globe, a letter and a telephone, as 24 by 24 drawings. */
const ICONS: Record<string, string> = {
  'mailto:': 'M3 6h18v13H3zm0 1 9 7 9-7',
  'tel:': 'M5 3h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2',
}
const GLOBE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18'

const hrefOf = (contact: string | null) => (contact === null ? undefined : contactHref(contact))

/** Opens a landlord's website, an e-mail or a call; nothing if no contact is known. */
export function ContactButton({ contact }: { contact: string | null }) {
  const href = hrefOf(contact)
  if (!href) return null
  return (
    <a className="offquad-outline-button" href={href} target="_blank" rel="noopener noreferrer nofollow">
      <Icon path={lookUp(ICONS, new URL(href).protocol) ?? GLOBE} />
      {contactLabel(href)}
    </a>
  )
}

/** The host of a website, the e-mail address or the telephone number. */
function contactLabel(href: string): string {
  const { hostname, pathname } = new URL(href)
  return hostname ? hostname.replace(/^www\./, '') : decodeURIComponent(pathname)
}
