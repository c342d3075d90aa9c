import { FeedError, type FeedFiles } from './feed-files'
import { dayText, readNumber, readTime } from './feed-values'
import { busiestWeekday, readServiceDays } from './service-days'
import { type BusCall, type BusRun, type BusStop, departuresInWindow, type Timetable } from './timetable'

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
  const calls = await readCalls(feed, new Set(running.map(({ id }) => id)), stopIndexes)
  const runs = running
    .flatMap((trip) => runsOf(trip, calls.get(trip.id) ?? [], frequencies.get(trip.id)))
    .filter(hasDeparture)
    .sort((a, b) => a.line - b.line)
  if (runs.length === 0) throw new FeedError(`no bus has two stops on ${dayText(day)} from 7 am to 7 pm`)
  const stopsServed = runs.reduce((sum, run) => sum + run.calls.length, 0)
  if (stopsServed > MOST_CALLS)
    throw new FeedError(
      `buses stop ${stopsServed} times on ${dayText(day)}, more than ${MOST_CALLS}: cut the region out of the feed`,
    )
  return { day: dayText(day), agencies, stops, lines, runs }
}

async function readAgencies(feed: FeedFiles): Promise<string[]> {
  const names = new Set<string>()
  await feed.eachRow('agency.txt', { required: ['agency_name'] }, ({ agency_name }) => {
    if (agency_name) names.add(shown(agency_name))
  })
  return [...names]
}

/** The lines, and their indexes by the id of the route. */
async function readRoutes(
  feed: FeedFiles,
): Promise<{ lines: { name: string }[]; routes: Map<string, number> }> {
  const routes = new Map<string, number>()
  const lines: { name: string }[] = []
  const columns = {
    required: ['route_id', 'route_type'],
    optional: ['route_short_name', 'route_long_name'],
  } as const
  await feed.eachRow('routes.txt', columns, ({ route_id, route_type, route_short_name, route_long_name }) => {
    if (!isBus(readNumber(route_type, { least: 0, most: 1702 }, 'route_type'))) return
    routes.set(route_id, lines.length)
    lines.push({ name: shown(route_short_name || route_long_name || route_id) })
  })
  return { routes, lines }
}

async function readTrips(feed: FeedFiles, routes: ReadonlyMap<string, number>): Promise<Trip[]> {
  const trips: Trip[] = []
  const columns = {
    required: ['trip_id', 'route_id', 'service_id'],
    optional: ['trip_headsign'],
  } as const
  await feed.eachRow('trips.txt', columns, ({ trip_id, route_id, service_id, trip_headsign }) => {
    const line = routes.get(route_id)
    if (line !== undefined)
      trips.push({ id: trip_id, line, service: service_id, headsign: shown(trip_headsign) })
  })
  return trips
}

interface Frequency {
  start: number
  count: number
  headway: number
}

async function readFrequencies(feed: FeedFiles): Promise<Map<string, Frequency[]>> {
  const frequencies = new Map<string, Frequency[]>()
  const columns = { required: ['trip_id', 'start_time', 'end_time', 'headway_secs'] } as const
  await feed.eachRow('frequencies.txt', columns, ({ trip_id, start_time, end_time, headway_secs }) => {
    const start = readTime(start_time, 'start_time')
    const end = readTime(end_time, 'end_time')
    const headway = readNumber(headway_secs, { least: 1, most: 24 * 3600 }, 'headway_secs')
    const count = Math.ceil((end - start) / headway)
    if (count <= 0) return
    const ofTrip = frequencies.get(trip_id) ?? []
    ofTrip.push({ start, count, headway })
    frequencies.set(trip_id, ofTrip)
  })
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
  const columns = {
    required: ['stop_id', 'stop_name', 'stop_lat', 'stop_lon'],
    optional: ['location_type'],
  } as const
  await feed.eachRow('stops.txt', columns, ({ stop_id, stop_name, stop_lat, stop_lon, location_type }) => {
    // Stations, entrances and the like: no bus stops there.
    if (location_type !== '' && location_type !== '0') return
    stopIndexes.set(stop_id, stops.length)
    stops.push({
      name: shown(stop_name || stop_id),
      latitude: readNumber(stop_lat, { least: -90, most: 90 }, 'stop_lat'),
      longitude: readNumber(stop_lon, { least: -180, most: 180 }, 'stop_lon'),
    })
  })
  return { stops, stopIndexes }
}

/** Placeholder for a time that a feed omits between two given times. */
const UNTIMED = -1

/** Reads the calls of these trips, sorted by sequence regardless of the order of rows. */
async function readCalls(
  feed: FeedFiles,
  trips: ReadonlySet<string>,
  stopIndexes: ReadonlyMap<string, number>,
): Promise<Map<string, BusCall[]>> {
  const sequences = new Map<string, (BusCall & { sequence: number })[]>()
  const columns = {
    required: ['trip_id', 'stop_id', 'stop_sequence', 'arrival_time', 'departure_time'],
    optional: ['pickup_type', 'drop_off_type'],
  } as const
  const time = (value: string, column: string) => (value === '' ? UNTIMED : readTime(value, column))
  await feed.eachRow('stop_times.txt', columns, (cells) => {
    const { trip_id, arrival_time, departure_time, stop_sequence } = cells
    const stop = stopIndexes.get(cells.stop_id)
    if (!trips.has(trip_id) || stop === undefined) return
    const ofTrip = sequences.get(trip_id) ?? []
    sequences.set(trip_id, ofTrip)
    ofTrip.push({
      stop,
      sequence: readNumber(stop_sequence, { least: 0, most: Number.MAX_SAFE_INTEGER }, 'stop_sequence'),
      arrival: time(arrival_time || departure_time, 'arrival_time'),
      departure: time(departure_time || arrival_time, 'departure_time'),
      // 1: not possible to get on or off; 2 and 3: passengers have to arrange it.
      getsOn: cells.pickup_type !== '1',
      getsOff: cells.drop_off_type !== '1',
    })
  })
  for (const calls of sequences.values()) {
    calls.sort((a, b) => a.sequence - b.sequence)
    interpolate(calls)
  }
  return sequences
}

/** Spreads the stops without times evenly between those with times around them. */
function interpolate(calls: BusCall[]): void {
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1]
    if (call.arrival !== UNTIMED || !before) continue
    const untimed = calls.slice(index).findIndex(({ arrival }) => arrival !== UNTIMED)
    const next = calls[index + untimed]
    if (untimed === -1 || !next || before.departure === UNTIMED) return
    call.arrival = before.departure + (next.arrival - before.departure) / (untimed + 1)
    call.departure = call.arrival
  }
}

/** No runs if a trip has fewer than two stops, or its times are missing or go back. */
function runsOf({ line, headsign }: Trip, calls: BusCall[], frequencies: Frequency[] | undefined): BusRun[] {
  if (!isRideable(calls)) return []
  const base = { line, headsign, calls }
  if (!frequencies) return [{ ...base, shift: 0, count: 1, headway: 0 }]
  const departure = calls[0]?.departure ?? 0
  return frequencies.map(({ start, count, headway }) => ({
    ...base,
    shift: start - departure,
    count,
    headway,
  }))
}

const isRideable = (calls: BusCall[]): boolean =>
  calls.length >= 2 &&
  calls.every(
    ({ arrival, departure }, index) => arrival >= (calls[index - 1]?.departure ?? 0) && departure >= arrival,
  )

const hasDeparture = (run: BusRun): boolean =>
  run.calls.slice(0, -1).some(({ departure }) => departuresInWindow(run, departure + run.shift) > 0)
