import { isMyPlaceId, MAX_MY_PLACES, MY_PLACES_KEY, MyPlace } from '@offquad/contracts'
import { Type } from 'typebox'
import { conforms } from '../conforms'

const NONE: readonly MyPlace[] = []

const Stored = Type.Array(MyPlace)

let known: readonly MyPlace[] = NONE
/** The stored text that `known` was parsed from; undefined before the first read. */
let readFrom: string | null | undefined

/** The places that this browser has stored, as its tabs have left them. The same array until they change. */
export function browserPlaces(): readonly MyPlace[] {
  let text: string | null
  try {
    text = localStorage.getItem(MY_PLACES_KEY)
  } catch {
    // Storage is blocked: they are known as long as the page is open.
    return known
  }
  if (text !== readFrom) {
    readFrom = text
    known = parse(text)
  }
  return known
}

function parse(text: string | null): readonly MyPlace[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!conforms(Stored, stored)) return NONE
    return stored.filter(({ id }) => isMyPlaceId(id)).slice(0, MAX_MY_PLACES)
  } catch {
    return NONE
  }
}

/** @param change gets what is stored now, with what other tabs have added */
export function changeBrowserPlaces(change: (places: readonly MyPlace[]) => readonly MyPlace[]): void {
  known = change(browserPlaces())
  try {
    if (known.length > 0) localStorage.setItem(MY_PLACES_KEY, JSON.stringify(known))
    else localStorage.removeItem(MY_PLACES_KEY)
    readFrom = localStorage.getItem(MY_PLACES_KEY)
  } catch {
    // Storage is full or blocked: they are known as long as the page is open.
  }
}

/** Calls `listener` when another tab has changed them. */
export function onBrowserPlaces(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === MY_PLACES_KEY || key === null) listener()
  })
}
