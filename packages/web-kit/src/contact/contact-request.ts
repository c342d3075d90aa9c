import { type contactSlot, type SlotPropsOf } from '@offquad/contracts'
import { useSyncExternalStore } from 'react'

/** Somebody wants to write to the team: which form, and what to begin it with. */
export type ContactRequest = SlotPropsOf<typeof contactSlot>

let current: ContactRequest | undefined
const listeners = new Set<() => void>()

function replace(request: ContactRequest | undefined): void {
  current = request
  for (const notify of listeners) notify()
}

/** Opens the contact form over the page, whichever remote asks. */
export const requestContact = (request: ContactRequest): void => replace(request)

/** The contact form that is to be open, and how to close it. */
export function useContactRequest(): { request: ContactRequest | undefined; close: () => void } {
  const request = useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => current,
  )
  return { request, close: () => replace(undefined) }
}
