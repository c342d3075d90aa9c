import { type SignInDecision } from '@offquad/contracts'
import { type Profile } from './account'

/**
 * Somebody signed in with a subject that is new for the address of an existing account. The provider gives an address to
 * another person, or a person a new account: only an administrator can tell which.
 */
export interface WaitingSignIn extends Pick<Profile, 'subject' | 'email' | 'displayName'> {
  id: string
  /** Of the existing account. */
  userId: string
  requestedAt: Date
  status: 'waiting' | SignInDecision
  decision: Decision | null
}

export interface Decision {
  adminId: string
  decidedAt: Date
  /** Whose account it was when an administrator decided: a late execution replaces no other user. */
  replacedSubject: string
}

/** For the mail to the owner of the address. */
export type SignInMail = 'requested' | SignInDecision
