import { type Role, type User } from '@offquad/contracts'

/** A person as the identity provider describes them. */
export interface Profile {
  /** The provider's id of the person, which stays the same when the address changes. */
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
  /** An engineer's. */
  slices: string[]
  /** When an administrator set the role; null while the configuration decides it. */
  roleDecidedAt: Date | null
  /** Incremented to revoke all access tokens and sessions issued before. */
  tokenVersion: number
  createdAt: Date
  signedInAt: Date
}

export function presentUser({ id, displayName, email, photoURL, role, slices }: Account): User {
  return {
    uid: id,
    displayName,
    email,
    role,
    ...(slices.length > 0 && { slices }),
    ...(photoURL !== null && { photoURL }),
  }
}
