import { type contactSlot, type SlotPropsOf } from '@offquad/contracts'
import { createExternalStore, useExternalStore } from '../external-store'

/** The contact form to open, and its initial values. */
export type ContactRequest = SlotPropsOf<typeof contactSlot>

const store = createExternalStore<ContactRequest | undefined>(undefined)

/** Opens the contact form over the page, from any remote. */
export const requestContact = (request: ContactRequest): void => store.set(request)

/** The contact form to show, if any, and a function that closes it. */
export function useContactRequest(): { request: ContactRequest | undefined; close: () => void } {
  const request = useExternalStore(store)
  return { request, close: () => store.set(undefined) }
}
