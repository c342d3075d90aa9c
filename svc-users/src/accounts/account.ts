import { ProfilePhotoUrl, type Role, type User } from '@offquad/contracts'
import { Value } from 'typebox/value'

/** A person the identity provider vouches for. */
export interface Profile {
  /** Who this is for the identity provider; stays the same when the address changes. */
  subject: string
  /** Lower case. */
  email: string
  isEmailVerified: boolean
  displayName: string
  photoURL: string | null
}

export interface Account extends Omit<Profile, 'isEmailVerified'> {
  id: string
  role: Role
  /** When an administrator decided the role; null while the settings of the site do. */
  roleDecidedAt: Date | null
  /** Rises when the access tokens and sessions of before are no longer good. */
  tokenVersion: number
}

export function presentUser({ id, displayName, email, photoURL, role }: Account): User {
  // Versions before stored whatever the identity provider said.
  const hasPhoto = Value.Check(ProfilePhotoUrl, photoURL)
  return { uid: id, displayName, email, role, ...(hasPhoto && { photoURL }) }
}
