import { type TravelTimes } from '@offquad/contracts'
import { type Place } from '../entities'

/** Whoever can say how long the ways from a place to the landmarks take. */
export interface TravelTimeProvider {
  /** Minutes on foot and by car to each landmark. */
  travelTimesFrom(place: Place): Promise<TravelTimes>
}
