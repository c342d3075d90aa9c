import { contactSlot } from '@offquad/contracts'
import { Slot, useContactRequest } from '@offquad/web-kit'

/** Renders the contact form over the page when one is requested. */
export function ContactHost() {
  const { request, close } = useContactRequest()
  if (!request) return null
  return <Slot contract={contactSlot} label="The contact form" props={request} onClose={close} />
}
