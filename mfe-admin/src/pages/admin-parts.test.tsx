import { ToastHost } from '@offquad/ui'
import { type Answers, buildApartment, buildReview, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { AdminPage } from './admin-page'

const ADMIN = { uid: 'a1', displayName: 'Ada', email: 'ada@testville.edu', role: 'admin' } as const

const open = (tab: string, answers: Answers) =>
  renderApp(
    <>
      <AdminPage />
      <ToastHost />
    </>,
    { path: '/admin', url: `/admin?tab=${tab}`, answers },
  )

describe('a part of the admin page', () => {
  beforeEach(() => replaceUser(ADMIN))
  afterEach(() => {
    replaceUser(undefined)
    sessionStorage.clear()
  })

  it('carries the number of waiting reviews in the title of the tab', async () => {
    open('queues', {
      '/api/admin/waiting-reviews': {
        events: [
          { reported: 1, pending: 2 },
          { reported: 1, pending: 4 },
        ],
      },
    })

    await waitFor(() => expect(document.title).toBe('(5) Offquad | Admin'))
  })

  it('shows what failed in the background and why, and lets it be tried again', async () => {
    const failed = {
      ...{
        name: 'travel-times',
        purpose: 'Computes how far it is',
        waiting: 3,
        active: 1,
        delayed: 0,
        failed: 2,
      },
      failures: [{ id: '7', reason: 'no road', failedAt: '2024-02-01T10:00:00.000Z', attempts: 8 }],
    }
    const { calls } = open('queues', {
      '/api/admin/queues': { body: [failed] },
      '/api/admin/queues/travel-times/retry': { body: { retried: 2 } },
    })
    expect(await screen.findByRole('row', { name: /^Computes how far it is.* 3 1 0 2$/ })).toBeTruthy()
    expect(screen.getByText(/no road/)).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'Try all 2 again' }))

    await waitFor(() => expect(calls).toContain('/api/admin/queues/travel-times/retry'))
    expect(await screen.findByText('2 tried again.')).toBeTruthy()
  })

  it('says who decided what; who is no administrator any more has no name', async () => {
    const entry = { date: '2024-02-01T10:00:00.000Z', reviewId: 'r1', from: 'PENDING', to: 'DECLINED' }
    open('activity&by=a1', {
      '/api/admin/administrators': { body: [{ id: 'a1', displayName: 'Ada' }] },
      '/api/admin/moderation-trend?days=90': {
        body: {
          days: [{ date: '2024-02-01', submitted: 3, approved: 1, declined: 1, reported: 0 }],
          medianHoursToDecision: 7.54,
        },
      },
      '/api/admin/moderation-log?adminId=a1&offset=0&size=20': {
        body: {
          entries: [
            { ...entry, id: 'd1', adminId: 'a1' },
            { ...entry, id: 'd2', adminId: 'gone', from: 'REPORTED', to: 'APPROVED' },
          ],
          total: 2,
        },
      },
      '/api/review-by-id/r1': { body: buildReview({ reviewText: 'Thin walls.' }) },
    })

    await screen.findByText('Ada', { selector: 'strong' })
    const [first, second] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('Declined a review that was pending')
    expect(second?.textContent).toContain('A former administrator')
    expect(second?.textContent).toContain('Ignored the report of a review')
    expect(await screen.findByText('7.5 hours')).toBeTruthy()
    expect(screen.getByRole('row', { name: '2024-02-01 3 1 1 0' })).toBeTruthy()
  })

  it('sends of an apartment only what was changed, and shows at its field what is wrong', async () => {
    const sent: unknown[] = []
    const path = '/api/admin/apartments/a1'
    open('data&kind=apartments&id=a1', {
      '/api/apts/a1': { body: [buildApartment({ id: 'a1', name: 'The Mill' })] },
      [path]: { status: 400, errors: [{ field: 'price', message: 'Must be a number.' }] },
    })
    const answer = globalThis.fetch
    globalThis.fetch = (input, init) => {
      if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)))
      return answer(input, init)
    }
    const price = await screen.findByLabelText('Rent per person, $')

    fireEvent.change(price, { target: { value: 'much' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Must be a number.')).toBeTruthy()
    expect(sent).toEqual([{ price: 'much' }])
    expect(price.getAttribute('aria-invalid')).toBe('true')
    expect((price as HTMLInputElement).value).toBe('much')
  })
})
