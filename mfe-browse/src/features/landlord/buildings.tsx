import './landlord.css'
import { getBuildingListings, type Listing } from '@offquad/contracts'
import { Button, CardRow, Photo, RatingStars, StateMessage } from '@offquad/ui'
import { countText, describeListing, describeRent, ListingLink, paths, useApi } from '@offquad/web-kit'
import { useState } from 'react'
import { Link } from 'react-router-dom'

const COLLAPSED_LENGTH = 5
/** A list of this length is not collapsed: the button would take as much space as the building it hides. */
const MAX_UNCOLLAPSED_LENGTH = COLLAPSED_LENGTH + 1

/** A compact list of a landlord's buildings; a long one starts collapsed. */
export function BuildingList({ listings }: { listings: Listing[] | undefined }) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (!listings) return <BuildingListSkeleton />
  if (listings.length === 0) return <StateMessage title="No buildings are listed for this landlord." />
  const isLong = listings.length > MAX_UNCOLLAPSED_LENGTH
  const shown = isLong && !isExpanded ? listings.slice(0, COLLAPSED_LENGTH) : listings
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
        <strong dir="auto">{name}</strong>
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
      {Array.from({ length: COLLAPSED_LENGTH }, (_, index) => (
        <div key={index} className="offquad-bone browse-building-bone" />
      ))}
    </div>
  )
}

/**
 * A row of the landlord's other buildings, without the current one; renders nothing when there are none. It loads them itself:
 * they come late, and should not render the whole page again.
 */
export function OtherBuildings({ landlordId, excludedId }: { landlordId: string; excludedId: string }) {
  const { data: listings = [] } = useApi(getBuildingListings, { params: { landlordId } })
  const others = listings.filter(({ buildingData }) => buildingData.id !== excludedId)
  if (others.length === 0) return null
  return (
    <CardRow
      title="Other buildings of this landlord"
      items={others.map((listing) => ({
        key: listing.buildingData.id,
        content: <ListingLink listing={listing} />,
      }))}
    />
  )
}
