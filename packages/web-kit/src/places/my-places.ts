import {
  type CampusPlace,
  campusPlaces,
  getMyPlaces,
  inPlaceOrder,
  MAX_MY_PLACES,
  type MyPlace,
  orderMyPlaces,
  putMyPlace,
  removeMyPlace,
} from '@offquad/contracts'
import { useEffect } from 'react'
import { api } from '../api/api'
import { newIdempotencyKey } from '../api/idempotency-key'
import { ProblemError } from '../api/problem-error'
import { createExternalStore, useExternalStore } from '../external-store'
import { createTurns } from '../in-turn'
import { university } from '../page-data'
import { currentUser, useUser } from '../session/session'
import { browserPlaces, changeBrowserPlaces, onBrowserPlaces } from './browser-places'

/** The places that this student or visitor goes to. */
export interface MyPlaces {
  places: readonly MyPlace[]
  /** 'loading' also on the server, which has no places of users. */
  state: 'loading' | 'loaded' | 'failed'
}

interface State extends MyPlaces {
  /** The owner of the places: a user's id, '' for a visitor; undefined before the first load. */
  owner: string | undefined
}

const store = createExternalStore<State>({ places: [], state: 'loading', owner: undefined })

// Not on a server, which has no places of users.
if (typeof window !== 'undefined')
  onBrowserPlaces(() => {
    if (store.get().owner === '') store.set({ ...store.get(), places: browserPlaces() })
  })

/**
 * The places of the user, from their profile, or of a visitor, from this browser. The browser's places become the user's once
 * they sign in. Loaded after the page was hydrated, so that no page on the server or in a cache has them.
 */
export function useMyPlaces(): MyPlaces {
  const uid = useUser()?.uid ?? ''
  useEffect(() => {
    if (store.get().owner !== uid) void loadMyPlaces()
  }, [uid])
  return useExternalStore(store)
}

/** The places that are loaded, for code outside of components. */
export const knownMyPlaces = (): readonly MyPlace[] => store.get().places

/** The places that a search can name: the campus places, and the student's own. */
export const searchablePlaces = (): CampusPlace[] => [...campusPlaces(university()), ...knownMyPlaces()]

/** Loads the places, for example again after a failure. */
export async function loadMyPlaces(): Promise<void> {
  const owner = currentUser()?.uid ?? ''
  store.set({
    places: owner === '' ? browserPlaces() : [],
    state: owner === '' ? 'loaded' : 'loading',
    owner,
  })
  if (owner === '') return
  try {
    const { items } = await api(getMyPlaces)
    const taken = await takeOver(owner, items)
    if (store.get().owner === owner) store.set({ places: [...items, ...taken], state: 'loaded', owner })
  } catch {
    if (store.get().owner === owner) store.set({ places: [], state: 'failed', owner })
  }
}

/**
 * Moves the browser's places to the user's profile. Places beyond the limit stay in the browser.
 * @param places of the user
 * @returns the places that were added
 */
async function takeOver(owner: string, places: readonly MyPlace[]): Promise<readonly MyPlace[]> {
  const taken: MyPlace[] = []
  for (const place of browserPlaces()) {
    if (currentUser()?.uid !== owner) break
    const owned = [...places, ...taken]
    if (!owned.some((ownPlace) => isSame(ownPlace, place))) {
      if (owned.length >= MAX_MY_PLACES || !(await isStored(place))) continue
      taken.push(place)
    }
    changeBrowserPlaces((left) => left.filter(({ id }) => id !== place.id))
  }
  return taken
}

/** Compares campus places by their campus id, because each addition gets a new id. */
const isSame = (a: MyPlace, b: MyPlace): boolean =>
  a.id === b.id || (a.campusPlaceId !== undefined && a.campusPlaceId === b.campusPlaceId && a.mode === b.mode)

/** Stores a place in the profile. @returns false if there are enough already */
async function isStored({ id, ...body }: MyPlace): Promise<boolean> {
  try {
    await api(putMyPlace, { params: { id }, body })
    return true
  } catch (error) {
    if (error instanceof ProblemError && error.status === 409) return false
    throw error
  }
}

/**
 * Adds a place, or replaces the place with its id.
 * @throws ProblemError whose message says why it cannot be stored
 */
export async function saveMyPlace(place: MyPlace): Promise<void> {
  const { id, ...body } = place
  const { owner } = store.get()
  if (owner) await inTurn(() => api(putMyPlace, { params: { id }, body }))
  changePlaces(owner, (places) => withPlace(places, place))
}

const inTurn = createTurns()

const withPlace = (places: readonly MyPlace[], place: MyPlace): readonly MyPlace[] =>
  places.some(({ id }) => id === place.id)
    ? places.map((current) => (current.id === place.id ? place : current))
    : [...places, place]

/** @throws ProblemError whose message says why it cannot be removed */
export async function deleteMyPlace(id: string): Promise<void> {
  const { owner } = store.get()
  if (owner) await inTurn(() => api(removeMyPlace, { params: { id } }))
  changePlaces(owner, (places) => places.filter((place) => place.id !== id))
  if (owner) await takeOverNext(owner)
}

/** Moves more of the browser's places to the profile, which has room again. */
async function takeOverNext(owner: string): Promise<void> {
  try {
    const taken = await takeOver(owner, store.get().places)
    changePlaces(owner, (places) => taken.reduce(withPlace, places))
  } catch {
    // They stay in the browser until the places are loaded again.
  }
}

/** The latest order that the user chose. */
let latestOrder: readonly string[] = []

/**
 * Puts the places in the order of these ids, optimistically.
 * @throws ProblemError whose message says why it cannot be stored; the previous order is then restored
 */
export async function reorderMyPlaces(ids: readonly string[]): Promise<void> {
  const { owner, places } = store.get()
  changePlaces(owner, (current) => inPlaceOrder(current, ids))
  if (!owner) return
  latestOrder = ids
  try {
    await inTurn(() => api(orderMyPlaces, { body: { ids: [...ids] } }))
  } catch (error) {
    const before = places.map(({ id }) => id)
    if (latestOrder === ids) changePlaces(owner, (current) => inPlaceOrder(current, before))
    throw error
  }
}

/** Changes the user's places while they are signed in, or the browser's places including changes of other tabs. */
function changePlaces(
  owner: string | undefined,
  change: (places: readonly MyPlace[]) => readonly MyPlace[],
): void {
  const state = store.get()
  if (state.owner !== owner) return
  if (!owner) changeBrowserPlaces(change)
  store.set({ ...state, places: owner ? change(state.places) : browserPlaces() })
}

/** The id of a new place. */
export const newMyPlaceId = (): string => `my-${newIdempotencyKey()}`
