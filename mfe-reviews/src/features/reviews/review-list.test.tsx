import { type Review } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import {
  type ApiResponses,
  buildReview,
  MAYA,
  renderApp,
  replaceUser,
  signInBeforeEach,
  SignInDouble,
} from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ReviewList } from './review-list'

function open(review: Review, responses: ApiResponses = {}) {
  return renderApp(
    <>
      <ReviewList reviews={[review]} renderEditor={({ id }) => <p>Editing {id}</p>} />
      <SignInDouble />
      <ToastHost />
    </>,
    { responses },
  )
}
/** The reviews that the signed-in user wrote and liked. */
const userReviews = ({ own = [], liked = [] }: { own?: Review[]; liked?: Review[] }): ApiResponses => ({
  '/api/review/userId/u1/APPROVED': { body: own.filter(({ status }) => status === 'APPROVED') },
  '/api/review/userId/u1/REPORTED': { body: own.filter(({ status }) => status === 'REPORTED') },
  '/api/review/like/u1': { body: liked },
})
const helpful = (name: string, pressed = false) => screen.findByRole('button', { name, pressed })

describe('ReviewList', () => {
  signInBeforeEach()

  it.each([
    ['the month of a review to other readers', 'anonymous', 'Apr 2021', '2021-04-15T12:00:00Z'],
    ['the day of a review to its author', MAYA.uid, 'Apr 9, 2021', '2021-04-10T03:30:00.000Z'],
  ])('shows %s', async (_what, userId, text, date) => {
    open(buildReview({ userId, date }), userReviews({}))

    const machineReadable = (await screen.findByText(text)).getAttribute('datetime')
    expect(machineReadable).toBe(userId === 'anonymous' ? '2021-04' : date)
  })

  it('shows a text in its own direction', async () => {
    open(buildReview({ reviewText: 'السكن هادئ وقريب من الحرم (5 دقائق)!' }), userReviews({}))

    const paragraph = (await screen.findByText(/السكن/)).closest('p')
    expect(paragraph?.getAttribute('dir')).toBe('auto')
  })

  it('marks a review helpful optimistically, and only once while the call is in flight', async () => {
    const { calls } = open(buildReview(), userReviews({}))

    const button = await helpful('Helpful (2)')
    fireEvent.click(button)
    fireEvent.click(await helpful('Helpful (3)', true))

    // Not disabled, so that it keeps the focus.
    expect(button.matches(':disabled')).toBe(false)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(calls.filter((url) => url === '/api/add-like')).toHaveLength(1))
  })

  it('marks a review helpful as soon as a visitor has signed in', async () => {
    replaceUser(undefined)
    const { calls } = open(buildReview(), userReviews({}))
    fireEvent.click(await helpful('Helpful (2)'))

    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to mark a review helpful' }))

    await waitFor(() => expect(calls).toContain('/api/add-like'))
  })

  it('asks to sign in when the session has expired, then marks the review helpful', async () => {
    const responses: ApiResponses = {
      ...userReviews({}),
      '/api/add-like': { status: 401 },
      '/api/auth/refresh': { status: 401 },
    }
    open(buildReview(), responses)
    fireEvent.click(await helpful('Helpful (2)'))
    const signIn = await screen.findByRole('button', { name: 'Sign in to mark a review helpful' })
    responses['/api/add-like'] = { body: { likes: 3, liked: true } }

    fireEvent.click(signIn)

    const button = await screen.findByRole('button', { name: 'Helpful (3)' })
    expect(button.getAttribute('aria-disabled')).toBe('false')
  })

  it('rolls back when marking a review helpful fails', async () => {
    open(buildReview(), { ...userReviews({}), '/api/add-like': { status: 503 } })

    fireEvent.click(await helpful('Helpful (2)'))

    expect(await screen.findByText('Error with liking review')).toBeTruthy()
    expect((await helpful('Helpful (2)')).getAttribute('aria-disabled')).toBe('false')
  })

  it('shows the number of likes that the server returned', async () => {
    const review = buildReview()
    open(review, {
      ...userReviews({ liked: [review] }),
      '/api/remove-like': { body: { likes: 7, liked: false } },
    })

    fireEvent.click(await helpful('Helpful (2)', true))

    expect(await screen.findByRole('button', { name: 'Helpful (7)' })).toBeTruthy()
  })

  it('lets authors edit and delete their reviews, but neither like nor report them', async () => {
    const review = buildReview()
    open(review, userReviews({ own: [review] }))

    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))

    expect(screen.getByText('Editing r1')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Report|Helpful/ })).toBeNull()
  })

  it('lets readers like and report reviews of others, whether or not they see the author', async () => {
    for (const userId of ['anonymous', 'u2', undefined]) {
      const { unmount } = open(buildReview({ ...(userId && { userId }) }), userReviews({}))

      expect((await helpful('Helpful (2)')).getAttribute('aria-disabled')).toBe('false')
      expect(screen.getByRole('button', { name: 'Report Abuse' })).toBeTruthy()
      unmount()
    }
  })

  it('says nothing of likes where a review is not public', async () => {
    open(buildReview({ status: 'PENDING', userId: MAYA.uid }), userReviews({}))

    await screen.findByRole('button', { name: 'Edit' })
    expect(screen.queryByText(/Helpful/)).toBeNull()
  })

  it('tells the author of a reported review that it is being read, and offers no actions', async () => {
    const review = buildReview({ status: 'REPORTED' })
    open(review, userReviews({ own: [review] }))

    expect(await screen.findByText(/An administrator is reading it/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Helpful|Report/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Edit|Delete/ })).toBeNull()
  })

  it('reports a review with a reason; a failed report says so in its dialog, and can be sent again', async () => {
    const responses: ApiResponses = {
      ...userReviews({}),
      '/api/update-review-status/r1/REPORTED': { status: 503, detail: 'Please try again in a minute.' },
    }
    open(buildReview(), responses)
    fireEvent.click(await screen.findByRole('button', { name: 'Report Abuse' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this review?' }))
    const reason = dialog.getByRole('textbox', { name: /What is wrong/ })
    fireEvent.change(reason, { target: { value: 'It names me.' } })

    fireEvent.click(dialog.getByRole('button', { name: 'Report' }))

    expect((await dialog.findByRole('alert')).textContent).toBe(
      'It was not reported. Please try again in a minute.',
    )
    expect(reason).toHaveProperty('value', 'It names me.')

    responses['/api/update-review-status/r1/REPORTED'] = { body: buildReview({ status: 'REPORTED' }) }
    fireEvent.click(dialog.getByRole('button', { name: 'Report' }))
    expect(await screen.findByText('Review successfully reported!')).toBeTruthy()
  })
})
