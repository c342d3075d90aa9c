import './sign-in.css'
import { issueSignInNonce } from '@offquad/contracts'
import { Button, Dialog } from '@offquad/ui'
import { api, pageData, type SignInRequest, signIn, university, useSignInRequest } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chooseAccount } from './chooser-popup'
import { GoogleButton } from './google-button'

/** Shows the sign-in dialog when one is requested; the request resolves after signing in. */
export function SignInHost() {
  const request = useSignInRequest()
  useEffect(() => (request ? focusSuccessor : undefined), [request])
  return (
    <Dialog title="Sign in" width={440} isOpen={request !== undefined} onClose={() => request?.cancel()}>
      {request && <SignInForm request={request} />}
    </Dialog>
  )
}

/** Signing in removes the header's button, to which the dialog would have returned the focus. */
function focusSuccessor(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.shell-account, .shell-menu-button'))
    // A button that is hidden at this width takes no focus.
    if (document.activeElement === document.body) button.focus()
}

function SignInForm({ request }: { request: SignInRequest }) {
  const { name, emailDomain } = university()
  const { clientId, chooserUrl } = pageData().signIn ?? {}
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [attempt, setAttempt] = useState(1)
  // The nonce binds an attempt to this browser. Older services send none, and the sign-in works without it.
  const { data, isPending } = useQuery({
    queryKey: [issueSignInNonce.path, attempt],
    queryFn: () => api(issueSignInNonce).catch(() => ({ nonce: undefined })),
    staleTime: Infinity,
    gcTime: 0,
  })
  const nonce = data?.nonce

  async function signInWith(credential: Promise<string>): Promise<void> {
    setFailure(undefined)
    setIsBusy(true)
    try {
      request.resolve(await signIn(await credential))
    } catch (error) {
      setFailure((error as Error).message)
      setAttempt((before) => before + 1)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="offquad-stack">
      <p>
        {request.purpose ? `To ${request.purpose}, sign in ` : 'Sign in '}
        with your {name} Google account (@{emailDomain}). Reviews stay anonymous.
      </p>
      {clientId && chooserUrl && (
        <Button
          type="primary"
          size="large"
          loading={isBusy}
          disabled={isPending}
          onClick={() => void signInWith(chooseAccount(chooserUrl, { clientId, nonce }))}
        >
          Continue with Google
        </Button>
      )}
      {clientId && !chooserUrl && isPending && <div className="shell-google" />}
      {clientId && !chooserUrl && !isPending && (
        <GoogleButton
          clientId={clientId}
          nonce={nonce}
          onCredential={(credential) => void signInWith(Promise.resolve(credential))}
        />
      )}
      {!clientId && <p>Signing in is not set up on this site.</p>}
      <p role="alert" className="shell-sign-in-failure offquad-notice">
        {failure}
      </p>
    </div>
  )
}
