import {
  type CampusPlace,
  campusPlaces,
  getMyPlaces,
  inPlaceOrder,
  isMyPlaceId,
  MAX_MY_PLACES,
  MY_PLACES_KEY,
  MyPlace,
  orderMyPlaces,
  putMyPlace,
  removeMyPlace,
} from '@offquad/contracts'
import { useEffect } from 'react'
import { Type } from 'typebox'
import { api } from '../api/api'
import { newIdempotencyKey } from '../api/idempotency-key'
import { ProblemError } from '../api/problem-error'
import { conforms } from '../conforms'
import { createExternalStore, useExternalStore } from '../external-store'
import { university } from '../page-data'
import { currentUser, useUser } from '../session/session'

/** The places that this student or visitor goes to. */
export interface MyPlaces {
  places: readonly MyPlace[]
  /** loading: also on the server, which knows no one's places. */
  state: 'loading' | 'loaded' | 'failed'
}

interface State extends MyPlaces {
  /** Whose they are: a user's id, '' without one; undefined: no one asked yet. */
  owner: string | undefined
}

const store = createExternalStore<State>({ places: [], state: 'loading', owner: undefined })

/**
 * The places of the user, from their profile, or without one from this browser. Those of the browser become the user's once
 * they sign in. Loaded after the page was hydrated, so that no page on the server or in a cache has them.
 */
export function useMyPlaces(): MyPlaces {
  const uid = useUser()?.uid ?? ''
  useEffect(() => {
    if (store.get().owner !== uid) void loadMyPlaces()
  }, [uid])
  return useExternalStore(store)
}

/** The places as they are known now, for code outside of components. */
export const knownMyPlaces = (): readonly MyPlace[] => store.get().places

/** The places on campus, and those of this student: what a search can name. */
export const searchablePlaces = (): CampusPlace[] => [...campusPlaces(university()), ...knownMyPlaces()]

/** Loads them again, after a failure. */
export async function loadMyPlaces(): Promise<void> {
  const owner = currentUser()?.uid ?? ''
  store.set({ places: owner === '' ? readBrowser() : [], state: owner === '' ? 'loaded' : 'loading', owner })
  if (owner === '') return
  try {
    await takeOver()
    const { items } = await api(getMyPlaces)
    if (store.get().owner === owner) store.set({ places: items, state: 'loaded', owner })
  } catch {
    if (store.get().owner === owner) store.set({ places: [], state: 'failed', owner })
  }
}

/** Gives the user what the browser had: what does not fit, because there are enough, is given up. */
async function takeOver(): Promise<void> {
  const found = readBrowser()
  if (found.length === 0) return
  for (const { id, ...body } of found)
    await api(putMyPlace, { params: { id }, body }).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.status !== 409) throw error
    })
  writeBrowser([])
}

/**
 * Adds a place, or replaces the one with its id.
 * @throws ProblemError whose message says why it cannot be stored
 */
export async function saveMyPlace(place: MyPlace): Promise<void> {
  const { owner, places } = store.get()
  const isKnown = places.some(({ id }) => id === place.id)
  const { id, ...body } = place
  if (owner) await api(putMyPlace, { params: { id }, body })
  replacePlaces(isKnown ? places.map((other) => (other.id === id ? place : other)) : [...places, place])
}

/** @throws ProblemError whose message says why it cannot be removed */
export async function deleteMyPlace(id: string): Promise<void> {
  if (store.get().owner) await api(removeMyPlace, { params: { id } })
  replacePlaces(store.get().places.filter((other) => other.id !== id))
}

/**
 * Puts the places in the order of these ids, at once.
 * @throws ProblemError whose message says why it cannot be stored; the order is as it was then
 */
export async function reorderMyPlaces(ids: readonly string[]): Promise<void> {
  const { owner, places } = store.get()
  replacePlaces(inPlaceOrder(places, ids))
  if (!owner) return
  try {
    await api(orderMyPlaces, { body: { ids: [...ids] } })
  } catch (error) {
    if (store.get().owner === owner)
      replacePlaces(
        inPlaceOrder(
          store.get().places,
          places.map(({ id }) => id),
        ),
      )
    throw error
  }
}

function replacePlaces(places: readonly MyPlace[]): void {
  const known = store.get()
  if (!known.owner) writeBrowser(places)
  store.set({ ...known, places })
}

/** The id of a new place. */
export const newMyPlaceId = (): string => `my-${newIdempotencyKey()}`

const Stored = Type.Array(MyPlace)

function readBrowser(): MyPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(MY_PLACES_KEY) ?? '[]')
    return conforms(Stored, stored) ? stored.filter(({ id }) => isMyPlaceId(id)).slice(0, MAX_MY_PLACES) : []
  } catch {
    return []
  }
}

function writeBrowser(places: readonly MyPlace[]): void {
  try {
    if (places.length === 0) localStorage.removeItem(MY_PLACES_KEY)
    else localStorage.setItem(MY_PLACES_KEY, JSON.stringify(places))
  } catch {
    // Blocked or full: they are known until the page is closed.
  }
}
