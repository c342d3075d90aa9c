import './landlord.css'
import { getBuildingListings, isolated, type Listing } from '@offquad/contracts'
import { Button, CardGrid, CardRow, cardSkeletons, HeadingRow, StateMessage } from '@offquad/ui'
import { LoadFailure, paths, queryFailure, useApi } from '@offquad/web-kit'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApartmentMap, mappedApartments } from '../../components/apartment-map'
import { bookmarkedCards } from '../../components/bookmarked-card'

/** A row on a desktop. */
const COLLAPSED_LENGTH = 4

/** A landlord's buildings, at first one row of them, with a map on demand. */
export function Buildings({ landlordId, name }: { landlordId: string; name: string }) {
  const buildings = useApi(getBuildingListings, { params: { landlordId } })
  const [isExpanded, setIsExpanded] = useState(false)
  const [isMapShown, setIsMapShown] = useState(false)
  const failure = queryFailure(buildings)
  const listings = (buildings.data ?? []).toSorted((a, b) => b.numReviews - a.numReviews)
  const mapped = mappedApartments(listings.map(({ buildingData }) => buildingData))
  return (
    <section className="offquad-section" style={{ marginTop: 24 }} aria-labelledby="buildings">
      <HeadingRow>
        <h2 id="buildings">Buildings{listings.length > 0 ? ` (${listings.length})` : ''}</h2>
        {mapped.length > 0 && (
          <Button aria-expanded={isMapShown} onClick={() => setIsMapShown(!isMapShown)}>
            {isMapShown ? 'Hide map' : 'Show map'}
          </Button>
        )}
      </HeadingRow>
      {isMapShown && (
        <div className="browse-landlord-map offquad-frame">
          <ApartmentMap label={`Map of the buildings of ${isolated(name)}`} apartments={mapped} />
        </div>
      )}
      {failure ? (
        <LoadFailure title="The buildings cannot be loaded right now." {...failure} />
      ) : (
        <BuildingCards listings={buildings.data && listings} isExpanded={isExpanded} />
      )}
      {listings.length > COLLAPSED_LENGTH && (
        <p className="offquad-more">
          <Button aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${listings.length} buildings`}
          </Button>
        </p>
      )}
    </section>
  )
}

interface BuildingCardsProps {
  /** undefined while they load */
  listings: Listing[] | undefined
  isExpanded: boolean
}

function BuildingCards({ listings, isExpanded }: BuildingCardsProps) {
  if (!listings)
    return (
      <div role="status" aria-label="Buildings are loading" aria-busy="true">
        <CardGrid items={cardSkeletons(COLLAPSED_LENGTH)} />
      </div>
    )
  if (listings.length === 0) return <StateMessage title="No buildings are listed for this landlord." />
  return <CardGrid items={cardsOf(isExpanded ? listings : listings.slice(0, COLLAPSED_LENGTH))} />
}

/** Cards without the landlord, whom the page names. */
const cardsOf = (listings: Listing[]) =>
  bookmarkedCards(listings.map((listing) => ({ ...listing, company: undefined })))

/** The landlord's page has the other buildings. */
const MOST_IN_ROW = 20

/**
 * A row of the landlord's other buildings, without the current one; renders nothing when there are none. It loads them itself:
 * they come late, and should not render the whole page again.
 */
export function OtherBuildings({ landlordId, excludedId }: { landlordId: string; excludedId: string }) {
  const { data: listings = [] } = useApi(getBuildingListings, { params: { landlordId } })
  const shown = listings.filter(({ buildingData }) => buildingData.id !== excludedId)
  if (shown.length === 0) return null
  return (
    <CardRow
      title="Other buildings of this landlord"
      action={
        shown.length > MOST_IN_ROW && (
          <Link to={paths.landlord(landlordId)}>All {listings.length} buildings</Link>
        )
      }
      items={cardsOf(shown.slice(0, MOST_IN_ROW))}
    />
  )
}
