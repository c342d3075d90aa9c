import { RECENT_SIGN_IN_REQUIRED, type User } from '@offquad/contracts'
import { ProblemError } from '../api/problem-error'
import { createExternalStore, useExternalStore } from '../external-store'
import { sessionState, sessionStore } from './session-store'

/** A pending request to sign in, which the shell shows as a dialog. */
export interface SignInRequest {
  /** The action that requires signing in: 'save this apartment'. Absent if the visitor only wants to sign in. */
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

/** Text of the toast for a failure: its reason if users can act on it, otherwise `text`. */
export const failureText = (error: unknown, text: string): string =>
  error instanceof SignInError || (error instanceof ProblemError && error.status === 0) ? error.message : text

const store = createExternalStore<(SignInRequest & { isOfVisitor: boolean }) | undefined>(undefined)

// Visitors may sign in in another tab. A user who is signed in already is asked to sign in again here.
sessionStore.subscribe(() => {
  const { user } = sessionState()
  const request = store.get()
  if (user && request?.isOfVisitor) request.resolve(user)
})

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
      isOfVisitor: !sessionState().user,
      resolve(user) {
        // Also settles a newer request: the visitor chose the account in the window of an earlier one.
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
 * @throws SignInError when they do not sign in, and any error of `work`
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

/** Stands for the author of drafts without a user. */
export const VISITOR = '-'

/**
 * Like `withUser`, for a user's content, which is never sent as another user.
 * @param uid of the author, or VISITOR: a visitor's content belongs to the user who signs in to send it
 * @throws SignInError also when another user signs in
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
 * @throws SignInError when they do not sign in, or sign in as another user, and any error of `work`
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
