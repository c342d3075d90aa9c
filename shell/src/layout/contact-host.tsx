import { contactSlot } from '@offquad/contracts'
import { Slot, useContactRequest } from '@offquad/web-kit'

/** Where the contact form opens, over whichever page asked for it. */
export function ContactHost() {
  const { request } = useContactRequest()
  if (!request) return null
  return <Slot contract={contactSlot} label="The contact form" props={request} />
}
