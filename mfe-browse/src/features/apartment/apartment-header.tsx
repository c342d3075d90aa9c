import './apartment.css'
import { amenityName, type Apartment, type CountRange, type Listing, roomRangesOf } from '@offquad/contracts'
import { RatingStars } from '@offquad/ui'
import { areaName, countText, describeRent, paths, type Rent, university } from '@offquad/web-kit'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface ApartmentHeaderProps {
  apartment: Apartment
  /** Its rating and reported rent; undefined while they load, or if they cannot be loaded. */
  listing: Listing | undefined
  isListingPending: boolean
  /** Actions beside the name. */
  children?: ReactNode
}

export function ApartmentHeader({ apartment, listing, isListingPending, children }: ApartmentHeaderProps) {
  const { name, address, area } = apartment
  const hasAreaPage = university().areas.some(({ id }) => id === area)
  const rent = describeRent({ ...listing, buildingData: apartment })
  const { beds, baths } = roomRangesOf(apartment)
  const { amenities = [] } = apartment
  return (
    <header className="browse-apartment-header">
      <div className="browse-title">
        <h1 dir="auto">{name}</h1>
        {children}
      </div>
      <p className="browse-apartment-rating">
        {listing ? <Rating listing={listing} /> : isListingPending && <RatingBone />}
        {address !== name && <bdi>{address}</bdi>}
        {hasAreaPage && <Link to={paths.location(area)}>{areaName(area)}</Link>}
      </p>
      <dl className="browse-facts">
        <Fact
          label="Rent"
          value={rent.source === 'unknown' ? undefined : rent.text}
          note={RENT_NOTES[rent.source]}
        />
        <Fact label="Bedrooms" value={beds && rangeText(beds, 'Studio')} />
        <Fact label="Bathrooms" value={baths && rangeText(baths)} />
        {amenities.length > 0 && <Fact label="Amenities" value={amenities.map(amenityName).join(', ')} />}
      </dl>
    </header>
  )
}

/** '2', '1 to 3'; `none` stands for 0, if there is a word for it. */
function rangeText({ least, most }: CountRange, none = '0'): string {
  const [from, to] = [least, most].map((count) => (count === 0 ? none : String(count)))
  return from === to ? `${from}` : `${from} to ${to}`
}

const RENT_NOTES: Record<Rent['source'], string | undefined> = {
  listed: 'a month',
  reported: 'a month',
  unknown: undefined,
}

function Rating({ listing: { avgRating, numReviews } }: { listing: Listing }) {
  if (numReviews === 0) return <span>No reviews yet</span>
  return (
    <a href="#reviews" className="browse-apartment-average">
      <RatingStars rating={avgRating} /> <strong>{avgRating.toFixed(1)}</strong>
      <span>{countText(numReviews, 'review')}</span>
    </a>
  )
}

/** As long as most ratings, so that the lines below stay where they are. */
const RatingBone = () => <span className="offquad-bone browse-rating-bone" aria-hidden="true" />

function Fact({
  label,
  value,
  note,
}: {
  label: string
  value?: string | undefined
  note?: string | undefined
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={value ? undefined : 'browse-unknown'}>
        {value ?? 'Not listed'} {value && note && <small>{note}</small>}
      </dd>
    </div>
  )
}
