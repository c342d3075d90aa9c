import './apartment.css'
import { BUS_TIMES, type CampusBuses as Buses, dayText } from '@offquad/contracts'
import { university } from '@offquad/web-kit'

type Stop = Buses['stops'][number]
type Line = Stop['lines'][number]

interface CampusBusesProps {
  /** undefined while they load */
  buses: Buses | undefined
}

/** The bus stops around an apartment and their lines to campus; nothing without a timetable. */
export function CampusBuses({ buses }: CampusBusesProps) {
  if (!buses?.timetable) return null
  const { timetable, stops } = buses
  return (
    <section className="browse-buses" aria-labelledby="buses">
      <h3 id="buses">Buses to campus</h3>
      {stops.length === 0 ? (
        <p className="offquad-soft">
          No bus within {BUS_TIMES.stopMetres} m of here is faster to campus than walking.
        </p>
      ) : (
        <ul className="browse-bus-stops">
          {stops.map((stop, index) => (
            <BusStop key={index} {...stop} />
          ))}
        </ul>
      )}
      <p className="browse-travel-note offquad-note">
        Weekdays from 7 am to 7 pm, by the timetable of {timetable.agencies.join(', ')} for{' '}
        {dayText(timetable.day)}. Without changing buses, traffic and holidays.
      </p>
    </section>
  )
}

function BusStop({ name, walkMinutes, lines }: Stop) {
  return (
    <li>
      <p className="offquad-cluster">
        <strong>{name}</strong>{' '}
        <span className="offquad-soft">about {Math.max(1, walkMinutes)} min on foot</span>
      </p>
      <ul aria-label={`Lines from ${name}`}>
        {lines.map((line, index) => (
          <BusLine key={index} {...line} />
        ))}
      </ul>
    </li>
  )
}

function BusLine({ name, headsign, placeId, rideMinutes, walkMinutes, ...often }: Line) {
  const { landmarks } = university()
  const place = Object.entries(landmarks).find(([id]) => id === placeId)?.[1].name
  return (
    <li>
      <span className="browse-bus-line offquad-tag">{name}</span>
      <div>
        {headsign && <p className="offquad-soft">{headsign}</p>}
        <strong>{frequencyText(often)}</strong>
        {`, ${Math.max(1, rideMinutes)} min to ${place ?? 'campus'}`}
        {walkMinutes > 0 && ` and about ${walkMinutes} min on foot`}
      </div>
    </li>
  )
}

/** People look up a bus that goes less than once an hour, so its departures are counted instead. */
function frequencyText({ everyMinutes, departures }: Pick<Line, 'everyMinutes' | 'departures'>): string {
  if (everyMinutes <= 60) return `every ${everyMinutes} min`
  return departures === 1 ? 'one bus' : `${departures} buses`
}
