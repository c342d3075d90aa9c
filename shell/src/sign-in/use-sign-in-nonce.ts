import { issueSignInNonce } from '@offquad/contracts'
import { api } from '@offquad/web-kit'
import { useEffect, useState } from 'react'

/** `isSettled` is false while it loads. Without a nonce the sign-in is still accepted when none could be issued. */
export interface SignInNonce {
  nonce: string | undefined
  isSettled: boolean
}

/**
 * The nonce that binds the next sign-in to this browser.
 * @param attempt a nonce is valid for one attempt: another number requests another one
 */
export function useSignInNonce(attempt: number): SignInNonce {
  const [settled, setSettled] = useState<{ attempt: number; nonce: string | undefined }>()
  useEffect(() => {
    let isCurrent = true
    const settle = (nonce: string | undefined) => isCurrent && setSettled({ attempt, nonce })
    // An older service does not issue nonces.
    api(issueSignInNonce).then(
      ({ nonce }) => settle(nonce),
      () => settle(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt])
  return settled?.attempt === attempt
    ? { nonce: settled.nonce, isSettled: true }
    : { nonce: undefined, isSettled: false }
}
