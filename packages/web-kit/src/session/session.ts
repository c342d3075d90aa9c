import { refreshSession, signInWithGoogle, signOut as signOutCall, type User } from '@offquad/contracts'
import { useSyncExternalStore } from 'react'
import { ProblemError } from '../api/problem-error'
import { clearOutbox } from '../outbox/outbox'
import { send } from '../api/send'
import { replaceSession, sessionState, subscribeToSession } from './session-store'

const REFRESH_LOCK = 'offquad/refresh'

let refreshing: Promise<string | undefined> | undefined

/** The token for a call; a session that is only remembered is refreshed first. undefined for a visitor. */
export async function accessTokenForCall(): Promise<string | undefined> {
  const { user, accessToken } = sessionState()
  return user && !accessToken ? refreshedAccessToken(undefined) : accessToken
}

/**
 * A token that is not the used-up one: another tab's, or a new one. undefined when the session is over.
 * @throws ProblemError when that cannot be found out right now; then the session stays as it is
 */
export function refreshedAccessToken(used: string | undefined): Promise<string | undefined> {
  refreshing ??= withLock(() => refresh(used)).finally(() => (refreshing = undefined))
  return refreshing
}

// Tabs refresh one after the other; who waited finds the token of who was first.
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, work) : work()

async function refresh(used: string | undefined): Promise<string | undefined> {
  const { accessToken } = sessionState()
  if (accessToken && accessToken !== used) return accessToken
  try {
    const session = await send(refreshSession, {})
    replaceSession(session)
    return session.accessToken
  } catch (error) {
    const isOver = error instanceof ProblemError && (error.status === 401 || error.status === 403)
    if (!isOver) throw error
    replaceSession(undefined)
    return undefined
  }
}

/** Confirms a remembered session when the page opens; without one it asks nobody. */
export async function resumeSession(): Promise<void> {
  // Out of reach: the first call that needs the session tries again and says so.
  await accessTokenForCall().catch(() => undefined)
}

/**
 * Begins a session with what the identity provider handed out.
 * @throws ProblemError; its message says why this person is not let in
 */
export async function signIn(credential: string): Promise<User> {
  const session = await send(signInWithGoogle, { body: { credential } })
  replaceSession(session)
  return session.user
}

/**
 * Ends the session here and in every tab, or on all devices.
 * @throws ProblemError when the server could not be told; the session goes on then, because its cookie is still good
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await send(signOutCall, { body: { everywhere } }, sessionState().accessToken)
  forgetSession()
}

/** Ends the session in this browser without asking the server, which knows already: the account is gone. */
export function forgetSession(): void {
  const { user } = sessionState()
  replaceSession(undefined)
  // What waits is not sent without its user, whether or not it is gone already.
  if (user) void clearOutbox(user.uid)
}

/** Who is signed in at this moment. */
export const currentUser = (): User | undefined => sessionState().user

/** Who is signed in; undefined for a visitor. Renders again when that changes, in any tab. */
export const useUser = (): User | undefined =>
  useSyncExternalStore(subscribeToSession, () => sessionState().user)
