import { RECENT_SIGN_IN_REQUIRED, type User } from '@offquad/contracts'
import { useSyncExternalStore } from 'react'
import { ProblemError } from '../api/problem-error'
import { sessionState } from './session-store'

/** Somebody is asked to sign in so that something can go on. */
export interface SignInRequest {
  /** What for: 'save this apartment'. Absent where signing in is all that is wanted. */
  purpose?: string
  resolve: (user: User) => void
  cancel: () => void
}

/** Nobody signed in: the window was closed, or the person may not. What was to be done was not done. */
export class SignInError extends Error {
  override name = 'SignInError'
  constructor() {
    super('Failed to login')
  }
}

let current: SignInRequest | undefined
const listeners = new Set<() => void>()

function replace(request: SignInRequest | undefined): void {
  current = request
  for (const notify of listeners) notify()
}

/**
 * The signed-in user; a visitor is asked to sign in first, and what awaits this goes on by itself afterwards.
 * @throws SignInError when they do not
 */
export function requireUser(purpose?: string): Promise<User> {
  const { user } = sessionState()
  return user ? Promise.resolve(user) : requestSignIn(purpose)
}

function requestSignIn(purpose: string | undefined): Promise<User> {
  current?.cancel()
  return new Promise((resolve, reject) => {
    const end = () => replace(undefined)
    replace({
      purpose,
      resolve: (signedIn) => {
        end()
        resolve(signedIn)
      },
      cancel: () => {
        end()
        reject(new SignInError())
      },
    })
  })
}

/**
 * Does something as the signed-in user. A visitor signs in first; so does somebody whose session turns out to be over,
 * and then it is done again, as whoever signed in.
 * @throws SignInError when they do not, and whatever `work` throws
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

/**
 * Does something that takes a sign-in of the last minutes: where the service refuses it for that, the person signs in
 * again and it is repeated. Never as another person.
 * @throws SignInError when they do not sign in, or as someone else, and whatever `work` throws
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

/** The request that waits for an answer; the shell shows it. */
export const useSignInRequest = (): SignInRequest | undefined =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => current,
  )
