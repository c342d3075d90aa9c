import { type Coordinates } from '../entities'

export type TravelMode = 'walk' | 'bike' | 'drive'

/** Knows the streets, and how long ways along them take. */
export interface Router {
  /** Names the provider; stored with the times it gave. */
  id: 'google' | 'osrm'
  /** Changes with the key or the server, so that a pause ends when an administrator changes the settings. */
  settings: string
  /**
   * Minutes from one place to each of the others; null where there is no way or the provider does not know it.
   * @throws ProviderError when the provider gives no answer at all
   */
  minutesTo(from: Coordinates, destinations: Coordinates[], mode: TravelMode): Promise<(number | null)[]>
}

/** The method of times from a router; the number rises when its results are read differently. */
export const routedMethodOf = (id: Router['id']): string => `${id}-1`
