import '../../components/detail-page.css'
import './apartment.css'
import { type Apartment, type Listing } from '@offquad/contracts'
import { RatingStars } from '@offquad/ui'
import { areaName, countText, describeListing, paths, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { CompareToggle } from '../../components/compare-toggle'
import { PlaceActions } from '../../components/detail-page'

interface ApartmentHeaderProps {
  apartment: Apartment
  /** The apartment's rating and landlord; undefined while they load, or if they cannot be loaded. */
  listing: Listing | undefined
  isListingPending: boolean
}

/** Breadcrumbs, name, the deciding facts in one line, and the page's actions. */
export function ApartmentHeader({ apartment, listing, isListingPending }: ApartmentHeaderProps) {
  const { id, name, address } = apartment
  const { walk } = describeListing({
    numReviews: 0,
    avgRating: 0,
    avgPrice: 0,
    ...listing,
    buildingData: apartment,
  })
  return (
    <header className="browse-apartment-header offquad-heading-row">
      <div>
        <Crumbs apartment={apartment} company={listing?.company} />
        <h1 dir="auto">{name}</h1>
        <p className="browse-line">
          {listing ? <Rating listing={listing} /> : isListingPending && <RatingBone />}
          {address && address !== name && <bdi>{address}</bdi>}
          {walk && <span>{`${walk.time} to ${walk.to}`}</span>}
        </p>
      </div>
      <PlaceActions kind="apartment" id={id} name={name}>
        <CompareToggle id={id} name={name} isWide />
      </PlaceActions>
    </header>
  )
}

/** The lists that the apartment is in: its area and its landlord. */
function Crumbs({
  apartment: { area, landlordId },
  company,
}: {
  apartment: Apartment
  company: string | undefined
}) {
  const hasAreaPage = university().areas.some(({ id }) => id === area)
  return (
    <nav className="browse-crumbs" aria-label="Breadcrumb">
      <ol className="offquad-note offquad-cluster">
        {hasAreaPage && (
          <li>
            <Link className="offquad-plain-link" to={paths.location(area)}>
              {areaName(area)}
            </Link>
          </li>
        )}
        {landlordId !== null && company && (
          <li>
            <Link className="offquad-plain-link" to={paths.landlord(landlordId)} dir="auto">
              {company}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  )
}

function Rating({ listing: { avgRating, numReviews } }: { listing: Listing }) {
  if (numReviews === 0) return <span>No reviews yet</span>
  return (
    <a href="#reviews" className="browse-average offquad-cluster offquad-plain-link">
      <RatingStars rating={avgRating} /> <strong>{avgRating.toFixed(1)}</strong>{' '}
      <span className="offquad-soft">{countText(numReviews, 'review')}</span>
    </a>
  )
}

/** As wide as most ratings, so that the text after it does not move. */
const RatingBone = () => (
  <span className="offquad-bone" style={{ width: 110, height: 24 }} aria-hidden="true" />
)
