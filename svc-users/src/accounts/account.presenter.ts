import { type User } from '@offquad/contracts'
import { type Account } from './account'

export function presentUser({ id, displayName, email, photoURL, role }: Account): User {
  return { uid: id, displayName, email, role, ...(photoURL !== null && { photoURL }) }
}
