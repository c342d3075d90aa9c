import { type CampusBuses } from '@offquad/contracts'
import { LRUCache } from 'lru-cache'
import { type BusTimes } from '../../catalog/catalog'
import { type Coordinates } from '../../catalog/entities'
import { estimateMinutes } from '../estimate-minutes'
import { createStopFinder } from './stop-finder'
import { type BusRun, departuresInWindow, type Timetable, WINDOW } from './timetable'

/** Times of commutes by bus, and lines that stop near a place. */
export interface BusNetwork extends BusTimes {
  /**
   * The stops near a place, with the lines from there to these landmarks: the eight fastest lines among those that are faster
   * than walking.
   */
  linesBetween(from: Coordinates, landmarks: readonly Landmark[]): CampusBuses['stops']
}

export interface Landmark extends Coordinates {
  id: string
}

/** A line at one of its stops, on the way to a destination; averages over its departures within WINDOW. */
interface Boarding {
  /** Index of the timetable's lines. */
  line: number
  departures: number
  rideMinutes: number
  /** From the stop where passengers get off. */
  walkMinutes: number
  /** The headsign that most departures show. */
  headsign: string
}

const WINDOW_MINUTES = (WINDOW.to - WINDOW.from) / 60
/** Half the time between two departures, as passengers arrive at random times. */
const waitMinutes = (departures: number): number => WINDOW_MINUTES / departures / 2

// The same number as cached destinations of commutes, at 4 bytes per stop.
const MAX_DESTINATIONS = 64
const MAX_LINES = 8

export function createBusTimes({ stops, lines, runs }: Timetable): BusNetwork {
  const eachStopNear = createStopFinder(stops)
  const minutesTo = new LRUCache<string, Float32Array>({ max: MAX_DESTINATIONS })
  const landmarkBoardings = new Map<string, Map<number, Boarding[]>>()

  /** The boardings of buses to a destination, by stop. */
  function findBoardings(destination: Coordinates): Map<number, Boarding[]> {
    const walkSeconds = new Float64Array(stops.length).fill(Infinity)
    eachStopNear(destination, (stop, minutes) => {
      walkSeconds[stop] = minutes * 60
    })
    const tallies = new Map<number, Tally>()
    runs.forEach((run) => tallyRun(run, walkSeconds, tallies))
    const boardings = new Map<number, Boarding[]>()
    for (const [key, tally] of tallies) {
      const stop = Math.floor(key / lines.length)
      const boarding = boardingOf(key % lines.length, tally)
      const ofStop = boardings.get(stop)
      if (ofStop) ofStop.push(boarding)
      else boardings.set(stop, [boarding])
    }
    return boardings
  }

  /** Adds the departures of a run from each of its stops. Goes backwards, so that the best stop to get off is known. */
  function tallyRun(run: BusRun, walkSeconds: Float64Array, tallies: Map<number, Tally>): void {
    let alighting: { arrival: number; walk: number; boarded: Set<number> } | undefined
    for (const { stop, arrival, departure, getsOn, getsOff } of run.calls.toReversed()) {
      // A bus that passes a stop twice is boarded the second time.
      if (alighting && getsOn && !alighting.boarded.has(stop)) {
        alighting.boarded.add(stop)
        const departures = departuresInWindow(run, departure + run.shift)
        if (departures > 0)
          addTo(tallies, stop * lines.length + run.line, {
            departures,
            rideSeconds: alighting.arrival - departure,
            walkSeconds: alighting.walk,
            headsign: run.headsign,
          })
      }
      const walk = walkSeconds[stop] ?? Infinity
      const soonest = alighting ? alighting.arrival + alighting.walk : Infinity
      if (getsOff && arrival + walk < soonest) alighting = { arrival, walk, boarded: new Set() }
    }
  }

  /** Minutes after arriving at each stop; Infinity if no bus goes to the destination. */
  function minutesFromStops(destination: Coordinates): Float32Array {
    const key = `${destination.latitude} ${destination.longitude}`
    const cached = minutesTo.get(key)
    if (cached) return cached
    const minutes = new Float32Array(stops.length).fill(Infinity)
    for (const [stop, boardings] of findBoardings(destination))
      minutes[stop] = Math.min(...boardings.map(minutesOf))
    minutesTo.set(key, minutes)
    return minutes
  }

  function boardingsTo(landmark: Landmark): Map<number, Boarding[]> {
    const boardings = landmarkBoardings.get(landmark.id) ?? findBoardings(landmark)
    landmarkBoardings.set(landmark.id, boardings)
    return boardings
  }

  return {
    to(destination) {
      const fromStops = minutesFromStops(destination)
      return (from) => {
        const walk = estimateMinutes(from, destination, 'walk')
        let best = walk
        eachStopNear(from, (stop, minutes) => {
          best = Math.min(best, minutes + (fromStops[stop] ?? Infinity))
        })
        return { minutes: best, isOnFoot: best === walk }
      }
    },

    linesBetween(from, landmarks) {
      const near: { stop: number; walkMinutes: number }[] = []
      eachStopNear(from, (stop, walkMinutes) => near.push({ stop, walkMinutes }))
      near.sort((a, b) => a.walkMinutes - b.walkMinutes)
      const best = new Map<number, Way>()
      for (const { stop, walkMinutes } of near)
        for (const landmark of landmarks) {
          const walk = estimateMinutes(from, landmark, 'walk')
          for (const boarding of boardingsTo(landmark).get(stop) ?? []) {
            const minutes = walkMinutes + boarding.rideMinutes + boarding.walkMinutes
            if (minutes < walk && minutes < (best.get(boarding.line)?.minutes ?? Infinity))
              best.set(boarding.line, { stop, minutes, boarding, placeId: landmark.id })
          }
        }
      const ways = [...best.values()].sort((a, b) => withWait(a) - withWait(b)).slice(0, MAX_LINES)
      return near.flatMap(({ stop, walkMinutes }) => {
        const here = ways.filter((way) => way.stop === stop)
        return here.length === 0
          ? []
          : [
              {
                name: stops[stop]?.name ?? '',
                walkMinutes: Math.round(walkMinutes),
                lines: here.sort((a, b) => byName(nameOf(a), nameOf(b))).map(lineOf),
              },
            ]
      })
    },
  }

  function nameOf({ boarding }: Way): string {
    return lines[boarding.line]?.name ?? ''
  }

  function lineOf(way: Way): CampusBuses['stops'][number]['lines'][number] {
    const { departures, headsign, rideMinutes, walkMinutes } = way.boarding
    return {
      name: nameOf(way),
      headsign,
      departures,
      everyMinutes: Math.round(WINDOW_MINUTES / departures),
      placeId: way.placeId,
      rideMinutes: Math.round(rideMinutes),
      walkMinutes: Math.round(walkMinutes),
    }
  }
}

/** A line that is boarded near a place, with the landmark that it reaches soonest. */
interface Way {
  stop: number
  /** Without waiting. */
  minutes: number
  boarding: Boarding
  placeId: string
}

/** Sums over departures of a line from a stop. */
interface Tally {
  departures: number
  rideSeconds: number
  walkSeconds: number
  headsigns: Map<string, number>
}

interface Departures {
  departures: number
  rideSeconds: number
  walkSeconds: number
  headsign: string
}

function addTo(tallies: Map<number, Tally>, key: number, added: Departures): void {
  const tally = tallies.get(key) ?? { departures: 0, rideSeconds: 0, walkSeconds: 0, headsigns: new Map() }
  tally.departures += added.departures
  tally.rideSeconds += added.rideSeconds * added.departures
  tally.walkSeconds += added.walkSeconds * added.departures
  tally.headsigns.set(added.headsign, (tally.headsigns.get(added.headsign) ?? 0) + added.departures)
  tallies.set(key, tally)
}

function boardingOf(line: number, { departures, rideSeconds, walkSeconds, headsigns }: Tally): Boarding {
  const [headsign = ''] = [...headsigns].reduce((most, entry) => (entry[1] > most[1] ? entry : most))
  return {
    line,
    departures,
    rideMinutes: rideSeconds / departures / 60,
    walkMinutes: walkSeconds / departures / 60,
    headsign,
  }
}

const withWait = ({ minutes, boarding }: Way): number => waitMinutes(boarding.departures) + minutes

const minutesOf = ({ departures, rideMinutes, walkMinutes }: Boarding): number =>
  waitMinutes(departures) + rideMinutes + walkMinutes

/** '9' before '10'. */
const { compare: byName } = new Intl.Collator('en', { numeric: true })
