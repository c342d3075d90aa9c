import './landlord.css'
import { type Listing } from '@offquad/contracts'
import { Button, Photo, RatingStars, StateMessage } from '@offquad/ui'
import { countText, describeListing, describeRent, paths } from '@offquad/web-kit'
import { useState } from 'react'
import { Link } from 'react-router-dom'

const SHOWN = 5
/** More than this many are shown on demand: a button for the last one would take as much room as it. */
const MOST_SHOWN_AT_ONCE = SHOWN + 1

/** The buildings of a landlord, few lines each: the first ones, and all of them on demand. */
export function BuildingList({ listings }: { listings: Listing[] | undefined }) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (!listings) return <BuildingListSkeleton />
  if (listings.length === 0) return <StateMessage title="No buildings are listed for this landlord." />
  const isLong = listings.length > MOST_SHOWN_AT_ONCE
  const shown = isLong && !isExpanded ? listings.slice(0, SHOWN) : listings
  return (
    <>
      <ul>
        {shown.map((listing) => (
          <li key={listing.buildingData.id}>
            <BuildingLink listing={listing} />
          </li>
        ))}
      </ul>
      {isLong && (
        <p className="browse-buildings-more">
          <Button aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${listings.length} buildings`}
          </Button>
        </p>
      )}
    </>
  )
}

function BuildingLink({ listing }: { listing: Listing }) {
  const { id, name, photo, rating, numReviews, walk } = describeListing(listing)
  return (
    <Link to={paths.apartment(id)} className="browse-building">
      <span className="browse-building-photo" aria-hidden="true">
        <Photo src={photo} alt="" seed={id} />
      </span>
      <span className="browse-building-text">
        <strong>{name}</strong>
        {numReviews > 0 ? (
          <span>
            <RatingStars rating={rating} /> {rating.toFixed(1)} ({countText(numReviews, 'review')})
          </span>
        ) : (
          <span className="browse-building-facts">No reviews yet</span>
        )}
        <span className="browse-building-facts">
          {[walk?.time, describeRent(listing).text].filter(Boolean).join(' · ')}
        </span>
      </span>
    </Link>
  )
}

function BuildingListSkeleton() {
  return (
    <div role="status" aria-label="Buildings are loading" aria-busy="true">
      {Array.from({ length: SHOWN }, (_, index) => (
        <div key={index} className="offquad-bone browse-building-bone" />
      ))}
    </div>
  )
}
