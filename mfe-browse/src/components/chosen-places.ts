import { CHOSEN_PLACES_KEY, ChosenPlaces, MAX_COMPARED } from '@offquad/contracts'
import { storedValue, useStoredValue } from '@offquad/web-kit'

const NONE: readonly string[] = []

/** Stored in this browser only; the shell reads it as well, to show the tray. */
const chosen = storedValue(CHOSEN_PLACES_KEY, ChosenPlaces)

/** The ids of the apartments to compare, in the order in which they were chosen. */
export const chosenPlaces = (): readonly string[] => chosen.get() ?? NONE

export const choosePlaces = (ids: readonly string[]): void =>
  chosen.set(ids.length > 0 ? ids.slice(0, MAX_COMPARED) : undefined)

/** Chooses an apartment, or removes it from the choice. @returns false if a comparison shows no more */
export function togglePlace(id: string): boolean {
  const ids = chosenPlaces()
  const isChosen = ids.includes(id)
  if (!isChosen && ids.length >= MAX_COMPARED) return false
  choosePlaces(isChosen ? ids.filter((chosenId) => chosenId !== id) : [...ids, id])
  return true
}

/** None on the server and during hydration. */
export const useChosenPlaces = (): readonly string[] => useStoredValue(chosen) ?? NONE

/** The page that compares these apartments. */
export const comparePath = (ids: readonly string[]): string =>
  `/compare${ids.length > 0 ? `?ids=${ids.map(encodeURIComponent).join(',')}` : ''}`

/** More than a comparison shows, so that it can name the places that it leaves out. */
const MOST_REQUESTED = 20

/** The apartments that the URL of a comparison names, each once. */
export const comparedIds = (parameters: URLSearchParams): string[] =>
  [...new Set(parameters.get('ids')?.split(','))]
    .filter((id) => id !== '' && id.length <= 64)
    .slice(0, MOST_REQUESTED)
