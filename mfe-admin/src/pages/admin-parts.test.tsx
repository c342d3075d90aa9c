import { ToastHost } from '@offquad/ui'
import { type Answers, buildApartment, buildReview, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { AdminPage } from './admin-page'

const ADMIN = { uid: 'a1', displayName: 'Ada', email: 'ada@testville.edu', role: 'admin' } as const

const EMPTY_LOG = { body: { entries: [], total: 0 } }
const NO_LOGS: Answers = {
  '/api/admin/moderation-log?size=20': EMPTY_LOG,
  '/api/admin/catalog-log?size=20': EMPTY_LOG,
  '/api/admin/contact-log?size=20': EMPTY_LOG,
  '/api/admin/people-log?size=20': EMPTY_LOG,
  '/api/admin/catalog-log?size=20&adminId=a1': EMPTY_LOG,
  '/api/admin/contact-log?size=20&adminId=a1': EMPTY_LOG,
  '/api/admin/people-log?size=20&adminId=a1': EMPTY_LOG,
}
const TREND: Answers = {
  '/api/admin/moderation-trend?days=90': { body: { days: [], medianHoursToDecision: null } },
}

const open = (tab: string, answers: Answers) =>
  renderApp(
    <>
      <AdminPage />
      <ToastHost />
    </>,
    { path: '/admin', url: `/admin?tab=${tab}`, answers },
  )

describe('the admin page', () => {
  beforeEach(() => replaceUser(ADMIN))
  afterEach(() => {
    replaceUser(undefined)
    sessionStorage.clear()
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
    expect(await screen.findByRole('row', { name: /^Computes how far it is.* 3 1 0 2$/ })).toBeTruthy()
    expect(screen.getByText(/no road/)).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'Try all 2 again' }))

    await waitFor(() => expect(calls).toContain('/api/admin/queues/travel-times/retry'))
    expect(await screen.findByText('Retrying 2 jobs.')).toBeTruthy()
  })

  it('names the administrator of each decision, unless a former one', async () => {
    const entry = { date: '2024-02-01T10:00:00.000Z', reviewId: 'r1', from: 'PENDING', to: 'DECLINED' }
    open('activity&by=a1', {
      '/api/admin/administrators': { body: [{ id: 'a1', displayName: 'Ada' }] },
      '/api/admin/moderation-trend?days=90': {
        body: {
          days: [{ date: '2024-02-01', submitted: 3, approved: 1, declined: 1, reported: 0 }],
          medianHoursToDecision: 7.54,
        },
      },
      ...NO_LOGS,
      '/api/admin/moderation-log?size=20&adminId=a1': {
        body: {
          entries: [
            {
              ...entry,
              id: 'd1',
              adminId: 'a1',
              decline: { reason: 'too-little', note: 'Tell us more.' },
            },
            { ...entry, id: 'd2', adminId: 'gone', from: 'REPORTED', to: 'APPROVED' },
          ],
          total: 2,
        },
      },
      '/api/review-by-id/r1': { body: buildReview({ reviewText: 'Thin walls.' }) },
    })

    await screen.findByText('Ada', { selector: 'strong' })
    const [first, second] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('Declined a review that was pending: says too littleTell us more.')
    expect(second?.textContent).toContain('A former administrator')
    expect(second?.textContent).toContain('Ignored the report of a review')
    expect(await screen.findByText('7.5 hours')).toBeTruthy()
    expect(screen.getByRole('row', { name: '2024-02-01 3 1 1 0' })).toBeTruthy()
  })

  it('merges the logs of reviews, apartments, landlords and questions, newest first', async () => {
    const change = { adminId: 'a1', kind: 'apartment', subjectId: '7', name: 'The Mill', action: 'changed' }
    const question = { id: 'q1', name: 'Maya', email: 'm@testville.edu', msg: 'Cats?', userId: 'u1' }
    open('activity', {
      ...TREND,
      '/api/admin/administrators': { body: [{ id: 'a1', displayName: 'Ada' }] },
      '/api/admin/moderation-log?size=20': {
        body: {
          entries: [
            {
              id: 'd1',
              date: '2024-02-02T10:00:00.000Z',
              adminId: 'a1',
              reviewId: 'r1',
              from: 'PENDING',
              to: 'APPROVED',
            },
          ],
          total: 1,
        },
      },
      '/api/admin/catalog-log?size=20': {
        body: {
          entries: [
            {
              ...change,
              id: 'c2',
              date: '2024-02-03T10:00:00.000Z',
              fields: ['latitude', 'longitude', 'price'],
            },
            { ...change, id: 'c1', date: '2024-02-01T10:00:00.000Z', action: 'added', fields: ['name'] },
          ],
          total: 2,
        },
      },
      '/api/admin/people-log?size=20': EMPTY_LOG,
      '/api/admin/contact-log?size=20': {
        body: {
          entries: [
            {
              id: 'k1',
              date: '2024-02-02T12:00:00.000Z',
              adminId: 'a1',
              kind: 'question',
              contactId: 'q1',
              from: 'PENDING',
              to: 'COMPLETED',
            },
          ],
          total: 1,
        },
      },
      '/api/contact-questions/COMPLETED': {
        body: [{ ...question, date: '2024-01-05T10:00:00.000Z', status: 'COMPLETED' }],
      },
    })

    expect(await screen.findByRole('heading', { name: 'Decisions (4)' })).toBeTruthy()
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines).toEqual([
      expect.stringContaining('Changed the apartment The MillWhat changed: place on the map, rent'),
      expect.stringContaining('Marked as done: a question'),
      expect.stringContaining('Approved a review that was pending'),
      expect.stringContaining('Added the apartment The Mill'),
    ])
    const details = screen.getByText('The question').closest('details') as HTMLDetailsElement
    details.open = true
    fireEvent(details, new Event('toggle'))
    expect(await screen.findByText('Maya: Cats?')).toBeTruthy()
  })

  it('loads older activity of all services, each entry once', async () => {
    const decisionAt = (minute: number) => ({
      id: `d${minute}`,
      date: `2024-02-02T10:${String(minute).padStart(2, '0')}:00.000Z`,
      adminId: 'a1',
      reviewId: 'r1',
      from: 'PENDING',
      to: 'APPROVED',
    })
    const changeAt = (minute: number) => ({
      id: `c${minute}`,
      date: `2024-02-02T10:${String(minute).padStart(2, '0')}:30.000Z`,
      adminId: 'a1',
      kind: 'landlord',
      subjectId: '7',
      name: `L${minute}`,
      action: 'added',
      fields: [],
    })
    const minutes = Array.from({ length: 20 }, (_, index) => 59 - index)
    open('activity', {
      ...TREND,
      ...NO_LOGS,
      '/api/admin/administrators': { body: [] },
      '/api/admin/moderation-log?size=20': { body: { entries: minutes.map(decisionAt), total: 21 } },
      '/api/admin/catalog-log?size=20': { body: { entries: minutes.map(changeAt), total: 20 } },
      '/api/admin/moderation-log?size=20&after=d50': {
        body: { entries: [...minutes.slice(10).map(decisionAt), decisionAt(1)], total: 21 },
      },
      '/api/admin/catalog-log?size=20&after=c50': {
        body: { entries: minutes.slice(10).map(changeAt), total: 20 },
      },
    })
    const showOlder = await screen.findByRole('button', { name: 'Show older' })
    expect(screen.getAllByRole('listitem')).toHaveLength(20)

    fireEvent.click(showOlder)

    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(40))
    expect(screen.getAllByText(/^Added the landlord/)).toHaveLength(20)
  })

  it('shows the other logs when one service is unavailable, and names the missing one', async () => {
    open('activity', {
      ...TREND,
      ...NO_LOGS,
      '/api/admin/administrators': { body: [] },
      '/api/admin/catalog-log?size=20': { status: 503, detail: 'Unavailable.' },
      '/api/admin/contact-log?size=20': {
        body: {
          entries: [
            {
              id: 'k1',
              date: '2024-02-02T12:00:00.000Z',
              adminId: 'a1',
              kind: 'building',
              contactId: 'b1',
              from: 'PENDING',
              to: 'DELETED',
            },
          ],
          total: 1,
        },
      },
    })

    expect(await screen.findByText('Deleted: a missing apartment')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Apartments and landlords')
  })

  it('sends only the changed fields of an apartment and shows errors beside their fields', async () => {
    const sent: unknown[] = []
    const path = '/api/admin/apartments/a1'
    open('data&kind=apartments&id=a1', {
      '/api/apts/a1': { body: [buildApartment({ id: 'a1', name: 'The Mill' })] },
      [path]: { status: 400, errors: [{ field: 'price', message: 'Must be a number.' }] },
    })
    const originalFetch = globalThis.fetch
    globalThis.fetch = (input, init) => {
      if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)))
      return originalFetch(input, init)
    }
    const price = await screen.findByLabelText('Rent per person, $')

    fireEvent.change(price, { target: { value: 'much' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Must be a number.')).toBeTruthy()
    expect(sent).toEqual([{ price: 'much' }])
    expect(price.getAttribute('aria-invalid')).toBe('true')
    expect((price as HTMLInputElement).value).toBe('much')
  })

  it('shows why pictures of imported listings are missing and retries them', async () => {
    const source = 'https://pictures.example/house.jpg'
    const listings = [{ label: 'APARTMENT', id: '7', name: 'The Mill' }]
    open('data&kind=pictures', {
      '/api/admin/missing-pictures?size=20': {
        body: {
          items: [
            { source, state: 'failed', reason: 'Its server responded with 404.', listings },
            { source: `${source}?2`, state: 'waiting', listings: [] },
          ],
          total: 2,
        },
      },
      '/api/admin/missing-pictures/retry': { body: { queued: 1 } },
    })

    expect(await screen.findByRole('heading', { name: 'Missing pictures (2)' })).toBeTruthy()
    expect(screen.getByText('Its server responded with 404.')).toBeTruthy()
    expect(screen.getByText('It will be fetched soon.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'The Mill' }).getAttribute('href')).toMatch(
      /kind=apartments.*id=7/,
    )
    fireEvent.click(screen.getByRole('button', { name: `Fetch again: ${source}` }))
    expect(await screen.findByText('1 picture will be fetched.')).toBeTruthy()
  })

  describe('apartments that are not on the map', () => {
    const LIST = '/api/admin/unplaced-apartments?size=20'
    const unplaced = (id: string, changes: object = {}) => ({
      id,
      name: `House ${id}`,
      address: `${id} Oak St`,
      area: 'WEST',
      problem: 'not-found',
      ...changes,
    })
    const page = (items: object[], changes: object = {}) => ({
      body: { items, total: items.length, geocoder: { provider: 'nominatim' }, ...changes },
    })
    const recordBodies = () => {
      const sent: unknown[] = []
      const originalFetch = globalThis.fetch
      globalThis.fetch = (input, init) => {
        if (init?.body) sent.push(JSON.parse(String(init.body)))
        return originalFetch(input, init)
      }
      return sent
    }

    it('shows the reason for each, pages through them, and geocodes one or all again', async () => {
      const { calls } = open('data&kind=unplaced', {
        [LIST]: page([unplaced('1'), unplaced('2', { problem: 'no-address', address: '' })], {
          total: 22,
          next: 'abc',
        }),
        '/api/admin/unplaced-apartments?cursor=abc&size=20': page([unplaced('3')], { total: 22 }),
        '/api/admin/unplaced-apartments/retry': { body: { queued: 1 } },
      })
      expect(await screen.findByRole('heading', { name: 'Not on the map (22)' })).toBeTruthy()
      expect(screen.getByText('No place was found for its address.')).toBeTruthy()
      expect(screen.getByText('It has no address.')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Look up again: House 2' })).toBeNull()
      const sent = recordBodies()

      fireEvent.click(screen.getByRole('button', { name: 'Look up again: House 1' }))
      expect(await screen.findByText('1 address will be looked up.')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Look all of them up again' }))
      await waitFor(() => expect(sent).toEqual([{ apartmentIds: ['1'] }, {}]))
      expect(calls.filter((path) => path === LIST).length).toBeGreaterThan(1)

      fireEvent.click(screen.getByRole('link', { name: 'Next' }))
      expect(await screen.findByText('House 3')).toBeTruthy()
    })

    it('says that no geocoder is configured, or why it is paused', async () => {
      const { unmount } = open('data&kind=unplaced', {
        [LIST]: page([unplaced('1', { problem: 'no-geocoder' })], { geocoder: { provider: 'none' } }),
      })
      expect(await screen.findByText(/No geocoder is configured/)).toBeTruthy()
      expect(screen.queryByRole('button', { name: /Look/ })).toBeNull()
      unmount()

      open('data&kind=unplaced', {
        [LIST]: page([unplaced('1', { problem: 'waiting' })], {
          geocoder: {
            provider: 'google',
            pausedUntil: '2027-01-01T00:00:00.000Z',
            pauseReason: 'The key is not valid.',
          },
        }),
      })
      expect(await screen.findByText(/The key is not valid\./)).toBeTruthy()
    })

    it('says that every apartment is on the map', async () => {
      open('data&kind=unplaced', { [LIST]: page([]) })

      expect(await screen.findByText('Every apartment is on the map.')).toBeTruthy()
    })

    it('places an apartment by typed coordinates and opens the next one', async () => {
      open('data&kind=unplaced&id=1', {
        [LIST]: page([unplaced('1'), unplaced('2')]),
        '/api/apts/1': { body: [buildApartment({ id: '1', name: 'House 1', latitude: null })] },
        '/api/apts/2': { body: [buildApartment({ id: '2', name: 'House 2', latitude: null })] },
        '/api/admin/apartments/1': { body: buildApartment({ id: '1' }) },
      })
      const latitude = await screen.findByLabelText('Latitude')
      const sent = recordBodies()

      fireEvent.click(screen.getByRole('button', { name: 'Save and go to the next' }))
      expect(await screen.findByText(/^Type a latitude from -90 to 90/)).toBeTruthy()
      expect(document.activeElement).toBe(latitude)
      fireEvent.change(latitude, { target: { value: '42.44' } })
      fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: '-76.48' } })
      expect(screen.getByText('42.44000, -76.48000')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Save and go to the next' }))

      expect(await screen.findByRole('heading', { name: 'Place House 2 on the map' })).toBeTruthy()
      expect(sent).toEqual([{ latitude: '42.44', longitude: '-76.48' }])
      expect(screen.getByText('House 1 is on the map.')).toBeTruthy()
    })

    it('suggests the nearest geocoding result and shows a validation error of the service', async () => {
      const suggestion = { latitude: 42.5, longitude: -76.5, label: 'Oak Street' }
      open('data&kind=unplaced&id=1', {
        [LIST]: page([unplaced('1', { problem: 'imprecise', suggestion })]),
        '/api/apts/1': { body: [buildApartment({ id: '1', latitude: null })] },
        '/api/admin/apartments/1': {
          status: 400,
          errors: [{ field: 'latitude and longitude', message: 'Must be on land.' }],
        },
      })

      fireEvent.click(await screen.findByRole('button', { name: 'Put the pin there' }))
      expect((screen.getByLabelText('Latitude') as HTMLInputElement).value).toBe('42.5')
      fireEvent.click(screen.getByRole('button', { name: 'Save' }))

      expect(await screen.findByText('Must be on land.')).toBeTruthy()
    })
  })

  it('sends both coordinates when one of them changed', async () => {
    open('data&kind=apartments&id=a1', {
      '/api/apts/a1': { body: [buildApartment({ id: 'a1', latitude: 42.4, longitude: -76.4 })] },
      '/api/admin/apartments/a1': { body: buildApartment({ id: 'a1' }) },
    })
    const sent: unknown[] = []
    const originalFetch = globalThis.fetch
    globalThis.fetch = (input, init) => {
      if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)))
      return originalFetch(input, init)
    }

    fireEvent.change(await screen.findByLabelText('Latitude'), { target: { value: '42.5' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(sent).toEqual([{ latitude: '42.5', longitude: '-76.4' }]))
  })
})
