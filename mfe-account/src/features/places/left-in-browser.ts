import { MY_PLACES_KEY, MyPlace } from '@offquad/contracts'
import { conforms } from '@offquad/web-kit'

/**
 * The names of places that stayed in the browser when a student signed in, because their profile was full.
 * @param places those of the profile
 */
export function placesLeftInBrowser(places: readonly MyPlace[]): string[] {
  return storedPlaces()
    .filter(({ id }) => !places.some((other) => other.id === id))
    .map(({ name }) => name)
}

function storedPlaces(): MyPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(MY_PLACES_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((place) => conforms(MyPlace, place)) : []
  } catch {
    // Storage is blocked, or something else has written into it.
    return []
  }
}
