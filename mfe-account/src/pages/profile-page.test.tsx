import { ToastHost } from '@offquad/ui'
import { type ApiResponses, buildReview, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ProfilePage } from './profile-page'

const MAYA = {
  uid: 'u1',
  displayName: 'Maya',
  email: 'maya@testville.edu',
  role: 'student',
  photoURL: 'https://pictures.example/maya.jpg',
} as const
const RESPONSES: ApiResponses = {
  '/api/review/userId/u1/REPORTED': { body: [] },
  '/api/review/userId/u1/PENDING': { body: [buildReview({ status: 'PENDING' })] },
  '/api/review/userId/u1/APPROVED': { body: [buildReview(), buildReview({ id: 'r2' })] },
  '/api/review/userId/u1/DECLINED': { body: [buildReview({ status: 'DECLINED' })] },
}

const open = (responses: ApiResponses = {}) =>
  renderApp(
    <>
      <ProfilePage />
      <ToastHost />
    </>,
    { path: '/profile', responses: { ...RESPONSES, ...responses } },
  )

describe('the profile page', () => {
  beforeEach(() => replaceUser(MAYA))
  afterEach(() => replaceUser(undefined))

  it('counts the reviews of each status, declined ones included', async () => {
    open()

    for (const title of ['Reported Reviews (0)', 'Pending Reviews (1)', 'Approved Reviews (2)'])
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Declined Reviews (1)' })).toBeTruthy()
    expect(screen.getByText('maya@testville.edu')).toBeTruthy()
  })

  it('shows why a review was declined, with the reason and the note of the administrator', async () => {
    open({
      '/api/review/userId/u1/DECLINED': {
        body: [
          buildReview({ status: 'DECLINED' }),
          buildReview({
            id: 'r2',
            status: 'DECLINED',
            decline: { reason: 'names-person', note: 'Please leave out “Kevin”.' },
          }),
        ],
      },
    })

    const reason = await screen.findByText(/names a person or makes one recognizable/)
    expect(reason.textContent).toContain('Why it was declined:')
    expect(screen.getByText('The administrator wrote: Please leave out “Kevin”.')).toBeTruthy()
    expect(screen.getByText(/Describe what happened without names/)).toBeTruthy()
    expect(screen.getAllByText(/Why it was declined/)).toHaveLength(1)
  })

  it('shows a decline with a reason that only a newer service knows', async () => {
    open({
      '/api/review/userId/u1/DECLINED': {
        body: [
          {
            ...buildReview({ status: 'DECLINED' }),
            decline: { reason: 'new-reason', note: 'Too many links.' },
          },
        ],
      },
    })

    expect(await screen.findByText('The administrator wrote: Too many links.')).toBeTruthy()
    expect(screen.getByText(/An administrator did not publish it/)).toBeTruthy()
  })

  it('shows a placeholder and requests no picture from the identity provider', async () => {
    const { container } = open()

    expect(await screen.findByRole('img', { name: 'No photo' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Declined Reviews (1)' })).toBeTruthy()
    expect(container.querySelector('img')).toBeNull()
  })

  it('opens the part that the URL names, and the reviews without one', async () => {
    renderApp(<ProfilePage />, { path: '/profile', url: '/profile?tab=places', responses: RESPONSES })

    expect(await screen.findByRole('heading', { name: 'My places' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Places' }).getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('heading', { name: /Pending Reviews/ })).toBeNull()

    fireEvent.click(screen.getByRole('link', { name: 'Reviews' }))

    expect(await screen.findByRole('heading', { name: 'Pending Reviews (1)' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'My places' })).toBeNull()
  })

  it('invites those who have not written anything to review their place', async () => {
    open({
      '/api/review/userId/u1/PENDING': { body: [] },
      '/api/review/userId/u1/APPROVED': { body: [] },
      '/api/review/userId/u1/DECLINED': { body: [] },
    })

    expect(await screen.findByText('You have not written a review yet.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Review your place' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /^Approved Reviews/ })).toBeNull()
  })

  it('explains who can view the profile', () => {
    open()

    fireEvent.click(screen.getByRole('button', { name: 'Who can view my profile?' }))

    const popup = within(screen.getByRole('group', { name: 'Who can view my profile?' }))
    expect(popup.getByRole('heading', { name: 'Who can view my profile?' })).toBeTruthy()
    expect(popup.getByText(/No one can. All reviews are anonymous, and only you see this page/)).toBeTruthy()
  })

  it('deletes the account only after confirmation, and then signs the user out and deletes their drafts', async () => {
    localStorage.setItem('offquad/drafts/u1/review/apartment/7', '{}')
    localStorage.setItem('offquad/drafts/u2/review/apartment/7', '{}')
    const { calls } = open({ '/api/account/delete': { body: { result: 'Success' } } })
    fireEvent.click(screen.getByRole('link', { name: 'Data' }))
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' })
    fireEvent.click(within(dialog).getByRole('radio', { name: /Remove my reviews/ }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.filter((url) => url.startsWith('/api/account'))).toEqual([])

    fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
    const again = await screen.findByRole('dialog', { name: 'Delete your account?' })
    fireEvent.click(within(again).getByRole('button', { name: 'Delete my account' }))

    expect(await screen.findByText('Your account is deleted.')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('Please sign in.')).toBeTruthy())
    expect(Object.keys(localStorage)).toEqual(['offquad/drafts/u2/review/apartment/7'])
    localStorage.clear()
  })

  it('reports a failed deletion and keeps the user signed in', async () => {
    open({ '/api/account/delete': { status: 503, detail: 'Accounts cannot be reached.' } })
    fireEvent.click(screen.getByRole('link', { name: 'Data' }))
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' })

    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete my account' }))

    expect(await screen.findByText('Accounts cannot be reached.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'My Profile' })).toBeTruthy()
  })
})
