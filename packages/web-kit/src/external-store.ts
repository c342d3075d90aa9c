import { useSyncExternalStore } from 'react'

/** State that lives outside of React, one copy for the page: any module may read or replace it. */
export interface ExternalStore<State> {
  get: () => State
  /** Replaces the state and notifies every subscriber. States are compared by identity: never mutate one. */
  set: (next: State) => void
  /** Calls `listener` after every `set`. @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates an external store. Components read it with `useExternalStore`, everything else with `get`.
 * @example const pending = createExternalStore<readonly Decision[]>([])
 */
export function createExternalStore<State>(initial: State): ExternalStore<State> {
  let state = initial
  const listeners = new Set<() => void>()
  const store: ExternalStore<State> = {
    get: () => state,
    set(next) {
      state = next
      for (const notify of listeners) notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  initialStates.set(store, initial)
  return store
}

/** Pages are rendered on the server, and hydrated, in the state that a store was created with. */
const initialStates = new WeakMap<object, unknown>()

/**
 * The state of an external store, or a part of it; renders again when the returned value changes.
 * @param select must return the same object for the same state (a member of it, not a new object)
 */
export function useExternalStore<State>(store: ExternalStore<State>): State
export function useExternalStore<State, Selected>(
  store: ExternalStore<State>,
  select: (state: State) => Selected,
): Selected
export function useExternalStore<State>(
  store: ExternalStore<State>,
  select: (state: State) => unknown = (state) => state,
): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(initialStates.has(store) ? (initialStates.get(store) as State) : store.get()),
  )
}
