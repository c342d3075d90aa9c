import { issueSignInNonce } from '@offquad/contracts'
import { api } from '@offquad/web-kit'
import { useEffect, useState } from 'react'

/** `isSettled` is false until it is known; a sign-in without a nonce is still accepted where none could be issued. */
export interface SignInNonce {
  nonce: string | undefined
  isSettled: boolean
}

/**
 * The nonce that ties the next sign-in to this browser.
 * @param attempt a nonce is good for one attempt: with another number another one is requested
 */
export function useSignInNonce(attempt: number): SignInNonce {
  const [settled, setSettled] = useState<{ attempt: number; nonce: string | undefined }>()
  useEffect(() => {
    let isWanted = true
    const settle = (nonce: string | undefined) => isWanted && setSettled({ attempt, nonce })
    // A service of the version before does not issue any.
    api(issueSignInNonce).then(
      ({ nonce }) => settle(nonce),
      () => settle(undefined),
    )
    return () => {
      isWanted = false
    }
  }, [attempt])
  return settled?.attempt === attempt
    ? { nonce: settled.nonce, isSettled: true }
    : { nonce: undefined, isSettled: false }
}
