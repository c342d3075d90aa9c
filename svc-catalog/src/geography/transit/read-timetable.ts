import { FeedError, type FeedFiles } from './feed-files'
import { dayText, readNumber, readTime } from './feed-values'
import { busiestWeekday, readServiceDays } from './service-days'
import {
  type BusCalls,
  type BusRun,
  type BusStop,
  departuresInWindow,
  GETS_OFF,
  GETS_ON,
  type Timetable,
} from './timetable'

interface Trip {
  id: string
  line: number
  service: string
  headsign: string
}

/** Every destination of a commute scans all calls, in the process that serves requests. */
const MOST_CALLS = 300_000

/** Truncates a name to the space on pages. */
const shown = (name: string): string => name.slice(0, 100)

/** Buses and trolleybuses; from 700 on the extended types of buses, without those on demand and for sightseeing. */
const isBus = (type: number): boolean =>
  type === 3 || type === 11 || type === 800 || (type >= 700 && type <= 709)

/**
 * Reads the buses of the busiest weekday of a GTFS feed: the specification is at gtfs.org/schedule/reference. Rows with
 * dangling references are left out.
 * @param today in days since 1970
 * @throws FeedError when a file, a column or a value is missing or wrong, or there are no buses
 */
export async function readTimetable(feed: FeedFiles, today: number): Promise<Timetable> {
  const agencies = await readAgencies(feed)
  const { routes, lines } = await readRoutes(feed)
  const trips = await readTrips(feed, routes)
  const frequencies = feed.has('frequencies.txt')
    ? await readFrequencies(feed)
    : new Map<string, Frequency[]>()
  const days = await readServiceDays(feed)
  const day = busiestWeekday(days, departuresByService(trips, frequencies), today)
  const running = trips.filter(({ service }) => days.runs(service, day))
  const { stops, stopIndexes } = await readStops(feed)
  const timed = await readStopTimes(feed, { trips: running, stopIndexes })
  const runs = running
    .flatMap((trip, index) => runsOf(trip, { timed, index, frequencies: frequencies.get(trip.id) }))
    .filter((run) => hasDeparture(run, timed.calls))
    .sort((a, b) => a.line - b.line)
  if (runs.length === 0) throw new FeedError(`no bus has two stops on ${dayText(day)} from 7 am to 7 pm`)
  const stopsServed = runs.reduce((sum, { firstCall, endCall }) => sum + endCall - firstCall, 0)
  if (stopsServed > MOST_CALLS)
    throw new FeedError(
      `buses stop ${stopsServed} times on ${dayText(day)}, more than ${MOST_CALLS}: cut the region out of the feed`,
    )
  return { day: dayText(day), agencies, stops, lines, runs, calls: timed.calls }
}

async function readAgencies(feed: FeedFiles): Promise<string[]> {
  const names = new Set<string>()
  for await (const { cells } of feed.rows('agency.txt', { required: ['agency_name'] }))
    if (cells.agency_name) names.add(shown(cells.agency_name))
  return [...names]
}

/** The lines, and their indexes by the id of the route. */
async function readRoutes(
  feed: FeedFiles,
): Promise<{ lines: { name: string }[]; routes: Map<string, number> }> {
  const routes = new Map<string, number>()
  const lines: { name: string }[] = []
  for await (const { cells, at } of feed.rows('routes.txt', {
    required: ['route_id', 'route_type'],
    optional: ['route_short_name', 'route_long_name'],
  })) {
    const { route_id, route_type, route_short_name, route_long_name } = cells
    const type = readNumber(route_type, { least: 0, most: 1702 }, at('route_type'))
    if (!isBus(type)) continue
    routes.set(route_id, lines.length)
    lines.push({ name: shown(route_short_name || route_long_name || route_id) })
  }
  return { routes, lines }
}

async function readTrips(feed: FeedFiles, routes: ReadonlyMap<string, number>): Promise<Trip[]> {
  const trips: Trip[] = []
  for await (const { cells } of feed.rows('trips.txt', {
    required: ['trip_id', 'route_id', 'service_id'],
    optional: ['trip_headsign'],
  })) {
    const { trip_id, route_id, service_id, trip_headsign } = cells
    const line = routes.get(route_id)
    if (line !== undefined)
      trips.push({ id: trip_id, line, service: service_id, headsign: shown(trip_headsign) })
  }
  return trips
}

interface Frequency {
  start: number
  count: number
  headway: number
}

async function readFrequencies(feed: FeedFiles): Promise<Map<string, Frequency[]>> {
  const frequencies = new Map<string, Frequency[]>()
  for await (const { cells, at } of feed.rows('frequencies.txt', {
    required: ['trip_id', 'start_time', 'end_time', 'headway_secs'],
  })) {
    const { trip_id, start_time, end_time, headway_secs } = cells
    const start = readTime(start_time, at('start_time'))
    const end = readTime(end_time, at('end_time'))
    const headway = readNumber(headway_secs, { least: 1, most: 24 * 3600 }, at('headway_secs'))
    const count = Math.ceil((end - start) / headway)
    if (count <= 0) continue
    const ofTrip = frequencies.get(trip_id) ?? []
    ofTrip.push({ start, count, headway })
    frequencies.set(trip_id, ofTrip)
  }
  return frequencies
}

function departuresByService(
  trips: readonly Trip[],
  frequencies: ReadonlyMap<string, Frequency[]>,
): Map<string, number> {
  const departures = new Map<string, number>()
  for (const { id, service } of trips) {
    const count = frequencies.get(id)?.reduce((sum, frequency) => sum + frequency.count, 0) ?? 1
    departures.set(service, (departures.get(service) ?? 0) + count)
  }
  return departures
}

async function readStops(feed: FeedFiles): Promise<{ stops: BusStop[]; stopIndexes: Map<string, number> }> {
  const stops: BusStop[] = []
  const stopIndexes = new Map<string, number>()
  for await (const { cells, at } of feed.rows('stops.txt', {
    required: ['stop_id', 'stop_name', 'stop_lat', 'stop_lon'],
    optional: ['location_type'],
  })) {
    const { stop_id, stop_name, stop_lat, stop_lon, location_type } = cells
    // Stations, entrances and the like: no bus stops there.
    if (location_type !== '' && location_type !== '0') continue
    stopIndexes.set(stop_id, stops.length)
    stops.push({
      name: shown(stop_name || stop_id),
      latitude: readNumber(stop_lat, { least: -90, most: 90 }, at('stop_lat')),
      longitude: readNumber(stop_lon, { least: -180, most: 180 }, at('stop_lon')),
    })
  }
  return { stops, stopIndexes }
}

interface TimedTrips {
  calls: BusCalls
  /** Index of each trip's first call, by trip; the last entry is the end. */
  starts: Uint32Array
}

/** Placeholder for a time that a feed omits between two given times. */
const UNTIMED = -1

/** Reads the calls of trips, sorted by sequence regardless of the order of rows. */
async function readStopTimes(
  feed: FeedFiles,
  { trips, stopIndexes }: { trips: readonly Trip[]; stopIndexes: ReadonlyMap<string, number> },
): Promise<TimedTrips> {
  const tripIndexes = new Map(trips.map(({ id }, index) => [id, index]))
  const rows: {
    trip: number
    sequence: number
    stop: number
    arrival: number
    departure: number
    access: number
  }[] = []
  for await (const { cells, at } of feed.rows('stop_times.txt', {
    required: ['trip_id', 'stop_id', 'stop_sequence', 'arrival_time', 'departure_time'],
    optional: ['pickup_type', 'drop_off_type'],
  })) {
    const trip = tripIndexes.get(cells.trip_id)
    const stop = stopIndexes.get(cells.stop_id)
    if (trip === undefined || stop === undefined) continue
    const { arrival_time, departure_time } = cells
    const time = (value: string, column: 'arrival_time' | 'departure_time') =>
      value === '' ? UNTIMED : readTime(value, at(column))
    rows.push({
      trip,
      stop,
      sequence: readNumber(
        cells.stop_sequence,
        { least: 0, most: Number.MAX_SAFE_INTEGER },
        at('stop_sequence'),
      ),
      arrival: time(arrival_time || departure_time, 'arrival_time'),
      departure: time(departure_time || arrival_time, 'departure_time'),
      // 1: not possible to get on or off; 2 and 3: passengers have to arrange it.
      access: (cells.pickup_type === '1' ? 0 : GETS_ON) | (cells.drop_off_type === '1' ? 0 : GETS_OFF),
    })
  }
  rows.sort((a, b) => a.trip - b.trip || a.sequence - b.sequence)
  const starts = new Uint32Array(trips.length + 1)
  for (const { trip } of rows) starts[trip + 1] = (starts[trip + 1] ?? 0) + 1
  for (let trip = 0; trip < trips.length; trip += 1)
    starts[trip + 1] = (starts[trip + 1] ?? 0) + (starts[trip] ?? 0)
  const calls = {
    stop: Uint32Array.from(rows, ({ stop }) => stop),
    arrival: Int32Array.from(rows, ({ arrival }) => arrival),
    departure: Int32Array.from(rows, ({ departure }) => departure),
    access: Uint8Array.from(rows, ({ access }) => access),
  }
  for (let trip = 0; trip < trips.length; trip += 1)
    interpolate(calls, starts[trip] ?? 0, starts[trip + 1] ?? 0)
  return { calls, starts }
}

/** Spreads the stops without times evenly between those with times around them. */
function interpolate({ arrival, departure }: BusCalls, start: number, end: number): void {
  for (let call = start; call < end; call += 1) {
    if (arrival[call] !== UNTIMED || call === start) continue
    let next = call
    while (next < end && arrival[next] === UNTIMED) next += 1
    const from = departure[call - 1] ?? UNTIMED
    if (next === end || from === UNTIMED) return
    const step = ((arrival[next] ?? 0) - from) / (next - call + 1)
    for (let index = call; index < next; index += 1)
      arrival[index] = departure[index] = Math.round(from + step * (index - call + 1))
  }
}

/** No runs if a trip has fewer than two stops, or its times are missing or go back. */
function runsOf(
  { line, headsign }: Trip,
  { timed, index, frequencies }: { timed: TimedTrips; index: number; frequencies: Frequency[] | undefined },
): BusRun[] {
  const firstCall = timed.starts[index] ?? 0
  const endCall = timed.starts[index + 1] ?? 0
  if (!isRideable(timed.calls, firstCall, endCall)) return []
  const base = { line, headsign, firstCall, endCall }
  if (!frequencies) return [{ ...base, shift: 0, count: 1, headway: 0 }]
  const departure = timed.calls.departure[firstCall] ?? 0
  return frequencies.map(({ start, count, headway }) => ({
    ...base,
    shift: start - departure,
    count,
    headway,
  }))
}

function isRideable({ arrival, departure }: BusCalls, start: number, end: number): boolean {
  if (end - start < 2) return false
  let time = 0
  for (let call = start; call < end; call += 1) {
    const [arrives = UNTIMED, departs = UNTIMED] = [arrival[call], departure[call]]
    if (arrives < time || departs < arrives) return false
    time = departs
  }
  return true
}

function hasDeparture(run: BusRun, { departure }: BusCalls): boolean {
  for (let call = run.firstCall; call < run.endCall - 1; call += 1)
    if (departuresInWindow(run, (departure[call] ?? 0) + run.shift) > 0) return true
  return false
}
