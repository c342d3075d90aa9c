import { RECENT_SIGN_IN_REQUIRED } from '@offquad/contracts'
import { type ApiResponses, recordBodies } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { itemOf, openAdminPage, signInAsAdminBeforeEach } from '../testing/open-admin-page'

const ADA = {
  userId: 'a1',
  email: 'ada@testville.edu',
  displayName: 'Ada',
  role: 'admin',
  lastSeenAt: '2024-02-01T10:00:00.000Z',
  configuredRole: 'admin',
  isLastAdministrator: true,
}
const DEV = {
  email: 'dev@testville.edu',
  role: 'developer',
  decidedAt: ADA.lastSeenAt,
  isLastAdministrator: false,
}
const WAITING = {
  id: 'w1',
  email: 'maya@testville.edu',
  displayName: 'Maya New',
  requestedAt: ADA.lastSeenAt,
  account: { userId: 'u1', displayName: 'Maya', role: 'admin', signedInAt: ADA.lastSeenAt },
}
const BO = { ...DEV, email: 'bo@testville.edu', role: 'student', configuredRole: 'admin' }

const people = (...items: { role: string; [field: string]: unknown }[]): ApiResponses => ({
  '/api/people': { body: { items, total: items.length } },
  '/api/people?role=admin': {
    body: { items: items.filter(({ role }) => role === 'admin'), total: items.length },
  },
})

const open = (responses: ApiResponses, signsInAs?: { uid: string }) =>
  openAdminPage('tab=people', responses, signsInAs)

describe('the People tab', () => {
  signInAsAdminBeforeEach()

  it('shows role, last visit, and conflicts with the settings of the site', async () => {
    open(people(ADA, BO, DEV))

    const ada = await itemOf('Ada')
    expect(ada.textContent).toContain('Administrator')
    expect(ada.textContent).toContain('ada@testville.edu')
    expect(ada.textContent).toContain('Last seen Feb 1, 2024')
    expect(ada.textContent).toContain('By the setting ADMIN_EMAILS')
    expect((await itemOf('dev@testville.edu')).textContent).toContain('Has not signed in yet')
    expect((await itemOf('bo@testville.edu')).textContent).toContain(
      'Revoked here, although the setting ADMIN_EMAILS still names this address.',
    )
    expect(screen.getByRole('heading', { name: 'People with a role (3)' })).toBeTruthy()
  })

  it('lists waiting sign-ins, counts them in the tab, and allows one after confirmation', async () => {
    open({
      ...people(ADA),
      '/api/admin/waiting-sign-ins': { body: { items: [WAITING], total: 1 } },
      '/api/admin/waiting-sign-ins/w1': {
        body: { id: 'w1', decision: 'allowed', decidedAt: ADA.lastSeenAt },
      },
    })

    const sent = recordBodies()
    expect((await itemOf('Maya New')).textContent).toContain(
      'The account: Maya, administrator, last signed in',
    )
    expect(screen.getByRole('link', { name: 'People 1' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Allow the sign-in of maya@testville.edu' }))
    const question = within(await screen.findByRole('dialog', { name: 'Allow this sign-in?' }))
    expect(question.getByText(/signed out everywhere/)).toBeTruthy()
    fireEvent.click(question.getByRole('button', { name: 'Allow' }))

    expect(await screen.findByText('The sign-in of maya@testville.edu was allowed.')).toBeTruthy()
    expect(sent).toEqual([{ decision: 'allowed' }])
  })

  it('shows a role that only a newer service knows', async () => {
    const waiting = { ...WAITING, account: { ...WAITING.account, role: 'moderator' } }
    open({
      ...people({ ...DEV, role: 'moderator' }),
      '/api/admin/waiting-sign-ins': { body: { items: [waiting], total: 1 } },
    })

    expect((await itemOf('dev@testville.edu')).textContent).toContain('moderator')
    expect((await itemOf('Maya New')).textContent).toContain('The account: Maya, moderator')
  })

  it('explains that the last administrator cannot be revoked, and hides waiting sign-ins if there are none', async () => {
    open({ ...people(ADA), '/api/admin/waiting-sign-ins': { body: { items: [], total: 0 } } })

    const ada = within(await itemOf('Ada'))

    expect(ada.queryByRole('button')).toBeNull()
    expect(
      ada.getByText(/^This is the last administrator who has signed in\. .* have them sign in\.$/),
    ).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /Sign-ins awaiting approval/ })).toBeNull()
  })

  it('revokes a role after confirmation and, if required, a recent sign-in', async () => {
    const responses: ApiResponses = {
      ...people(ADA, DEV),
      '/api/people/role': { status: 403, code: RECENT_SIGN_IN_REQUIRED },
    }
    open(responses)
    const sent = recordBodies()
    fireEvent.click(within(await itemOf('dev@testville.edu')).getByRole('button'))
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
    const again = await screen.findByRole('button', { name: 'Sign in to revoke a role' })
    responses['/api/people/role'] = { body: { ...DEV, role: 'student' } }

    fireEvent.click(again)

    expect(await screen.findByText('dev@testville.edu no longer has a role.')).toBeTruthy()
    const expected = { email: 'dev@testville.edu', role: 'student' }
    expect(sent).toEqual([expected, expected])
  })

  it('focuses the neighbor of whoever loses a role, and nothing else when that fails', async () => {
    const responses: ApiResponses = {
      ...people(ADA, DEV),
      '/api/people/role': { status: 409, detail: 'This is the last administrator.' },
    }
    open(responses)
    const ada = await itemOf('Ada')
    const revoke = within(await itemOf('dev@testville.edu')).getByRole('button')
    const confirm = async () => {
      revoke.focus()
      fireEvent.click(revoke)
      fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
    }
    await confirm()
    await screen.findByText('This is the last administrator.')
    expect(document.activeElement).not.toBe(ada)
    Object.assign(responses, people(ADA), { '/api/people/role': { body: { ...DEV, role: 'student' } } })

    await confirm()

    await waitFor(() => expect(revoke.isConnected).toBe(false))
    expect(document.activeElement).toBe(ada)
  })

  it('stops when a different user signs in', async () => {
    open(
      { ...people(ADA, DEV), '/api/people/role': { status: 403, code: RECENT_SIGN_IN_REQUIRED } },
      { uid: 'someone-else' },
    )
    const sent = recordBodies()
    fireEvent.click(within(await itemOf('dev@testville.edu')).getByRole('button'))
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))

    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to revoke a role' }))

    expect(await screen.findByText('Failed to login')).toBeTruthy()
    expect(sent).toHaveLength(1)
  })

  it('grants a role by e-mail address and rejects one of another domain', async () => {
    open({
      ...people(ADA),
      '/api/people/role': { body: { ...DEV, email: 'new@testville.edu', role: 'admin' } },
    })
    const sent = recordBodies()
    const address = await screen.findByRole('textbox', { name: /^E-mail address/ })
    fireEvent.change(address, { target: { value: 'new@gmail.com' } })
    fireEvent.click(screen.getByRole('button', { name: 'Grant' }))
    expect(await screen.findByText('Please enter an address that ends with @testville.edu.')).toBeTruthy()
    expect(document.activeElement).toBe(address)

    fireEvent.change(address, { target: { value: ' new@testville.edu' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Role' }), { target: { value: 'admin' } })
    fireEvent.click(screen.getByRole('button', { name: 'Grant' }))

    expect(await screen.findByText('new@testville.edu: Administrator')).toBeTruthy()
    expect(sent).toEqual([{ email: 'new@testville.edu', role: 'admin' }])
  })

  it('makes someone the engineer of at least one slice', async () => {
    const engineer = { ...DEV, email: 'new@testville.edu', slices: ['mfe-browse'] }
    open({
      ...people(ADA, engineer),
      '/api/people/role': { body: engineer },
      '/api/admin/releases': { body: [{ app: 'mfe-browse' }, { app: 'shell' }] },
    })
    const sent = recordBodies()
    expect((await itemOf('new@testville.edu')).textContent).toContain('Engineer of mfe-browse')
    fireEvent.change(screen.getByRole('textbox', { name: /^E-mail address/ }), {
      target: { value: 'new@testville.edu' },
    })
    fireEvent.change(screen.getByRole('combobox', { name: 'Role' }), { target: { value: 'engineer' } })
    fireEvent.click(screen.getByRole('button', { name: 'Grant' }))
    expect(await screen.findByText('Please choose at least one slice.')).toBeTruthy()

    fireEvent.click(await screen.findByRole('checkbox', { name: 'mfe-browse' }))
    fireEvent.click(screen.getByRole('button', { name: 'Grant' }))

    expect(await screen.findByText('new@testville.edu: Engineer')).toBeTruthy()
    expect(sent).toEqual([{ email: 'new@testville.edu', role: 'developer', slices: ['mfe-browse'] }])
  })

  it('asks before it grants an administrator a lower role', async () => {
    open({ ...people({ ...ADA, isLastAdministrator: false }), '/api/people/role': { body: DEV } })
    const sent = recordBodies()
    const address = await screen.findByRole('textbox', { name: /^E-mail address/ })
    fireEvent.change(address, { target: { value: 'Ada@testville.edu ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Grant' }))

    const question = within(await screen.findByRole('dialog', { name: 'Grant a lower role?' }))
    expect(question.getByText(/will no longer be an administrator and is signed out/)).toBeTruthy()
    expect(sent).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Make them a developer' }))

    expect(await screen.findByText('dev@testville.edu: Developer')).toBeTruthy()
    expect(sent).toEqual([{ email: 'Ada@testville.edu', role: 'developer' }])
  })

  it('asks about an administrator of a later page, too', async () => {
    open({
      ...people(DEV),
      '/api/people?role=admin': { body: { items: [], total: 51, next: 'c1' } },
      '/api/people?role=admin&cursor=c1': { body: { items: [ADA], total: 51 } },
    })
    const address = await screen.findByRole('textbox', { name: /^E-mail address/ })
    fireEvent.change(address, { target: { value: ADA.email } })
    fireEvent.click(screen.getByRole('button', { name: 'Grant' }))

    expect(await screen.findByRole('dialog', { name: 'Grant a lower role?' })).toBeTruthy()
  })

  it('shows why the service rejected a revocation', async () => {
    open({
      ...people(ADA, { ...DEV, role: 'admin' }),
      '/api/people/role': { status: 409, detail: 'This is the last administrator.' },
    })
    fireEvent.click(within(await itemOf('dev@testville.edu')).getByRole('button'))
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))

    expect(await screen.findByText('This is the last administrator.')).toBeTruthy()
  })

  it('retries after a failure and says when no one has a role', async () => {
    const responses: ApiResponses = { '/api/people': { status: 503 } }
    open(responses)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    Object.assign(responses, people())

    fireEvent.click(retry)

    expect(await screen.findByText('No one has a role yet.')).toBeTruthy()
  })
})
