import { type Listing } from '@offquad/contracts'
import { ListingCard } from '@offquad/ui'
import { describeListing } from '@offquad/web-kit'
import { useMemo } from 'react'
import { PlaceMap } from '../../components/place-map'

interface ResultsMapProps {
  listings: Listing[]
  /** Pointed at in the list or on the map. */
  activeId: string | undefined
  onActive: (id: string | undefined) => void
}

/** The results on a map; those whose position is unknown are in the list alone. */
export function ResultsMap({ listings, activeId, onActive }: ResultsMapProps) {
  const places = useMemo(() => listings.flatMap(({ buildingData }) => placeOf(buildingData)), [listings])
  return (
    <PlaceMap
      label="Map of the results"
      places={places}
      activeId={activeId}
      onActive={onActive}
      renderCard={(id) => {
        const listing = listings.find(({ buildingData }) => buildingData.id === id)
        return listing && <ListingCard {...describeListing(listing)} />
      }}
    />
  )
}

function placeOf({ id, name, latitude, longitude }: Listing['buildingData']) {
  return latitude === null || longitude === null ? [] : [{ id, name, latitude, longitude }]
}

/** Whether a map can show it. */
export const isPlaced = ({ buildingData }: Listing): boolean => placeOf(buildingData).length > 0
