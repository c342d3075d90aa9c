import './apartment.css'
import { type Apartment, type TravelTimes } from '@offquad/contracts'
import { Dialog } from '@offquad/ui'
import { useState } from 'react'
import { PlaceMap } from '../../components/place-map'
import { TravelTimesTable } from './travel-times-table'

interface LocationSectionProps {
  apartment: Apartment
  /** undefined while they load */
  travelTimes: TravelTimes | undefined
}

/** Where an apartment is and how far that is from campus; the map opens larger. */
export function LocationSection({ apartment, travelTimes }: LocationSectionProps) {
  const { id, name, address, latitude, longitude } = apartment
  const [isExpanded, setIsExpanded] = useState(false)
  const places = latitude === null || longitude === null ? [] : [{ id, name, latitude, longitude }]
  return (
    <section className="browse-location" aria-labelledby="location">
      <h2 id="location">Location</h2>
      {places.length > 0 && (
        <div className="browse-location-map">
          <PlaceMap label={`Map around ${name}`} places={places} onExpand={() => setIsExpanded(true)} />
        </div>
      )}
      <p className="browse-address">{address}</p>
      <TravelTimesTable times={travelTimes} />
      <Dialog title={name} width={960} isOpen={isExpanded} onClose={() => setIsExpanded(false)}>
        <div className="browse-location-dialog">
          <div>
            <PlaceMap label={`Large map around ${name}`} places={places} />
          </div>
          <div>
            <p className="browse-address">{address}</p>
            <TravelTimesTable times={travelTimes} />
          </div>
        </div>
      </Dialog>
    </section>
  )
}
