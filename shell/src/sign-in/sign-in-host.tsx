import './sign-in.css'
import { Button, Dialog } from '@offquad/ui'
import { pageData, type SignInRequest, signIn, university, useSignInRequest } from '@offquad/web-kit'
import { useState } from 'react'
import { chooseAccount } from './chooser-popup'
import { GoogleButton } from './google-button'

/** Asks a visitor to sign in when something needs it; what waits for it goes on afterwards. */
export function SignInHost() {
  const request = useSignInRequest()
  return (
    <Dialog title="Sign in" width={440} isOpen={request !== undefined} onClose={() => request?.cancel()}>
      {request && <SignInForm request={request} />}
    </Dialog>
  )
}

function SignInForm({ request }: { request: SignInRequest }) {
  const { name, emailDomain } = university()
  const { clientId, chooserUrl } = pageData().signIn ?? {}
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function enter(credential: Promise<string>): Promise<void> {
    setFailure(undefined)
    setIsBusy(true)
    try {
      request.resolve(await signIn(await credential))
    } catch (error) {
      setFailure((error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="shell-sign-in">
      <p>
        {request.purpose ? `To ${request.purpose}, sign in ` : 'Sign in '}
        with your {name} Google account (@{emailDomain}). Reviews stay anonymous.
      </p>
      {clientId && chooserUrl && (
        <Button
          type="primary"
          size="large"
          loading={isBusy}
          onClick={() => void enter(chooseAccount(chooserUrl, clientId))}
        >
          Continue with Google
        </Button>
      )}
      {clientId && !chooserUrl && (
        <GoogleButton
          clientId={clientId}
          onCredential={(credential) => void enter(Promise.resolve(credential))}
        />
      )}
      {!clientId && <p>Signing in is not set up on this site.</p>}
      <p role="alert" className="shell-sign-in-failure">
        {failure}
      </p>
    </div>
  )
}
