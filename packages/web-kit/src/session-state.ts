import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { type Static, type TSchema } from 'typebox'
import { conforms } from './conforms'
import { useIsHydrating } from './use-is-hydrating'

const PREFIX = 'offquad/'

/**
 * Reads a value of this tab's session storage.
 * @param name of the entry, without the prefix that all entries of the site share
 * @returns undefined when nothing is stored, when it does not match the schema, or when the browser blocks storage
 */
export function readSession<S extends TSchema>(name: string, schema: S): Static<S> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    return conforms(schema, stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Stores a value in this tab's session storage, as JSON; does nothing when it is full or the browser blocks it. */
export function writeSession(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // The page works without storage; the value is lost on reload.
  }
}

/**
 * `useState` whose value survives reloads and navigation in this tab, in session storage: the order of a list, typed
 * text. Only for values that are not secret.
 * @param name of the entry: 'location/WEST'
 * @param schema a stored value that does not match it is ignored
 */
export function useSessionState<S extends TSchema>(
  name: string,
  schema: S,
  initial: Static<S>,
): readonly [Static<S>, Dispatch<SetStateAction<Static<S>>>] {
  const [stored] = useState<Static<S>>(() => readSession(name, schema) ?? initial)
  const latest = useRef(stored)
  const [rendered] = useState(initial)
  const [changed, setChanged] = useState<{ to: Static<S> }>()
  // The server rendered the initial value.
  const unchanged = useIsHydrating() ? rendered : stored
  const value = changed ? changed.to : unchanged
  useEffect(() => writeSession(name, value), [name, value])
  const setValue = useCallback(
    (action: SetStateAction<Static<S>>) => {
      const to = isUpdater(action) ? action(latest.current) : action
      latest.current = to
      // At once: a component that has left the page is no longer rendered, and would not store it in an effect.
      writeSession(name, to)
      setChanged({ to })
    },
    [name],
  )
  return [value, setValue]
}

const isUpdater = <T>(action: SetStateAction<T>): action is (before: T) => T => typeof action === 'function'
