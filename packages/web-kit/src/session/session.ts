import {
  refreshSession,
  type Session,
  signInWithGoogle,
  signOut as signOutCall,
  type User,
} from '@offquad/contracts'
import { ProblemError, unreachable } from '../api/problem-error'
import { send } from '../api/send'
import { useExternalStore } from '../external-store'
import { deleteDraft, draftsOf, withdrawSubmission } from '../drafts/drafts'
import { replaceSession, sessionState, sessionStore } from './session-store'

const REFRESH_LOCK = 'offquad/refresh'

/** A request without a response must not block every call of every tab. The next request gets the same token. */
const REFRESH_TIMEOUT_MS = 10_000

let refreshing: Promise<string | undefined> | undefined

/** The access token for a call; a session of the last visit is refreshed first. undefined for an anonymous visitor. */
export async function accessTokenForCall(): Promise<string | undefined> {
  const { user, accessToken } = sessionState()
  return user && !accessToken ? refreshedAccessToken(undefined) : accessToken
}

/**
 * A token other than the expired one: another tab's, or a new one. undefined when the session is over.
 * @throws ProblemError when the refresh failed for another reason; the session stays as it is
 */
export function refreshedAccessToken(expired: string | undefined): Promise<string | undefined> {
  refreshing ??= withLock(() => refresh(expired)).finally(() => (refreshing = undefined))
  return refreshing
}

// Tabs refresh one at a time; waiting tabs reuse the token of the first one.
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, work) : work()

async function refresh(expired: string | undefined): Promise<string | undefined> {
  const { accessToken, user } = sessionState()
  if (accessToken && accessToken !== expired) return accessToken
  const session = await refreshed()
  // Meanwhile the user signed out, here or in another tab, or another user signed in.
  if (sessionState().user?.uid !== user?.uid) return sessionState().accessToken
  replaceSession(session)
  return session?.accessToken
}

/** The refreshed session; undefined when the session is over. */
async function refreshed(): Promise<Session | undefined> {
  try {
    return await send(refreshSession, { signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS) })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw unreachable()
    if (error.status !== 401 && error.status !== 403) throw error
    return undefined
  }
}

/** Refreshes the session of the last visit when the page opens; sends nothing when there was none. */
export async function resumeSession(): Promise<void> {
  // When it fails, the first call that needs the session retries and reports the error.
  await accessTokenForCall().catch(() => undefined)
}

/**
 * Signs in with a credential of the identity provider.
 * @throws ProblemError whose message says why the sign-in was rejected
 */
export async function signIn(credential: string): Promise<User> {
  const session = await send(signInWithGoogle, { body: { credential } })
  replaceSession(session)
  return session.user
}

/**
 * Signs out in every tab of this browser, or on all devices. Before that, listeners of 'offquad/sign-out' add promises of what
 * has to be sent as this user.
 * @throws ProblemError when the server cannot be reached; the session continues, because its cookie is still valid
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const sending: Promise<unknown>[] = []
  dispatchEvent(new CustomEvent('offquad/sign-out', { detail: sending }))
  await Promise.allSettled(sending)
  await send(signOutCall, { body: { everywhere } }, sessionState().accessToken)
  endSession(withdrawSubmission)
}

/** Ends the session in this browser only, and deletes what its user typed: for an account that the server has already deleted. */
export const clearSession = (): void => endSession(deleteDraft)

function endSession(endDraft: (key: string) => void): void {
  const { user } = sessionState()
  replaceSession(undefined)
  if (user) for (const key of draftsOf(user.uid)) endDraft(key)
}

/** The signed-in user; undefined for an anonymous visitor. Components use `useUser`. */
export const currentUser = (): User | undefined => sessionState().user

/** The signed-in user; undefined for an anonymous visitor. Renders again when that changes, in any tab. */
export const useUser = (): User | undefined => useExternalStore(sessionStore, ({ user }) => user)
