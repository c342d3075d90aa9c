import './apartment.css'
import { type Apartment, type TravelTimes } from '@offquad/contracts'
import { Dialog } from '@offquad/ui'
import { useState } from 'react'
import { PlaceMap } from '../../components/place-map'
import { areTravelTimesKnown, TravelTimesTable } from './travel-times-table'

interface LocationSectionProps {
  apartment: Apartment
  /** undefined while they load */
  travelTimes: TravelTimes | undefined
}

/** Where an apartment is and how far that is from campus; the map opens larger. */
export function LocationSection({ apartment, travelTimes }: LocationSectionProps) {
  const { id, name, address, latitude, longitude } = apartment
  const [isExpanded, setIsExpanded] = useState(false)
  if (latitude === null || longitude === null)
    return (
      <section className="browse-location" aria-labelledby="location">
        <h2 id="location">Location</h2>
        {address && <p className="browse-address">{address}</p>}
        <p className="browse-unknown">This apartment is not on the map yet, so there are no travel times.</p>
      </section>
    )
  const places = [{ id, name, latitude, longitude }]
  return (
    <section className="browse-location" aria-labelledby="location">
      <h2 id="location">Location</h2>
      <div className="browse-location-map">
        <PlaceMap label={`Map around ${name}`} places={places} onExpand={() => setIsExpanded(true)} />
      </div>
      {address && <p className="browse-address">{address}</p>}
      <Times times={travelTimes} />
      <Dialog title={name} width={960} isOpen={isExpanded} onClose={() => setIsExpanded(false)}>
        <div className="browse-location-dialog">
          <div>
            <PlaceMap label={`Large map around ${name}`} places={places} />
          </div>
          <div>
            {address && <p className="browse-address">{address}</p>}
            <Times times={travelTimes} />
          </div>
        </div>
      </Dialog>
    </section>
  )
}

function Times({ times }: { times: TravelTimes | undefined }) {
  // Placed a moment ago: they are computed within seconds.
  if (times && !areTravelTimesKnown(times))
    return <p className="browse-unknown">Travel times are not known yet.</p>
  return <TravelTimesTable times={times} />
}
