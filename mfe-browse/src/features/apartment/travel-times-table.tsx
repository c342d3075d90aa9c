import './apartment.css'
import { type TravelTimes } from '@offquad/contracts'
import { university } from '@offquad/web-kit'

const LANDMARKS = ['engQuad', 'hoPlaza', 'agQuad'] as const

type Leg = `${(typeof LANDMARKS)[number]}${'Walking' | 'Driving'}`

/** Whether there are any: without coordinates there are none. */
export const areTravelTimesKnown = (times: TravelTimes): boolean => times.hoPlazaWalking !== null

/** Minutes on foot and by car to each landmark, rounded; `times` is undefined while they load. */
export function TravelTimesTable({ times }: { times: TravelTimes | undefined }) {
  const isEstimate = times?.isEstimate === true
  return (
    <>
      <table className="browse-travel">
        <thead>
          <tr>
            <th scope="col">To</th>
            <th scope="col">Walking</th>
            <th scope="col">Driving</th>
          </tr>
        </thead>
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
        <p className="browse-travel-note">
          Estimated from the distance, without hills. By car it includes three minutes to start and park.
        </p>
      )}
      {times?.provider && <p className="browse-travel-note">{CREDITS[times.provider]}</p>}
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
