import { useEffect, useEffectEvent, useRef, useState } from 'react'

const SCRIPT = 'https://accounts.google.com/gsi/client'

/** The part of Google Identity Services in use; see developers.google.com/identity/gsi/web/reference/js-reference. */
interface GoogleIdentity {
  initialize(options: {
    client_id: string
    callback: (response: { credential: string }) => void
    ux_mode: 'popup'
    auto_select: false
    nonce?: string
  }): void
  renderButton(parent: HTMLElement, options: { theme: 'outline'; size: 'large'; width: number }): void
  /** Requires the user to choose the account at the next sign-in. */
  disableAutoSelect(): void
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } }
  }
}

let loading: Promise<GoogleIdentity> | undefined

/** Loads Google's script once; a failure is not cached. */
function loadGoogleIdentity(): Promise<GoogleIdentity> {
  loading ??= new Promise<GoogleIdentity>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => {
      const identity = window.google?.accounts?.id
      if (identity) resolve(identity)
      else reject(new Error('Google Identity Services did not start'))
    }
    script.onerror = () => reject(new Error('Google Identity Services cannot be loaded'))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

interface GoogleButtonProps {
  clientId: string
  /** Nonce that the credential must contain. */
  nonce: string | undefined
  onCredential: (credential: string) => void
}

/** Google's sign-in button, whose popup returns a credential. */
export function GoogleButton({ clientId, nonce, onCredential }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const receive = useEffectEvent(onCredential)
  useEffect(() => {
    loadGoogleIdentity().then(
      (identity) => {
        identity.initialize({
          client_id: clientId,
          callback: ({ credential }) => receive(credential),
          ux_mode: 'popup',
          auto_select: false,
          ...(nonce !== undefined && { nonce }),
        })
        identity.disableAutoSelect()
        if (place.current)
          identity.renderButton(place.current, { theme: 'outline', size: 'large', width: 280 })
      },
      () => setHasFailed(true),
    )
  }, [clientId, nonce])
  if (hasFailed)
    return <p role="alert">Google cannot be reached right now. Check your connection and try again.</p>
  return <div ref={place} className="shell-google" />
}
