import { type Dispatch, type SetStateAction, useMemo } from 'react'
import { type Static, type TSchema, Type } from 'typebox'
import { useStoredValue, valueIn } from './stored-value'

/** A value of this tab's session storage. @param name of the entry, without the prefix that all entries of the site share */
export const inSession = <S extends TSchema>(name: string, schema: S) =>
  valueIn(() => sessionStorage, `offquad/${name}`, schema)

/**
 * Reads a value of this tab's session storage.
 * @param name of the entry, without the prefix that all entries of the site share
 * @returns undefined when nothing is stored, when it does not match the schema, or when the browser blocks storage
 */
export const readSession = <S extends TSchema>(name: string, schema: S): Static<S> | undefined =>
  inSession(name, schema).get()

/** Stores a value in this tab's session storage, as JSON; does nothing when it is full or the browser blocks it. */
export const writeSession = (name: string, value: unknown): void => inSession(name, Type.Unknown()).set(value)

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
  const stored = useMemo(() => inSession(name, schema), [name, schema])
  const setValue = (action: SetStateAction<Static<S>>) =>
    stored.set(isUpdater(action) ? action(stored.get() ?? initial) : action)
  return [useStoredValue(stored) ?? initial, setValue]
}

const isUpdater = <T>(action: SetStateAction<T>): action is (before: T) => T => typeof action === 'function'
