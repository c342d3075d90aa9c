import { ToastHost } from '@offquad/ui'
import { type ApiResponses, renderApp, SignInDouble } from '@offquad/web-kit/testing'
import { AdminPage } from '../pages/admin-page'

export const ADMIN = { uid: 'a1', displayName: 'Ada', email: 'ada@testville.edu', role: 'admin' } as const

/**
 * Renders the admin page with these responses of the API.
 * @param params of the URL: 'tab=data&kind=landlords'
 * @param signsInAs who signs in where a recent sign-in is required
 */
export function openAdminPage(params: string, responses: ApiResponses, signsInAs: { uid: string } = ADMIN) {
  return renderApp(
    <>
      <AdminPage />
      <SignInDouble user={{ ...ADMIN, ...signsInAs }} />
      <ToastHost />
    </>,
    { path: '/admin', url: `/admin?${params}`, responses },
  )
}

/** Records the bodies of PUT and POST requests, parsed. */
export function recordBodies(): unknown[] {
  const sent: unknown[] = []
  const originalFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (init?.body) sent.push(JSON.parse(String(init.body)))
    return originalFetch(input, init)
  }
  return sent
}
