import { RECENT_SIGN_IN_REQUIRED, type User } from '@offquad/contracts'
import { ProblemError } from '../api/problem-error'
import { createExternalStore, useExternalStore } from '../external-store'
import { sessionState } from './session-store'

/** A pending request to sign in, which the shell shows as a dialog. */
export interface SignInRequest {
  /** What signing in is needed for: 'save this apartment'. Absent when the visitor asked for nothing else. */
  purpose?: string
  resolve: (user: User) => void
  cancel: () => void
}

/** The visitor did not sign in: they closed the dialog, or the sign-in was rejected. */
export class SignInError extends Error {
  override name = 'SignInError'
  constructor(message = 'Failed to login') {
    super(message)
  }
}

/** What a toast says of a failure: its reason where people can do something about that, otherwise `text`. */
export const failureText = (error: unknown, text: string): string =>
  error instanceof SignInError || (error instanceof ProblemError && error.status === 0) ? error.message : text

const store = createExternalStore<SignInRequest | undefined>(undefined)

/**
 * The signed-in user. An anonymous visitor is asked to sign in first; the promise resolves once they have.
 * @param purpose completes 'To …, sign in': 'save this apartment'
 * @throws SignInError when they do not sign in
 */
export function requireUser(purpose?: string): Promise<User> {
  const { user } = sessionState()
  return user ? Promise.resolve(user) : requestSignIn(purpose)
}

function requestSignIn(purpose: string | undefined): Promise<User> {
  store.get()?.cancel()
  return new Promise((resolve, reject) => {
    store.set({
      purpose,
      resolve(user) {
        // Also of a request that was made since: the account was chosen in a window that an earlier one had opened.
        const latest = store.get()
        store.set(undefined)
        resolve(user)
        if (latest?.cancel !== cancel) latest?.resolve(user)
      },
      cancel,
    })
    function cancel(): void {
      store.set(undefined)
      reject(new SignInError())
    }
  })
}

/**
 * Runs `work` as the signed-in user. An anonymous visitor signs in first. When the session turns out to have expired, the
 * user signs in again and `work` runs once more, as the user who signed in then.
 * @param purpose completes 'To …, sign in': 'save this apartment'
 * @throws SignInError when they do not sign in, and whatever `work` throws
 */
export async function withUser<T>(purpose: string, work: (user: User) => Promise<T>): Promise<T> {
  const user = await requireUser(purpose)
  try {
    return await work(user)
  } catch (error) {
    const isOver = error instanceof ProblemError && error.status === 401 && !sessionState().user
    if (!isOver) throw error
    return work(await requireUser(purpose))
  }
}

/** Stands for the user of what is written without one. */
export const VISITOR = '-'

/**
 * Like `withUser`, for what a user has written: it is never sent as somebody else.
 * @param uid of its author; of what a visitor wrote, VISITOR: it is theirs who sign in to send it
 * @throws SignInError also when somebody else signs in
 */
export const asAuthor = <T>(uid: string, purpose: string, work: () => Promise<T>): Promise<T> =>
  withUser(purpose, (user) => {
    if (uid !== VISITOR && user.uid !== uid)
      throw new SignInError('Sign in as the person who wrote this to send it.')
    return work()
  })

/**
 * Runs `work` that requires a recent sign-in. When the service rejects it for that reason, the user signs in again and
 * `work` runs once more, but never as another user.
 * @throws SignInError when they do not sign in, or sign in as someone else, and whatever `work` throws
 */
export async function withRecentSignIn<T>(purpose: string, work: () => Promise<T>): Promise<T> {
  const { user } = sessionState()
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== RECENT_SIGN_IN_REQUIRED) throw error
    const signedIn = await requestSignIn(purpose)
    if (signedIn.uid !== user?.uid) throw new SignInError()
    return work()
  }
}

/** The pending request to sign in, for the shell's dialog. */
export const useSignInRequest = (): SignInRequest | undefined => useExternalStore(store)
