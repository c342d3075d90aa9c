import { type ModeratedReview, type Review } from '@offquad/contracts'
import {
  type ApiResponses,
  buildLandlord,
  buildListing,
  buildReview,
  replaceUser,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ADMIN, openAdminPage, recordBodies } from '../testing/open-admin-page'

const pageOf = (status: string, reviews: (Review | ModeratedReview)[]): ApiResponses => ({
  [`/api/admin/reviews?status=${status}&offset=0&size=40`]: { body: { reviews, total: reviews.length } },
})
const NOTHING: ApiResponses = {
  '/api/admin/review-counts': { body: { approved: 15, reported: 0, pending: 0, declined: 0 } },
  ...pageOf('REPORTED', []),
  ...pageOf('PENDING', []),
  ...pageOf('DECLINED', []),
  '/api/review/WEST/count': { body: { count: 12 } },
  '/api/review/NORTH/count': { body: { count: 3 } },
}

const open = (responses: ApiResponses = {}) => openAdminPage('tab=reviews', { ...NOTHING, ...responses })
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

describe('the Reviews tab', () => {
  beforeEach(() => replaceUser(ADMIN))
  afterEach(() => {
    jest.useRealTimers()
    replaceUser(undefined)
    sessionStorage.clear()
    localStorage.clear()
  })

  it('shows the number of reviews per area as text', async () => {
    open()

    expect(await screen.findByRole('row', { name: 'Total approved 15' })).toBeTruthy()
    expect(await screen.findByRole('row', { name: 'West 12' })).toBeTruthy()
    expect(await screen.findByRole('row', { name: 'North 3' })).toBeTruthy()
  })

  it('shows how many reviews are public elsewhere, so that the numbers add up', async () => {
    open({
      '/api/admin/review-counts': { body: { approved: 17, reported: 2, pending: 4, declined: 0 } },
      '/api/review/COLLEGETOWN/count': { body: { count: 0 } },
      '/api/review/DOWNTOWN/count': { body: { count: 0 } },
    })

    expect(await screen.findByRole('row', { name: 'Total approved 19' })).toBeTruthy()
    expect(await screen.findByRole('row', { name: 'Elsewhere 4' })).toBeTruthy()
  })

  it('shows when and why a review was reported', async () => {
    const reports = [
      { date: '2024-02-01T10:00:00.000Z', userId: 'u2', reason: 'It names a neighbour.' },
      { date: '2024-02-02T10:00:00.000Z', userId: 'u3', reason: '' },
    ]
    open({ ...pageOf('REPORTED', [buildReview({ status: 'REPORTED', reports })]) })

    expect(await screen.findByRole('heading', { name: 'Reported 2 times' })).toBeTruthy()
    expect(screen.getByText(/It names a neighbour\./)).toBeTruthy()
    expect(screen.getByText(/No reason given/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ignore' })).toBeTruthy()
  })

  it('pages through many reviews, and goes back from a page that is empty by now', async () => {
    const reviews = Array.from({ length: 20 }, (_, index) =>
      buildReview({ id: `r${index}`, status: 'PENDING' }),
    )
    const path = '/api/admin/reviews?status=PENDING&offset'
    open({
      [`${path}=0&size=40`]: { body: { reviews, total: 25 } },
      [`${path}=20&size=40`]: { body: { reviews: [], total: 20 } },
    })
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of pending reviews' }))
    expect(pages.getByText('1 to 20 of 25')).toBeTruthy()

    fireEvent.click(pages.getByRole('button', { name: 'Older' }))

    // Queries by role take seconds for this many.
    await waitFor(() => expect(document.querySelectorAll('[data-review]')).toHaveLength(20))
  })

  it('hides a decided review immediately and sends the decision after five seconds', async () => {
    const { calls } = open({
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
      '/api/update-review-status/r1/APPROVED': { body: buildReview() },
    })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    jest.useFakeTimers()

    fireEvent.click(approve)

    expect(screen.getByRole('heading', { name: 'Pending Reviews (0)' })).toBeTruthy()
    await advance(4_900)
    expect(calls.filter((url) => url.includes('update'))).toEqual([])
    await advance(200)
    expect(calls.filter((url) => url.includes('update'))).toEqual(['/api/update-review-status/r1/APPROVED'])
  })

  it('restores an undone decision and sends nothing', async () => {
    const { calls } = open({
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
    })
    const decline = await screen.findByRole('button', { name: 'Decline' })
    jest.useFakeTimers()
    fireEvent.click(decline)
    const undo = within(screen.getByRole('status', { name: 'Decisions that can be undone' }))

    fireEvent.click(undo.getByRole('button', { name: 'Undo' }))
    await advance(6_000)

    expect(screen.getByRole('heading', { name: 'Pending Reviews (1)' })).toBeTruthy()
    expect(calls.filter((url) => url.includes('update'))).toEqual([])
  })

  it('keeps a decided review hidden while an older list is in flight', async () => {
    const path = '/api/admin/reviews?status=PENDING&offset=0&size=40'
    const { calls } = open({
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
      '/api/update-review-status/r1/APPROVED': { body: buildReview() },
    })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    const before = calls.filter((url) => url === path).length
    jest.useFakeTimers()
    fireEvent.click(approve)
    // From here on, requests for the list never complete.
    const originalFetch = globalThis.fetch
    globalThis.fetch = (input, init) =>
      String(input).endsWith(path)
        ? (calls.push(path), new Promise(() => undefined))
        : originalFetch(input, init)
    await advance(5_100)

    expect(calls.filter((url) => url === path).length).toBe(before + 1)
    expect(screen.getByRole('heading', { name: 'Pending Reviews (0)' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('supports keyboard moderation: focuses the next review and counts what can be undone', async () => {
    const reviews = ['r1', 'r2', 'r3'].map((id) =>
      buildReview({ id, status: 'PENDING', reviewText: `Text of ${id}, long enough.` }),
    )
    const { calls } = open({
      ...pageOf('PENDING', reviews),
      '/api/update-review-status/r1/APPROVED': { body: buildReview() },
      '/api/update-review-status/r3/DECLINED': { body: buildReview() },
    })
    await screen.findAllByRole('button', { name: 'Approve' })
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    const current = () => (document.activeElement as HTMLElement).dataset.review
    jest.useFakeTimers()

    press('j')
    expect(current()).toBe('r1')
    press('a')
    expect(current()).toBe('r2')
    press('j')
    press('d')
    expect(current()).toBe('r2')
    press('a')
    const bar = within(screen.getByRole('status', { name: 'Decisions that can be undone' }))
    expect(bar.getByText('3 can be undone')).toBeTruthy()
    press('u')
    await advance(100)
    expect(current()).toBe('r2')
    await advance(5_000)

    expect(calls.filter((url) => url.includes('update'))).toEqual([
      '/api/update-review-status/r1/APPROVED',
      '/api/update-review-status/r3/DECLINED',
    ])
  })

  it('has a key of its own for deleting, which the key that declines never does', async () => {
    const { calls } = open({
      ...pageOf('REPORTED', [buildReview({ id: 'r1', status: 'REPORTED' })]),
      '/api/update-review-status/r1/DELETED': { body: buildReview() },
    })
    await screen.findByRole('button', { name: 'Delete' })
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    jest.useFakeTimers()

    press('j')
    press('d')
    await advance(6_000)
    expect(calls.filter((url) => url.includes('update'))).toEqual([])
    press('x')
    await advance(6_000)

    expect(calls.filter((url) => url.includes('update'))).toEqual(['/api/update-review-status/r1/DELETED'])
  })

  it.each([
    ['under the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
    ['with the focus in it', fireEvent.focus, fireEvent.blur],
  ])('can be undone as long as the bar is %s', async (_where, enter, leave) => {
    const { calls } = open({
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
      '/api/update-review-status/r1/APPROVED': { body: buildReview() },
    })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    const bar = screen.getByRole('status', { name: 'Decisions that can be undone' })
    jest.useFakeTimers()
    fireEvent.click(approve)

    enter(bar)
    await advance(20_000)
    expect(calls.filter((url) => url.includes('update'))).toEqual([])
    leave(bar)
    await advance(5_100)

    expect(calls.filter((url) => url.includes('update'))).toHaveLength(1)
  })

  it('approves the selected reviews together', async () => {
    const reviews = ['r1', 'r2', 'r3'].map((id) => buildReview({ id, status: 'PENDING' }))
    open({
      ...pageOf('PENDING', reviews),
      '/api/update-review-status/r1/APPROVED': { body: buildReview() },
      '/api/update-review-status/r2/APPROVED': { body: buildReview() },
    })
    const [first, second] = await screen.findAllByRole('checkbox', { name: 'Select this review' })
    if (!first || !second) throw new Error('no checkboxes')

    fireEvent.click(first)
    fireEvent.click(second)
    fireEvent.click(screen.getByRole('button', { name: 'Approve 2 selected' }))

    expect(screen.getByRole('heading', { name: 'Pending Reviews (1)' })).toBeTruthy()
    expect((document.activeElement as HTMLElement).dataset.review).toBe('r3')
  })

  it('shows one review at a time, with keyboard navigation, and remembers that view', async () => {
    const reviews = ['r1', 'r2', 'r3'].map((id) =>
      buildReview({ id, status: 'PENDING', reviewText: `Text of ${id}, long enough.` }),
    )
    const { unmount } = open(pageOf('PENDING', reviews))
    await screen.findAllByRole('button', { name: 'Approve' })
    const view = within(screen.getByRole('group', { name: 'View' }))

    fireEvent.click(view.getByRole('button', { name: 'One at a time' }))

    expect(screen.getByText('1 of 3')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(1)
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    const current = () => (document.activeElement as HTMLElement).dataset.review
    press('j')
    expect(current()).toBe('r1')
    press('j')
    expect(current()).toBe('r2')
    press('a')
    expect(current()).toBe('r3')
    expect(screen.getByText('2 of 2')).toBeTruthy()
    press('k')
    expect(current()).toBe('r1')
    press('u')
    await waitFor(() => expect(screen.getByText('1 of 3')).toBeTruthy())
    unmount()
    open(pageOf('PENDING', reviews))
    expect(await screen.findByText('1 of 3')).toBeTruthy()
  })

  it('leads from the last review of a queue to the next queue, one at a time', async () => {
    localStorage.setItem('offquad/moderation-view', 'single')
    const [reported, pending] = [
      buildReview({ id: 'r1', status: 'REPORTED' }),
      buildReview({ id: 'r2', status: 'PENDING' }),
    ]
    open({ ...pageOf('REPORTED', [reported]), ...pageOf('PENDING', [pending]) })
    await screen.findAllByText('1 of 1')
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    const current = () => (document.activeElement as HTMLElement).dataset.review

    press('j')
    expect(current()).toBe('r1')
    press('j')
    expect(current()).toBe('r2')
    press('k')
    expect(current()).toBe('r1')
  })

  it('marks flagged passages in the text and counts the other reviews of the author', async () => {
    const review: ModeratedReview = {
      ...buildReview({
        status: 'PENDING',
        reviewText: 'Ask Kevin Marsh, 607-555-0142, about the <b>mold</b>.',
      }),
      flags: [
        { kind: 'person-name', passage: 'Kevin Marsh' },
        { kind: 'phone', passage: '607-555-0142' },
        { kind: 'many-in-a-day', count: 4 },
      ],
      sameTextAs: 2,
      authorReviews: { approved: 3, pending: 1, reported: 0, declined: 0, deleted: 0 },
    }
    open(pageOf('PENDING', [review]))

    const flags = within(await screen.findByRole('list', { name: 'Flags' }))
    expect(flags.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Name of a person “Kevin Marsh”',
      'Phone number “607-555-0142”',
      'Many in a day 4 reviews by this author',
      'Same text as 2 other reviews',
    ])
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Kevin Marsh',
      '607-555-0142',
    ])
    expect(screen.getByText('Other reviews by this author: 3 approved, 1 pending')).toBeTruthy()
  })

  it('shows flags and reasons that only a newer service knows', async () => {
    const review = { ...buildReview({ status: 'PENDING' }), flags: [{ kind: 'new-flag', passage: 'Cheap!' }] }
    const declined = { ...buildReview({ id: 'r2', status: 'DECLINED' }), decline: { reason: 'new-reason' } }
    open({ ...pageOf('PENDING', [review as ModeratedReview]), ...pageOf('DECLINED', [declined as Review]) })

    const flags = within(await screen.findByRole('list', { name: 'Flags' }))
    expect(flags.getByRole('listitem').textContent).toBe('new-flag “Cheap!”')
    expect(await screen.findByText('Declined: Another reason.')).toBeTruthy()
  })

  it('declines with a reason and a note by keyboard', async () => {
    const reviews = ['r1', 'r2'].map((id): ModeratedReview => ({
      ...buildReview({ id, status: 'PENDING' }),
      flags: [{ kind: 'email', passage: 'a@b.org' }],
    }))
    open({
      ...pageOf('PENDING', reviews),
      '/api/update-review-status/r1/DECLINED': { body: buildReview() },
    })
    const bodies = recordBodies()
    await screen.findAllByRole('button', { name: 'Approve' })
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    press('j')

    press('r')
    const reasons = within(screen.getByRole('group', { name: 'Why? The author reads this.' }))
    expect(reasons.getByRole<HTMLInputElement>('radio', { name: /Contains contact details/ }).checked).toBe(
      true,
    )
    press('7')
    expect(document.activeElement).toBe(reasons.getByRole('radio', { name: /Says too little/ }))
    fireEvent.change(screen.getByRole('textbox', { name: 'In your words (optional)' }), {
      target: { value: ' Tell us more. ' },
    })
    jest.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Decline with this reason' }))
    expect((document.activeElement as HTMLElement).dataset.review).toBe('r2')
    await advance(5_100)

    expect(bodies).toEqual([{ from: 'PENDING', decline: { reason: 'too-little', note: 'Tell us more.' } }])
  })

  it('shows everything the author entered and the current ratings of the subject', async () => {
    open({
      ...pageOf('PENDING', [buildReview({ status: 'PENDING', bedrooms: 2, price: 3 })]),
      '/api/listings/7': { body: [buildListing()] },
      '/api/landlords/3': { body: [buildLandlord()] },
    })

    const card = within(await screen.findByRole('listitem', { name: /^Review of/ }))
    expect(await card.findByRole('link', { name: 'Gull House' })).toBeTruthy()
    expect(card.getByText('4.3 / 5 from 4 reviews')).toBeTruthy()
    expect(card.getByText('4.0 / 5 from 9 reviews')).toBeTruthy()
    expect(card.getByText('2 bedrooms · Rent $1,000-1,200')).toBeTruthy()
    for (const [aspect, rating] of [
      ['Location', '5.0'],
      ['Maintenance', '3.0'],
    ] as const) {
      expect(card.getByText(aspect)).toBeTruthy()
      expect(card.getByRole('img', { name: `${rating} out of 5` })).toBeTruthy()
    }
  })

  it('reports that another administrator has already decided', async () => {
    open({
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
      '/api/update-review-status/r1/APPROVED': { status: 409 },
    })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    jest.useFakeTimers()
    fireEvent.click(approve)
    await advance(5_100)
    jest.useRealTimers()

    expect(await screen.findByText(/Another administrator has already decided/)).toBeTruthy()
  })

  it('sends what was read with a decision, and shows what has changed since', async () => {
    const read = buildReview({ status: 'PENDING', version: 'v1', reviewText: 'Read by the administrator.' })
    const message = 'It says now: “Written meanwhile.”'
    const responses: ApiResponses = {
      ...NOTHING,
      ...pageOf('PENDING', [read]),
      '/api/update-review-status/r1/APPROVED': {
        status: 409,
        code: 'review-changed',
        detail: 'The review is not as it was when you read it.',
        errors: [{ field: 'reviewText', message }],
      },
    }
    openAdminPage('tab=reviews', responses)
    const approve = await screen.findByRole('button', { name: 'Approve' })
    const bodies = recordBodies()
    Object.assign(
      responses,
      pageOf('PENDING', [{ ...read, version: 'v2', reviewText: 'Written meanwhile.' }]),
    )
    jest.useFakeTimers()
    fireEvent.click(approve)
    await advance(5_100)
    jest.useRealTimers()

    expect(bodies).toEqual([{ from: 'PENDING', version: 'v1' }])
    expect(await screen.findByText('Written meanwhile.')).toBeTruthy()
    expect(screen.getByText(message)).toBeTruthy()
  })

  it('sends decisions when the page is closed, although the session had expired when they were made', async () => {
    const { calls } = open({
      ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
      '/api/auth/me': { status: 401 },
      '/api/auth/refresh': { body: { accessToken: 'renewed', user: ADMIN } },
      '/api/update-review-status/r1/APPROVED': { body: buildReview() },
    })
    const sent: (string | null)[] = []
    const network = globalThis.fetch
    globalThis.fetch = (input, init) => {
      if (String(input).includes('update-review-status') && init?.keepalive)
        sent.push(new Headers(init.headers).get('authorization'))
      return network(input, init)
    }
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(calls.filter((url) => url === '/api/auth/me')).toHaveLength(2))

    await act(async () => void dispatchEvent(new Event('pagehide')))

    expect(sent).toEqual(['Bearer renewed'])
  })
})
