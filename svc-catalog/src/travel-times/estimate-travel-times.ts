import { type University } from '@offquad/contracts'
import { type Coordinates, type TravelLeg } from '../entities'
import { greatCircleMetres } from '../great-circle'

/** The method of estimated times; rises with every change of the estimate, so that stored ones are computed again. */
export const ESTIMATE_METHOD = 'estimate-2'

const METRES_PER_MILE = 1609.344

interface Mode {
  /** Length of routes relative to the straight line. */
  detour: number
  metresPerMinute: number
  /** Minutes before departure and after arrival. */
  terminalMinutes: number
}

/**
 * Walking routes are 1.21 to 1.23 times as long as the straight line: S. O'Sullivan and J. Morrall, Walking Distances to
 * and from Light-Rail Transit Stations, Transportation Research Record 1538 (1996). Adults walk 1.31 m/s outdoors at
 * their usual pace: E. Murtagh et al., Outdoor Walking Speeds of Apparently Healthy Adults, Sports Medicine 51 (2021).
 * Slopes are ignored: no published factor applies without the elevations along the route.
 */
const WALKING: Mode = { detour: 1.22, metresPerMinute: 1.31 * 60, terminalMinutes: 0 }

/**
 * Routes through a town's streets are about 1.2 times as long as the straight line: G. Newell, Traffic Flow on
 * Transportation Networks (1980). Cars average 19 mph where traffic on downtown streets is between reasonably free and
 * stable: Highway Capacity Manual 2000, exhibit 15-2, class IV, between the levels of service B and C.
 * Getting to the car, parking it and walking from there is assumed to take 3 minutes. Travel models add such terminal
 * times to the time in the car; the figure is our assumption.
 */
const DRIVING: Mode = { detour: 1.2, metresPerMinute: (19 * METRES_PER_MILE) / 60, terminalMinutes: 3 }

export interface TravelTimeEstimator {
  /** Minutes on foot and by car to each landmark. */
  estimateFrom(place: Coordinates): Record<TravelLeg, number>
}

/** Estimates travel times from the distance alone, without a router. */
export function createTravelTimeEstimator(landmarks: University['landmarks']): TravelTimeEstimator {
  return {
    estimateFrom(place) {
      const { engQuad, hoPlaza, agQuad } = landmarks
      return {
        engQuadWalking: minutesBetween(place, engQuad, WALKING),
        engQuadDriving: minutesBetween(place, engQuad, DRIVING),
        hoPlazaWalking: minutesBetween(place, hoPlaza, WALKING),
        hoPlazaDriving: minutesBetween(place, hoPlaza, DRIVING),
        agQuadWalking: minutesBetween(place, agQuad, WALKING),
        agQuadDriving: minutesBetween(place, agQuad, DRIVING),
      }
    },
  }
}

const minutesBetween = (
  from: Coordinates,
  to: Coordinates,
  { detour, metresPerMinute, terminalMinutes }: Mode,
): number => terminalMinutes + (greatCircleMetres(from, to) * detour) / metresPerMinute
