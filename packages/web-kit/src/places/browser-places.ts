import { isMyPlaceId, MAX_MY_PLACES, MY_PLACES_KEY, MyPlace } from '@offquad/contracts'
import { Type } from 'typebox'
import { storedValue } from '../stored-value'

const NONE: readonly MyPlace[] = []

const stored = storedValue(MY_PLACES_KEY, Type.Array(MyPlace))
const usable = new WeakMap<readonly MyPlace[], readonly MyPlace[]>()

/** The places that this browser has stored, as its tabs have left them. The same array until they change. */
export function browserPlaces(): readonly MyPlace[] {
  const all = stored.get()
  if (!all) return NONE
  const known = usable.get(all) ?? all.filter(({ id }) => isMyPlaceId(id)).slice(0, MAX_MY_PLACES)
  usable.set(all, known)
  return known
}

/** @param change gets what is stored now, with what other tabs have added */
export function changeBrowserPlaces(change: (places: readonly MyPlace[]) => readonly MyPlace[]): void {
  const next = change(browserPlaces())
  stored.set(next.length > 0 ? [...next] : undefined)
}

/** Calls `listener` when they change, in any tab. */
export const onBrowserPlaces = (listener: () => void): void => void stored.subscribe(listener)
