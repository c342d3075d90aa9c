import { Slot, useContactRequest } from '@offquad/web-kit'

/** Where the contact form opens, over whichever page asked for it. */
export function ContactHost() {
  const { request, close } = useContactRequest()
  if (!request) return null
  return (
    <Slot remote="account" name="contact" label="The contact form" props={{ ...request, onClose: close }} />
  )
}
