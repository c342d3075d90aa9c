import { type Role } from '@offquad/contracts'

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
}
