import { type Coordinates } from '../catalog/entities'

export type TravelMode = 'walk' | 'bike' | 'drive'

/** A provider of travel times along streets. */
export interface Router {
  /** The provider's name, stored with its times. */
  id: 'google' | 'osrm'
  /** Differs for other keys and servers, so that a pause ends when the settings change. */
  settings: string
  /** Maximum number of origins in a request with one destination. */
  maxOrigins: number
  /**
   * Minutes from each of these places to each destination, a row for each origin; null if the provider knows no route.
   * @throws ProviderError when the provider returns no result
   */
  minutes(origins: Coordinates[], destinations: Coordinates[], mode: TravelMode): Promise<(number | null)[][]>
}

/** The method of times from a router; the number rises when its results are read differently. */
export const routedMethodOf = (id: Router['id']): string => `${id}-1`
