import { useSyncExternalStore } from 'react'
import { type Static, type TSchema } from 'typebox'
import { conforms } from './conforms'

/** A value in this browser's local storage, which all its tabs share. */
export interface StoredValue<Value> {
  /** As any tab has left it; undefined where nothing is stored, or something else than its schema says. The same until it changes. */
  get: () => Value | undefined
  /** undefined: removes it. Where storage is full or blocked, it is known as long as the page is open. */
  set: (next: Value | undefined) => void
  /** Calls `listener` after every change, in any tab. @returns unsubscribes */
  subscribe: (listener: () => void) => () => void
}

/** By key: code of separately built apps may store the same value. */
const listenersOf = new Map<string, Set<() => void>>()

export function storedValue<S extends TSchema>(key: string, schema: S): StoredValue<Static<S>> {
  let known: Static<S> | undefined
  /** The text that `known` was parsed from; undefined before the first read. */
  let readFrom: string | null | undefined
  const listeners = listenersOf.get(key) ?? new Set<() => void>()
  listenersOf.set(key, listeners)

  const notifyOfOtherTabs = ({ key: changed }: StorageEvent) => {
    if (changed === key || changed === null) for (const notify of listeners) notify()
  }

  return {
    get() {
      const text = readText(key)
      if (text !== undefined && text !== readFrom) {
        readFrom = text
        const value = parse(text)
        known = conforms(schema, value) ? value : undefined
      }
      return known
    },
    set(next) {
      known = next
      try {
        if (next === undefined) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Full or blocked.
      }
      readFrom = readText(key)
      for (const notify of listeners) notify()
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', notifyOfOtherTabs)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', notifyOfOtherTabs)
      }
    },
  }
}

/** A stored value; undefined on the server and during hydration. Renders again when it changes, in any tab. */
export const useStoredValue = <Value>({ subscribe, get }: StoredValue<Value>): Value | undefined =>
  useSyncExternalStore(subscribe, get, () => undefined)

/** undefined where the browser blocks storage. */
function readText(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key)
  } catch {
    return undefined
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
