import { MY_PLACES_KEY, MyPlace } from '@offquad/contracts'
import { Type } from 'typebox'
import { storedValue } from '../stored-value'

const NONE: readonly MyPlace[] = []

const stored = storedValue(MY_PLACES_KEY, Type.Array(MyPlace))

/** The places stored in this browser by any of its tabs. The same array until they change. */
export const browserPlaces = (): readonly MyPlace[] => stored.get() ?? NONE

/** @param change receives the stored places, including those that other tabs have added */
export function changeBrowserPlaces(change: (places: readonly MyPlace[]) => readonly MyPlace[]): void {
  const next = change(browserPlaces())
  stored.set(next.length > 0 ? [...next] : undefined)
}

/** Calls `listener` when they change, in any tab. */
export const onBrowserPlaces = (listener: () => void): void => void stored.subscribe(listener)
