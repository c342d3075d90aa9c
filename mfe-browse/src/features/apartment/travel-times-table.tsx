import './apartment.css'
import { type TravelTimes } from '@offquad/contracts'
import { university } from '@offquad/web-kit'

const LANDMARKS = ['engQuad', 'hoPlaza', 'agQuad'] as const

/** Minutes on foot and by car to each landmark, rounded; `times` is undefined while they load. */
export function TravelTimesTable({ times }: { times: TravelTimes | undefined }) {
  if (times && Object.values(times).every((minutes) => minutes === null))
    return (
      <p className="browse-unknown">
        We do not know exactly where this apartment is yet, so there are no travel times. The address above is
        what was given to us.
      </p>
    )
  return (
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
  )
}

function minutesText(times: TravelTimes | undefined, key: keyof TravelTimes): string {
  const minutes = times?.[key]
  if (minutes === undefined || minutes === null) return '…'
  return minutes < 1 ? 'under 1 min' : `${Math.round(minutes)} min`
}
