import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type University } from '@offquad/contracts'
import { KM_PER_DEGREE, offset } from './offset'

interface Stop {
  id: string
  name: string
  latitude: number
  longitude: number
}

/** A bus line, both ways from 6:30 am to 9 pm. */
interface Line {
  id: string
  name: string
  /** From town to campus. */
  stops: Stop[]
  everyMinutes: number
}

/** Where the neighborhoods of the demo are, in kilometers from the map's center. */
const NEIGHBORHOODS = [
  { area: 'COLLEGETOWN', north: -0.55, east: -0.02 },
  { area: 'DOWNTOWN', north: -0.9, east: -1.15 },
  { area: 'WEST', north: 0.05, east: -0.75 },
  { area: 'NORTH', north: 1.15, east: 0.35 },
  { area: 'OTHER', north: -0.4, east: 2.6 },
]
/** Minutes between two buses, line by line. */
const HEADWAYS = [10, 12, 15, 20, 30]
/** Where the stops of a line are, as parts of the way from campus to the middle of its neighborhood. */
const STOPS = [
  { part: 1.25, name: 'Demo Terminal' },
  { part: 1, name: 'Demo Market' },
  { part: 0.75, name: 'Demo Corner' },
]
// Buses of a town, with their stops; streets are longer than the straight line.
const METRES_PER_MINUTE = 250
const FIRST_BUS = '06:30:00'
const LAST_BUS = '21:00:00'

/**
 * Writes invented buses as a GTFS feed: a line from each neighborhood of the demo to the landmarks. Their names say that
 * they are no real ones.
 */
export async function writeTimetable(folder: string, university: University): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, rows] of Object.entries(timetableFiles(university)))
    await writeFile(path.join(folder, name), `${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`)
}

type Rows = (string | number)[][]

const quoted = (value: string | number): string =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)

function timetableFiles(university: University): Record<string, Rows> {
  const lines = linesOf(university)
  const stops = new Map(lines.flatMap((line) => line.stops.map((stop) => [stop.id, stop])))
  const trips = lines.flatMap((line) => [
    { id: `${line.id}-campus`, line, headsign: 'Campus', stops: line.stops },
    { id: `${line.id}-town`, line, headsign: line.stops[0]?.name ?? '', stops: line.stops.toReversed() },
  ])
  return {
    'agency.txt': [
      ['agency_id', 'agency_name', 'agency_url', 'agency_timezone'],
      ['demo', 'Demo Buses (invented)', 'https://buses.example', 'America/New_York'],
    ],
    'stops.txt': [
      ['stop_id', 'stop_name', 'stop_lat', 'stop_lon'],
      ...[...stops.values()].map(({ id, name, latitude, longitude }) => [id, name, latitude, longitude]),
    ],
    'routes.txt': [
      ['route_id', 'agency_id', 'route_short_name', 'route_long_name', 'route_type'],
      ...lines.map(({ id, name, stops: [first] }) => [id, 'demo', name, `${first?.name} - Campus`, 3]),
    ],
    'calendar.txt': [
      [
        ...['service_id', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        ...['start_date', 'end_date'],
      ],
      ['weekdays', 1, 1, 1, 1, 1, 0, 0, '20250101', '20991231'],
    ],
    'trips.txt': [
      ['route_id', 'service_id', 'trip_id', 'trip_headsign'],
      ...trips.map(({ id, line, headsign }) => [line.id, 'weekdays', id, headsign]),
    ],
    'frequencies.txt': [
      ['trip_id', 'start_time', 'end_time', 'headway_secs'],
      ...trips.map(({ id, line }) => [id, FIRST_BUS, LAST_BUS, line.everyMinutes * 60]),
    ],
    'stop_times.txt': [
      ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence'],
      ...trips.flatMap((trip) =>
        timesOf(trip.stops).map((time, index) => [trip.id, time, time, trip.stops[index]?.id ?? '', index]),
      ),
    ],
  }
}

function linesOf({ areas, landmarks, mapCenter }: University): Line[] {
  const campus = Object.entries(landmarks).map(([id, { name, latitude, longitude }]) => ({
    ...{ id, name, latitude, longitude },
  }))
  return NEIGHBORHOODS.map(({ area, north, east }, index) => {
    const town = STOPS.map(({ part, name }) => ({
      id: `${area}-${part}`,
      name: `${name}, ${areas.find(({ id }) => id === area)?.name ?? 'East'}`,
      ...offset(mapCenter, north * part, east * part),
    }))
    return {
      id: `demo-${index + 1}`,
      name: `D${index + 1}`,
      stops: [...town, ...nearestFirst(campus, town.at(-1))],
      everyMinutes: HEADWAYS[index % HEADWAYS.length] ?? 15,
    }
  })
}

/** Each next stop is the nearest one. */
function nearestFirst(stops: readonly Stop[], from: Stop | undefined): Stop[] {
  if (!from || stops.length === 0) return [...stops]
  const nearest = stops.reduce((best, stop) => (metres(from, stop) < metres(from, best) ? stop : best))
  return [
    nearest,
    ...nearestFirst(
      stops.filter((stop) => stop !== nearest),
      nearest,
    ),
  ]
}

/** Times of the calls since the first. */
function timesOf(stops: readonly Stop[]): string[] {
  let minutes = 0
  return stops.map((stop, index) => {
    const before = stops[index - 1]
    if (before) minutes += Math.max(1, Math.round(metres(before, stop) / METRES_PER_MINUTE))
    return `00:${String(minutes).padStart(2, '0')}:00`
  })
}

function metres(from: Stop, to: Stop): number {
  const north = to.latitude - from.latitude
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  return Math.hypot(north, east) * KM_PER_DEGREE * 1000
}
