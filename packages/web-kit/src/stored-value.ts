import { useSyncExternalStore } from 'react'
import { type Static, type TSchema } from 'typebox'
import { conforms } from './conforms'

/** A value in this browser's local storage, which all its tabs share, or in the session storage of a tab. */
export interface StoredValue<Value> {
  /** The latest value of any tab; undefined if none is stored or it violates the schema. The same object until it changes. */
  get: () => Value | undefined
  /** Stores a value; undefined removes it. If storage is full or blocked, the value lasts as long as the page is open. */
  set: (next: Value | undefined) => void
  /** Calls `listener` after every change, in any tab. @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

/** Listeners by key, because separately built apps may store the same value. */
const listenersOf = new Map<string, Set<() => void>>()

export const storedValue = <S extends TSchema>(key: string, schema: S): StoredValue<Static<S>> =>
  valueIn(() => localStorage, key, schema)

/** @param storage throws where the browser blocks it */
export function valueIn<S extends TSchema>(
  storage: () => Storage,
  key: string,
  schema: S,
): StoredValue<Static<S>> {
  let current: Static<S> | undefined
  /** The text from which `current` was parsed; undefined before the first read. */
  let readFrom: string | null | undefined
  const listeners = listenersOf.get(key) ?? new Set<() => void>()
  listenersOf.set(key, listeners)

  /** The stored text; undefined if the browser blocks storage. */
  function readText(): string | null | undefined {
    try {
      return storage().getItem(key)
    } catch {
      return undefined
    }
  }

  const notifyOfOtherTabs = ({ key: changed }: StorageEvent) => {
    if (changed === key || changed === null) for (const notify of listeners) notify()
  }

  return {
    get() {
      const text = readText()
      if (text !== undefined && text !== readFrom) {
        readFrom = text
        const value = parse(text)
        current = conforms(schema, value) ? value : undefined
      }
      return current
    },
    set(next) {
      current = next
      try {
        if (next === undefined) storage().removeItem(key)
        else storage().setItem(key, JSON.stringify(next))
      } catch {
        // Storage is full or blocked.
      }
      readFrom = readText()
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

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
