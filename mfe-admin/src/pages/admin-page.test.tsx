import { type Review } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import { type Answers, buildReview, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { AdminPage } from './admin-page'

const ADMIN = { uid: 'a1', displayName: 'Ada', email: 'ada@testville.edu', role: 'admin' } as const
const MAYA_ASKS = {
  ...{ id: 'q1', date: '2024-01-05T10:00:00.000Z', name: 'Maya', email: 'maya@testville.edu' },
  ...{ msg: 'Is the heating included?', userId: 'u1', status: 'PENDING' },
}
const pageOf = (status: string, reviews: Review[]): Answers => ({
  [`/api/admin/reviews?status=${status}&offset=0&size=20`]: { body: { reviews, total: reviews.length } },
})
const NOTHING: Answers = {
  '/api/admin/review-counts': { body: { approved: 15, reported: 0, pending: 0, declined: 0 } },
  ...pageOf('REPORTED', []),
  ...pageOf('PENDING', []),
  ...pageOf('DECLINED', []),
  '/api/review/WEST/count': { body: { count: 12 } },
  '/api/review/NORTH/count': { body: { count: 3 } },
  '/api/pending-buildings/PENDING': { body: [] },
  '/api/contact-questions/PENDING': { body: [MAYA_ASKS] },
}

const open = (tab: string, answers: Answers = {}) =>
  renderApp(
    <>
      <AdminPage />
      <ToastHost />
    </>,
    { path: '/admin', url: `/admin?tab=${tab}`, answers: { ...NOTHING, ...answers } },
  )
const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

describe('the admin page', () => {
  beforeEach(() => replaceUser(ADMIN))
  afterEach(() => {
    jest.useRealTimers()
    replaceUser(undefined)
    sessionStorage.clear()
  })

  it('opens the tab its address names and leads to the others', async () => {
    open('contact')

    expect(await screen.findByRole('heading', { name: 'Contact Questions (1)' })).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Reviews' }))
    expect(await screen.findByRole('heading', { name: 'Pending Reviews (0)' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Reviews' }).getAttribute('aria-current')).toBe('page')
    expect(document.title).toBe('Offquad | Admin')
  })

  it('writes down how many reviews each area has', async () => {
    open('reviews')

    expect(await screen.findByRole('row', { name: 'Total approved 15' })).toBeTruthy()
    expect(await screen.findByRole('row', { name: 'West 12' })).toBeTruthy()
    expect(await screen.findByRole('row', { name: 'North 3' })).toBeTruthy()
  })

  it('shows how often, when and why a review was reported', async () => {
    const reports = [
      { date: '2024-02-01T10:00:00.000Z', userId: 'u2', reason: 'It names a neighbour.' },
      { date: '2024-02-02T10:00:00.000Z', userId: 'u3', reason: '' },
    ]
    open('reviews', { ...pageOf('REPORTED', [buildReview({ status: 'REPORTED', reports })]) })

    expect(await screen.findByRole('heading', { name: 'Reported 2 times' })).toBeTruthy()
    expect(screen.getByText(/It names a neighbour\./)).toBeTruthy()
    expect(screen.getByText(/No reason given/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ignore' })).toBeTruthy()
  })

  it('leads through many of them a page at a time, and back when a page is empty by now', async () => {
    const reviews = Array.from({ length: 20 }, (_, index) =>
      buildReview({ id: `r${index}`, status: 'PENDING' }),
    )
    const path = '/api/admin/reviews?status=PENDING&offset'
    open('reviews', {
      [`${path}=0&size=20`]: { body: { reviews, total: 25 } },
      [`${path}=20&size=20`]: { body: { reviews: [], total: 20 } },
    })
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of pending reviews' }))
    expect(pages.getByText('1 to 20 of 25')).toBeTruthy()

    fireEvent.click(pages.getByRole('button', { name: 'Older' }))

    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(20))
  })

  it('takes a decision at once and sends it when it was not undone for five seconds', async () => {
    const { calls } = open('reviews', {
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
      '/api/update-review-status/r1/APPROVED': { body: buildReview() },
    })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    jest.useFakeTimers()

    fireEvent.click(approve)

    expect(screen.getByRole('heading', { name: 'Pending Reviews (0)' })).toBeTruthy()
    await later(4_900)
    expect(calls.filter((url) => url.includes('update'))).toEqual([])
    await later(200)
    expect(calls.filter((url) => url.includes('update'))).toEqual(['/api/update-review-status/r1/APPROVED'])
  })

  it('sends nothing that was undone, and shows it again', async () => {
    const { calls } = open('reviews', {
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
    })
    const decline = await screen.findByRole('button', { name: 'Decline' })
    jest.useFakeTimers()
    fireEvent.click(decline)
    const undo = within(screen.getByRole('list', { name: 'Decisions that can be undone' }))

    fireEvent.click(undo.getByRole('button', { name: 'Undo' }))
    await later(6_000)

    expect(screen.getByRole('heading', { name: 'Pending Reviews (1)' })).toBeTruthy()
    expect(calls.filter((url) => url.includes('update'))).toEqual([])
  })

  it('says that another administrator was faster', async () => {
    open('reviews', {
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
      '/api/update-review-status/r1/APPROVED': { status: 409 },
    })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    jest.useFakeTimers()
    fireEvent.click(approve)
    await later(5_100)
    jest.useRealTimers()

    expect(await screen.findByText(/Another administrator was faster/)).toBeTruthy()
  })

  it('sends what still waits when the page is left', async () => {
    const { calls, unmount } = open('contact', {
      '/api/update-contact-question-status/q1/COMPLETED': { body: { ...MAYA_ASKS, status: 'COMPLETED' } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
    expect(screen.getByRole('heading', { name: 'Contact Questions (0)' })).toBeTruthy()

    unmount()

    await waitFor(() => expect(calls).toContain('/api/update-contact-question-status/q1/COMPLETED'))
  })
})
