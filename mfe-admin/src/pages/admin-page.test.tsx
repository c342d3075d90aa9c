import { type ApiResponses } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { openAdminPage, signInAsAdminBeforeEach } from '../testing/open-admin-page'

const QUESTION = {
  id: 'q1',
  date: '2024-01-05T10:00:00.000Z',
  name: 'Maya',
  email: 'maya@testville.edu',
  msg: 'Is the heating included?',
  userId: 'u1',
  status: 'PENDING',
}
const EMPTY_QUEUE = { body: { reviews: [], total: 0 } }
const RESPONSES: ApiResponses = {
  '/api/admin/reviews?status=REPORTED&offset=0&size=40': EMPTY_QUEUE,
  '/api/admin/reviews?status=PENDING&offset=0&size=40': EMPTY_QUEUE,
  '/api/admin/reviews?status=DECLINED&offset=0&size=40': EMPTY_QUEUE,
  '/api/pending-buildings/PENDING': { body: [] },
  '/api/contact-questions/PENDING': { body: [QUESTION] },
}

const open = (tab: string, responses: ApiResponses = {}) =>
  openAdminPage(`tab=${tab}`, { ...RESPONSES, ...responses })

describe('the admin page', () => {
  signInAsAdminBeforeEach()

  it('opens the tab in the URL and links to the others', async () => {
    open('contact')

    expect(await screen.findByRole('heading', { name: 'Contact Questions (1)' })).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Reviews' }))
    expect(await screen.findByRole('heading', { name: 'Pending Reviews (0)' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Reviews' }).getAttribute('aria-current')).toBe('page')
    expect(document.title).toBe('Offquad | Admin')
  })

  it('scrolls the open tab into view again when a count beside another one moves it', async () => {
    const offset = jest
      .spyOn(HTMLElement.prototype, 'offsetLeft', 'get')
      .mockImplementation(() => 500 + 40 * document.querySelectorAll('.admin-count').length)
    open('releases')
    const tabs = screen.getByRole('navigation', { name: 'Administration' })
    expect(tabs.scrollLeft).toBe(500)

    await screen.findByRole('link', { name: 'Contact 1' })

    expect(tabs.scrollLeft).toBe(540)
    offset.mockRestore()
  })

  it('focuses the next question after a decision, and the restored one after Undo', async () => {
    open('contact', {
      '/api/contact-questions/PENDING': { body: [QUESTION, { ...QUESTION, id: 'q2', name: 'Theo' }] },
    })
    const [done] = await screen.findAllByRole('button', { name: 'Done' })
    if (!done) throw new Error('no button')
    const current = () => (document.activeElement as HTMLElement).dataset.contact

    done.focus()
    fireEvent.click(done)
    expect(current()).toBe('q2')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))

    await waitFor(() => expect(current()).toBe('q1'))
  })

  it('sends pending decisions when the page is left', async () => {
    const { calls, unmount } = open('contact', {
      '/api/update-contact-question-status/q1/COMPLETED?from=PENDING': {
        body: { ...QUESTION, status: 'COMPLETED' },
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
    expect(screen.getByRole('heading', { name: 'Contact Questions (0)' })).toBeTruthy()

    unmount()

    await waitFor(() =>
      expect(calls).toContain('/api/update-contact-question-status/q1/COMPLETED?from=PENDING'),
    )
  })

  it('shows the number of waiting reviews in the document title', async () => {
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

  it('shows failed jobs with their reasons and retries them', async () => {
    const failed = {
      name: 'travel-times',
      purpose: 'Computes how far it is',
      waiting: 3,
      active: 1,
      delayed: 0,
      failed: 2,
      failures: [{ id: '7', reason: 'no road', failedAt: '2024-02-01T10:00:00.000Z', attempts: 8 }],
    }
    const { calls } = open('queues', {
      '/api/admin/queues': { body: [failed] },
      '/api/admin/queues/travel-times/retry': { body: { retried: 2 } },
    })
    expect(await screen.findByRole('row', { name: /^Computes how far it is.* 2 3 1 0$/ })).toBeTruthy()
    expect(screen.getByText(/no road/)).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'Try all 2 again' }))

    await waitFor(() => expect(calls).toContain('/api/admin/queues/travel-times/retry'))
    expect(await screen.findByText('Retrying 2 jobs.')).toBeTruthy()
  })
})
