import { type Static, type TSchema } from 'typebox'
import { conforms } from './conforms'

const PREFIX = 'offquad/'

/**
 * What was remembered under this name for the browser's session. What does not conform to the schema counts as nothing; so
 * does a browser that keeps nothing.
 */
export function recall<S extends TSchema>(name: string, schema: S): Static<S> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    return conforms(schema, kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Remembers it for the browser's session, as JSON. */
export function remember(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Full, or forbidden: the page works, it only forgets.
  }
}
