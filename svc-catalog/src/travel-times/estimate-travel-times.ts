import { type TravelTimes, type University } from '@offquad/contracts'
import { type Place } from '../entities'
import { type TravelTimeProvider } from './travel-time-provider'

const EARTH_RADIUS_METRES = 6_371_009
const METRES_PER_MILE = 1609.344

/**
 * Ways on foot are 1.21 to 1.23 times as long as the straight line: S. O'Sullivan and J. Morrall, Walking Distances to
 * and from Light-Rail Transit Stations, Transportation Research Record 1538 (1996). Adults walk 1.31 m/s outdoors at
 * their usual pace: E. Murtagh et al., Outdoor Walking Speeds of Apparently Healthy Adults, Sports Medicine 51 (2021).
 */
const WALKING = { detour: 1.22, metresPerMinute: 1.31 * 60 }

/**
 * Ways through a town's streets are about 1.2 times as long as the straight line: G. Newell, Traffic Flow on
 * Transportation Networks (1980). Cars average 19 mph where traffic on downtown streets is between reasonably free and
 * stable: Highway Capacity Manual 2000, exhibit 15-2, class IV, between the levels of service B and C.
 */
const DRIVING = { detour: 1.2, metresPerMinute: (19 * METRES_PER_MILE) / 60 }

/** Estimates from the distance alone, for when nobody is configured who knows the streets. */
export function createTravelTimeEstimator(landmarks: University['landmarks']): TravelTimeProvider {
  return {
    async travelTimesFrom(place) {
      const { engQuad, hoPlaza, agQuad } = landmarks
      return {
        engQuadWalking: minutesBetween(place, engQuad, WALKING),
        engQuadDriving: minutesBetween(place, engQuad, DRIVING),
        hoPlazaWalking: minutesBetween(place, hoPlaza, WALKING),
        hoPlazaDriving: minutesBetween(place, hoPlaza, DRIVING),
        agQuadWalking: minutesBetween(place, agQuad, WALKING),
        agQuadDriving: minutesBetween(place, agQuad, DRIVING),
      } satisfies TravelTimes
    },
  }
}

function minutesBetween(from: Place, to: Place, way: typeof WALKING): number {
  return (greatCircleMetres(from, to) * way.detour) / way.metresPerMinute
}

/** The haversine formula, which keeps its precision for places next to each other. */
function greatCircleMetres(from: Place, to: Place): number {
  const [fromLatitude, toLatitude] = [radians(from.latitude), radians(to.latitude)]
  const chord =
    haversine(toLatitude - fromLatitude) +
    Math.cos(fromLatitude) * Math.cos(toLatitude) * haversine(radians(to.longitude - from.longitude))
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const haversine = (angle: number) => Math.sin(angle / 2) ** 2
