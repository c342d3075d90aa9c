import './apartment.css'
import { type Apartment, type Listing } from '@offquad/contracts'
import { RatingStars } from '@offquad/ui'
import { areaName, countText, paths, priceText, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

interface ApartmentHeaderProps {
  apartment: Apartment
  /** What reviews say; absent while it is not known. */
  listing?: Pick<Listing, 'avgRating' | 'numReviews'>
}

export function ApartmentHeader({ apartment, listing }: ApartmentHeaderProps) {
  const { name, address, area } = apartment
  const hasAreaPage = university().areas.some(({ id }) => id === area)
  return (
    <header className="browse-apartment-header">
      <h1>{name}</h1>
      <p className="browse-apartment-place">
        {address !== name && `${address} · `}
        {hasAreaPage ? <Link to={paths.location(area)}>{areaName(area)}</Link> : areaName(area)}
      </p>
      {listing && listing.numReviews > 0 && (
        <p className="browse-apartment-rating">
          <RatingStars rating={listing.avgRating} /> <strong>{listing.avgRating.toFixed(1)}</strong> from{' '}
          {countText(listing.numReviews, 'review')}
        </p>
      )}
      <dl className="browse-facts">
        <Fact label="Rent" value={priceText(apartment.price)} unit="a month" />
        <Fact label="Bedrooms" value={apartment.numBeds?.toString()} />
        <Fact label="Bathrooms" value={apartment.numBaths?.toString()} />
      </dl>
    </header>
  )
}

function Fact({ label, value, unit }: { label: string; value?: string; unit?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={value ? undefined : 'browse-unknown'}>
        {value ?? 'Not listed'} {value && unit && <small>{unit}</small>}
      </dd>
    </div>
  )
}
