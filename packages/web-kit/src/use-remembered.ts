import { type Static, type TSchema } from 'typebox'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { recall, remember } from './session-memory'

/**
 * State that outlives the page within the browser's session: how much of a list was shown, how it was sorted.
 * What was kept and does not conform to the schema counts as nothing; so does a browser that keeps nothing.
 */
export function useRemembered<S extends TSchema>(
  name: string,
  schema: S,
  initial: Static<S>,
): readonly [Static<S>, Dispatch<SetStateAction<Static<S>>>] {
  const [value, setValue] = useState<Static<S>>(() => recall(name, schema) ?? initial)
  useEffect(() => remember(name, value), [name, value])
  return [value, setValue]
}
