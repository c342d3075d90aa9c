import { type MyPlace } from '@offquad/contracts'
import { browserPlaces } from '@offquad/web-kit'

/**
 * The names of places that stayed in the browser when a student signed in, because their profile was full.
 * @param places those of the profile
 */
export const placesLeftInBrowser = (places: readonly MyPlace[]): string[] =>
  browserPlaces()
    .filter(({ id }) => !places.some((other) => other.id === id))
    .map(({ name }) => name)
