import './apartment.css'
import { getTravelTimes, type TravelTimes } from '@offquad/contracts'
import { LoadFailure, university, useApi } from '@offquad/web-kit'

const LANDMARKS = ['engQuad', 'hoPlaza', 'agQuad'] as const

/** Minutes on foot and by car to each landmark, rounded. */
export function TravelTimesTable({ apartmentId }: { apartmentId: string }) {
  const { data, error, refetch } = useApi(getTravelTimes, { params: { id: apartmentId } })
  if (error && !data)
    return <LoadFailure title="Travel times cannot be loaded right now." error={error} onRetry={refetch} />
  if (data && Object.values(data).every((minutes) => minutes === null))
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
            <td>{minutesText(data, `${landmark}Walking`)}</td>
            <td>{minutesText(data, `${landmark}Driving`)}</td>
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
