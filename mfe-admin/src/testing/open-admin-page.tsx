import { ToastHost } from '@offquad/ui'
import { type ApiResponses, renderApp, replaceUser, SignInDouble } from '@offquad/web-kit/testing'
import { screen } from '@testing-library/react'
import { AdminPage } from '../pages/admin-page'

export const ADMIN = { uid: 'a1', displayName: 'Ada', email: 'ada@testville.edu', role: 'admin' } as const

/**
 * Renders the admin page with these responses of the API.
 * @param params of the URL: 'tab=data&kind=landlords'
 * @param signsInAs the user who signs in when a recent sign-in is required
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

/** Signs the administrator in before each test, and afterwards out; the tab's storage is cleared. */
export function signInAsAdminBeforeEach(): void {
  beforeEach(() => replaceUser(ADMIN))
  afterEach(() => {
    replaceUser(undefined)
    sessionStorage.clear()
  })
}

/** The item of a list with this heading. */
export async function itemOf(name: string): Promise<HTMLElement> {
  const item = (await screen.findByRole('heading', { name })).closest('li')
  if (!item) throw new Error(`${name} is not in the list`)
  return item
}
