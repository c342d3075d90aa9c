import './apartment.css'
import { type Apartment, isolated, lookUp, type TravelTimes } from '@offquad/contracts'
import { Dialog, TableHead } from '@offquad/ui'
import { university } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { ApartmentMap, boundsOf, mappedApartments } from '../../components/apartment-map'
import { OwnWays } from './own-ways'

interface LocationSectionProps {
  apartment: Apartment
  /** undefined while they load */
  travelTimes: TravelTimes | undefined
  /** More ways to get from there to campus. */
  children?: ReactNode
}

/** The position of an apartment and its distance from campus, beside a map that opens larger. */
export function LocationSection({ apartment, travelTimes, children }: LocationSectionProps) {
  const { name, address } = apartment
  const [isExpanded, setIsExpanded] = useState(false)
  const mapped = mappedApartments([apartment])
  const shownAddress = address && (
    <p className="browse-address" dir="auto">
      {address}
    </p>
  )
  if (mapped.length === 0)
    return (
      <section className="browse-location offquad-section" aria-labelledby="location">
        <h2 id="location">Location</h2>
        {shownAddress}
        <p className="offquad-soft">This apartment is not on the map yet, so there are no travel times.</p>
      </section>
    )
  const bounds = boundsWithCampus(mapped)
  return (
    <section className="browse-location offquad-section" aria-labelledby="location">
      <h2 id="location">Location</h2>
      <div className="browse-location-map offquad-frame">
        <ApartmentMap
          label={`Map around ${isolated(name)}`}
          apartments={mapped}
          bounds={bounds}
          onExpand={() => setIsExpanded(true)}
        />
      </div>
      <div>
        {shownAddress}
        <Times times={travelTimes} />
        <OwnWays apartmentId={apartment.id} />
        {children}
      </div>
      <Dialog title={name} width={1600} isOpen={isExpanded} onClose={() => setIsExpanded(false)}>
        <div className="browse-location-dialog">
          <div className="offquad-frame">
            <ApartmentMap label={`Large map around ${isolated(name)}`} apartments={mapped} bounds={bounds} />
          </div>
          <div>
            {shownAddress}
            <Times times={travelTimes} />
          </div>
        </div>
      </Dialog>
    </section>
  )
}

/** Bounds that include the campus, where the travel times lead, above the legend and beside the buttons. */
function boundsWithCampus(places: Parameters<typeof boundsOf>[0]): ReturnType<typeof boundsOf> {
  const bounds = boundsOf([...places, ...LANDMARKS.map((landmark) => university().landmarks[landmark])])
  if (!bounds) return undefined
  const { south, north, west, east } = bounds
  return { ...bounds, south: south - (north - south) * LEGEND, east: east + (east - west) * BUTTONS }
}

const [LEGEND, BUTTONS] = [0.2, 0.15]

function Times({ times }: { times: TravelTimes | undefined }) {
  // A worker computes them within seconds after the apartment got coordinates.
  if (times?.hoPlazaWalking === null) return <p className="offquad-soft">Travel times are not known yet.</p>
  return <TravelTimesTable times={times} />
}

const LANDMARKS = ['engQuad', 'hoPlaza', 'agQuad'] as const

type Leg = `${(typeof LANDMARKS)[number]}${'Walking' | 'Driving'}`

/** Rounded minutes on foot and by car to each landmark; `times` is undefined while they load. */
function TravelTimesTable({ times }: { times: TravelTimes | undefined }) {
  const isEstimate = times?.isEstimate === true
  return (
    <>
      <table className="browse-travel offquad-table">
        <TableHead columns={['To', 'Walking', 'Driving']} />
        <tbody>
          {LANDMARKS.map((landmark) => (
            <tr key={landmark}>
              <th scope="row">{university().landmarks[landmark].name}</th>
              <td>{minutesText(times, `${landmark}Walking`)}</td>
              <td>{minutesText(times, `${landmark}Driving`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isEstimate && (
        <p className="browse-travel-note offquad-note">
          Estimated from the distance, without hills. By car it includes three minutes to start and park.
        </p>
      )}
      {times?.provider && (
        <p className="browse-travel-note offquad-note">
          {lookUp(CREDITS, times.provider) ?? `Routes: ${times.provider}`}
        </p>
      )}
    </>
  )
}

const CREDITS = {
  google: `Powered by Google, ©${new Date().getFullYear()} Google`,
  osrm: 'Routes: © OpenStreetMap contributors',
}

function minutesText(times: TravelTimes | undefined, leg: Leg): string {
  const minutes = times?.[leg]
  if (minutes === undefined || minutes === null) return '…'
  if (minutes < 1) return 'under 1 min'
  const text = `${Math.round(minutes)} min`
  return times?.isEstimate ? `about ${text}` : text
}
