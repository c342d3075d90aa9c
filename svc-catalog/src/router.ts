import { type Coordinates } from './entities'

export type TravelMode = 'walk' | 'bike' | 'drive'

/** A provider of travel times along streets. */
export interface Router {
  /** The provider's name, stored with its times. */
  id: 'google' | 'osrm'
  /** Differs for other keys and servers, so that a pause ends when the settings change. */
  settings: string
  /**
   * Minutes from one place to each of the others; null where the provider knows no route.
   * @throws ProviderError when the provider returns no result
   */
  minutesTo(from: Coordinates, destinations: Coordinates[], mode: TravelMode): Promise<(number | null)[]>
  /** The most places of one request of `minutesFrom`. */
  maxOrigins: number
  /**
   * Minutes from each of these places to one destination; null if the provider knows no route.
   * @throws ProviderError when the provider returns no result
   */
  minutesFrom(origins: Coordinates[], to: Coordinates, mode: TravelMode): Promise<(number | null)[]>
}

/** The method of times from a router; the number rises when its results are read differently. */
export const routedMethodOf = (id: Router['id']): string => `${id}-1`
