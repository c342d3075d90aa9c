import { requireUser, SignInError } from '@offquad/web-kit'
import { type ApiResponses, MAYA, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { SignInHost } from './sign-in-host'

const CLIENT = 'offquad.apps.googleusercontent.com'

type Identity = NonNullable<NonNullable<NonNullable<Window['google']>['accounts']>['id']>

const initializations: unknown[] = []

/** A fake of Google Identity Services whose button returns a credential when clicked. */
function identityDouble() {
  let hand: (response: { credential: string }) => void = () => undefined
  const identity: Identity = {
    initialize({ callback, ...options }) {
      hand = callback
      initializations.push(options)
    },
    renderButton(parent) {
      const button = document.createElement('button')
      button.textContent = 'Sign in with Google'
      button.onclick = () => hand({ credential: 'from-google' })
      parent.append(button)
    },
    disableAutoSelect: () => undefined,
  }
  return identity
}

const googleScript = () =>
  waitFor(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src*="accounts.google.com"]')
    if (!script) throw new Error('the script of Google is not requested')
    return script
  })

/** Requests a sign-in. @returns its outcome */
function ask(responses: ApiResponses) {
  renderApp(<SignInHost />, {
    responses: { '/api/auth/nonce': { body: { nonce: 'n-1' } }, ...responses },
    pageData: { signIn: { clientId: CLIENT } },
  })
  let outcome: unknown = 'still waiting'
  act(() => {
    requireUser('save this apartment').then(
      (user) => (outcome = user),
      (error: unknown) => (outcome = error),
    )
  })
  return { outcome: () => outcome }
}

describe('signing in with Google', () => {
  afterEach(() => {
    replaceUser(undefined)
    initializations.length = 0
    window.google = undefined
    document.querySelectorAll('script').forEach((script) => script.remove())
  })

  it('reports that Google is unreachable, and retries the next time', async () => {
    const { outcome } = ask({})
    const script = await googleScript()

    act(() => void script.dispatchEvent(new Event('error')))

    expect(await screen.findByText(/Google cannot be reached right now/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(outcome()).toBeInstanceOf(SignInError))
    script.remove()
    act(() => void requireUser().catch(() => undefined))
    const retried = await googleScript()
    act(() => void retried.dispatchEvent(new Event('error')))
    expect(await screen.findByText(/Google cannot be reached right now/)).toBeTruthy()
  })

  it('asks for an account every time and then continues with the original action', async () => {
    const { outcome } = ask({ '/api/auth/google': { body: { accessToken: 't1', user: MAYA } } })
    window.google = { accounts: { id: identityDouble() } }
    const script = await googleScript()
    act(() => void script.dispatchEvent(new Event('load')))

    fireEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }))

    await waitFor(() => expect(outcome()).toEqual(MAYA))
    expect(initializations).toEqual([
      { client_id: CLIENT, ux_mode: 'popup', auto_select: false, nonce: 'n-1' },
    ])
    expect(screen.queryByText(/To save this apartment, sign in/)).toBeNull()
  })

  it('shows why a sign-in was rejected and lets the user choose another account', async () => {
    const detail = 'Error: Please sign in with a Testville email.'
    const { outcome } = ask({ '/api/auth/google': { status: 403, detail } })

    // Google's script is already loaded.
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }))

    expect(await screen.findByText(detail)).toBeTruthy()
    expect(outcome()).toBe('still waiting')
    expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeTruthy()
  })

  it('works without a nonce when the service does not issue any', async () => {
    const { outcome } = ask({
      '/api/auth/nonce': { status: 404 },
      '/api/auth/google': { body: { accessToken: 't1', user: MAYA } },
    })

    fireEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }))

    await waitFor(() => expect(outcome()).toEqual(MAYA))
    expect(initializations).toEqual([{ client_id: CLIENT, ux_mode: 'popup', auto_select: false }])
  })
})
