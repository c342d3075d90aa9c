import { ProfilePhotoUrl, type User } from '@offquad/contracts'
import { Value } from 'typebox/value'
import { type Account } from './account'

export function presentUser({ id, displayName, email, photoURL, role }: Account): User {
  // Versions before stored whatever the identity provider said.
  const hasPhoto = Value.Check(ProfilePhotoUrl, photoURL)
  return { uid: id, displayName, email, role, ...(hasPhoto && { photoURL }) }
}
