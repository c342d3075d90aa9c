import { BUS_TIMES, TRAVEL_SPEEDS } from '@offquad/contracts'
import KDBush from 'kdbush'
import { type Coordinates } from '../../catalog/entities'
import { type BusStop } from './timetable'

/** Calls `visit` with each stop within walking distance of a place, in no particular order. */
export type EachStopNear = (place: Coordinates, visit: (stop: number, walkMinutes: number) => void) => void

/** On a sphere with the mean radius of the earth. */
const METRES_PER_DEGREE = (Math.PI / 180) * 6_371_009
const MINUTES_PER_METRE = TRAVEL_SPEEDS.walk.detour / TRAVEL_SPEEDS.walk.metresPerMinute
const REACH = BUS_TIMES.stopMetres / METRES_PER_DEGREE

/**
 * Finds stops on a plane, for speed: within walking distance it differs from the sphere by less than a metre, and thousands
 * of places are looked up at a time.
 */
export function createStopFinder(stops: readonly BusStop[]): EachStopNear {
  const latitudes = Float64Array.from(stops, ({ latitude }) => latitude)
  const longitudes = Float64Array.from(stops, ({ longitude }) => longitude)
  const tree = new KDBush(stops.length)
  for (const { latitude, longitude } of stops) tree.add(longitude, latitude)
  tree.finish()
  return ({ latitude, longitude }, visit) => {
    const eastWest = Math.cos((latitude * Math.PI) / 180)
    const width = REACH / eastWest
    for (const stop of tree.range(longitude - width, latitude - REACH, longitude + width, latitude + REACH)) {
      const north = (latitudes[stop] ?? 0) - latitude
      const east = ((longitudes[stop] ?? 0) - longitude) * eastWest
      const degrees = Math.sqrt(north * north + east * east)
      if (degrees <= REACH) visit(stop, degrees * METRES_PER_DEGREE * MINUTES_PER_METRE)
    }
  }
}
