import { type ModeratedReview, type Review, type ReviewForm } from '@offquad/contracts'
import {
  type ApiResponses,
  buildLandlord,
  buildListing,
  buildReview,
  recordBodies,
  replaceUser,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ADMIN, openAdminPage, signInAsAdminBeforeEach } from '../testing/open-admin-page'

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
/** One pending review, and the response to its approval. */
const openOne = (approval: ApiResponses[string]) =>
  open({
    ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]),
    '/api/update-review-status/r1/APPROVED': approval,
  })
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const read = () => document.querySelector<HTMLElement>('[data-review]')?.dataset.review
const updatesIn = (calls: string[]) => calls.filter((url) => url.includes('update'))
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

describe('the Reviews tab', () => {
  signInAsAdminBeforeEach()
  afterEach(() => {
    jest.useRealTimers()
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
    expect(await screen.findByRole('row', { name: 'Landlords and elsewhere 4' })).toBeTruthy()
  })

  it('shows when and why a review was reported', async () => {
    const reports = [
      { date: '2024-02-01T10:00:00.000Z', userId: 'u2', reason: 'It names a neighbour.' },
      { date: '2024-02-02T10:00:00.000Z', userId: 'u3', reason: '' },
    ]
    open(pageOf('REPORTED', [buildReview({ status: 'REPORTED', reports })]))

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

    await waitFor(() =>
      expect(document.querySelectorAll('ul[aria-label="Pending Reviews"] > li')).toHaveLength(20),
    )
  })

  it('approves no review of a suggested place, and leads to adding that first', async () => {
    const suggestion = { id: 's1', name: 'The Brickworks' }
    open(pageOf('PENDING', [buildReview({ status: 'PENDING', aptId: null, suggestion })]))

    expect(await screen.findAllByText('The Brickworks')).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'Add the place first' }).getAttribute('href')).toMatch(
      /kind=apartments&id=new&from=s1$/,
    )
    expect(screen.getByRole('button', { name: 'Decline' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('does not call lists empty that could not be loaded', async () => {
    const failed = { status: 503, detail: 'Down.' }
    open({
      [Object.keys(pageOf('REPORTED', []))[0] ?? '']: failed,
      [Object.keys(pageOf('PENDING', []))[0] ?? '']: failed,
    })

    expect(await screen.findAllByText('This cannot be loaded right now.')).toHaveLength(2)
    expect(screen.queryByText('No review is waiting in the open lists.')).toBeNull()
  })

  it('hides a decided review immediately and sends the decision after five seconds', async () => {
    const { calls } = openOne({ body: buildReview() })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    jest.useFakeTimers()

    fireEvent.click(approve)

    expect(screen.getByRole('heading', { name: 'Pending Reviews (0)' })).toBeTruthy()
    await advance(4_900)
    expect(updatesIn(calls)).toEqual([])
    await advance(200)
    expect(updatesIn(calls)).toEqual(['/api/update-review-status/r1/APPROVED'])
  })

  it('keeps a decided review hidden while an older list is in flight', async () => {
    const path = '/api/admin/reviews?status=PENDING&offset=0&size=40'
    const { calls } = openOne({ body: buildReview() })
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
    const current = () => (document.activeElement as HTMLElement).dataset.review
    jest.useFakeTimers()

    press('a')
    expect(current()).toBe('r2')
    press('j')
    press('d')
    expect(current()).toBe('r2')
    press('a')
    const bar = within(screen.getByRole('status', { name: 'Decisions that can be undone' }))
    expect(bar.getByText('3 can be undone')).toBeTruthy()
    press('u')
    expect(current()).toBe('r2')
    await advance(5_100)

    expect(updatesIn(calls)).toEqual([
      '/api/update-review-status/r1/APPROVED',
      '/api/update-review-status/r3/DECLINED',
    ])
  })

  it('has a key of its own for deleting, which asks once and which the key that declines never does', async () => {
    const { calls } = open({
      ...pageOf('REPORTED', [buildReview({ id: 'r1', status: 'REPORTED' })]),
      '/api/update-review-status/r1/DELETED': { body: buildReview() },
    })
    await screen.findByRole('button', { name: 'Delete' })
    jest.useFakeTimers()

    press('d')
    await advance(6_000)
    expect(updatesIn(calls)).toEqual([])
    press('x')
    fireEvent.click(screen.getByRole('button', { name: 'Keep it' }))
    press('x')
    await advance(6_000)
    expect(updatesIn(calls)).toEqual([])
    expect(screen.getByText('Delete it for good?')).toBeTruthy()
    press('x')
    await advance(6_000)

    expect(updatesIn(calls)).toEqual(['/api/update-review-status/r1/DELETED'])
  })

  it.each([
    ['under the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
    ['with the focus in it', fireEvent.focus, fireEvent.blur],
  ])('can be undone as long as the bar is %s', async (_where, enter, leave) => {
    const { calls } = openOne({ body: buildReview() })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    const bar = screen.getByRole('status', { name: 'Decisions that can be undone' })
    jest.useFakeTimers()
    fireEvent.click(approve)

    enter(bar)
    await advance(20_000)
    expect(updatesIn(calls)).toEqual([])
    leave(bar)
    await advance(5_100)

    expect(updatesIn(calls)).toHaveLength(1)
  })

  it('can be undone as long as the bar has the focus, also after the pointer has crossed it', async () => {
    const { calls } = openOne({ body: buildReview() })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    jest.useFakeTimers()
    fireEvent.click(approve)
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())

    const bar = screen.getByRole('status', { name: 'Decisions that can be undone' })
    fireEvent.pointerEnter(bar)
    fireEvent.pointerLeave(bar)
    await advance(20_000)

    expect(updatesIn(calls)).toEqual([])
  })

  it('reads through reported and pending reviews alike', async () => {
    const [reported, pending] = [
      buildReview({ id: 'r1', status: 'REPORTED' }),
      buildReview({ id: 'r2', status: 'PENDING' }),
    ]
    open({ ...pageOf('REPORTED', [reported]), ...pageOf('PENDING', [pending]) })
    await waitFor(() => expect(read()).toBe('r1'))

    press('j')
    expect(read()).toBe('r2')
    press('j')
    expect(read()).toBe('r2')
    press('k')
    expect(read()).toBe('r1')
    fireEvent.click(screen.getByRole('heading', { name: 'Reported Reviews (1)' }))
    expect(read()).toBe('r2')
    fireEvent.click(screen.getByRole('heading', { name: 'Reported Reviews (1)' }))
    expect(read()).toBe('r1')
  })

  it('waits for the reported reviews, with which it begins, when the pending ones arrive first', async () => {
    const responses = { ...NOTHING, ...pageOf('PENDING', [buildReview({ status: 'PENDING' })]) }
    // Without a response it is still loading.
    delete responses['/api/admin/reviews?status=REPORTED&offset=0&size=40']
    openAdminPage('tab=reviews', responses)

    expect(await screen.findByRole('heading', { name: 'Pending Reviews (1)' })).toBeTruthy()
    expect(read()).toBeUndefined()
  })

  it('stays at the review that is read when another one arrives before it', async () => {
    const [first, second, arrived] = ['r1', 'r2', 'r3'].map((id) => buildReview({ id, status: 'PENDING' }))
    const responses: ApiResponses = {
      ...NOTHING,
      ...pageOf('PENDING', [first, second] as Review[]),
      '/api/update-review-status/r1/APPROVED': { body: buildReview() },
    }
    openAdminPage('tab=reviews', responses)
    const approve = await screen.findByRole('button', { name: 'Approve' })
    Object.assign(responses, pageOf('PENDING', [arrived, second] as Review[]))
    jest.useFakeTimers()

    fireEvent.click(approve)
    expect(screen.getByText('1 of 1')).toBeTruthy()
    await advance(5_100)

    expect(screen.getByText('2 of 2')).toBeTruthy()
    expect(read()).toBe('r2')
  })

  it('keeps a review that another administrator decides while it is read, with the note that is being written', async () => {
    const [first, second] = ['r1', 'r2'].map((id) => buildReview({ id, status: 'PENDING' })) as Review[]
    const reported = buildReview({ id: 'r3', status: 'REPORTED' })
    const responses: ApiResponses = {
      ...NOTHING,
      ...pageOf('REPORTED', [reported]),
      ...pageOf('PENDING', [first, second] as Review[]),
      '/api/update-review-status/r3/APPROVED': { body: buildReview() },
    }
    const { calls } = openAdminPage('tab=reviews', responses)
    const ignore = await screen.findByRole('button', { name: 'Ignore' })
    jest.useFakeTimers()
    fireEvent.click(ignore)
    press('r')
    const note = screen.getByRole('textbox', { name: 'In your words (optional)' })
    fireEvent.change(note, { target: { value: 'Half a note' } })
    Object.assign(responses, pageOf('REPORTED', []), pageOf('PENDING', [second] as Review[]))
    // The lists are loaded again once the first decision is sent.
    await advance(5_100)

    expect(screen.getByRole('alert').textContent).toMatch(/^Another administrator has decided/)
    expect(read()).toBe('r1')
    expect(note).toHaveProperty('value', 'Half a note')
    fireEvent.submit(note)
    for (const key of ['a', 'd', 'r']) fireEvent.keyDown(document.body, { key })
    await advance(6_000)
    expect(read()).toBe('r1')
    expect(updatesIn(calls)).toHaveLength(1)
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(read()).toBe('r2')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('1 of 1')).toBeTruthy()
  })

  it('goes on from the last review when another administrator has decided it', async () => {
    const reported = buildReview({ id: 'r3', status: 'REPORTED' })
    const responses: ApiResponses = {
      ...NOTHING,
      ...pageOf('REPORTED', [reported]),
      ...pageOf('PENDING', [buildReview({ id: 'r1', status: 'PENDING' })] as Review[]),
      '/api/update-review-status/r3/APPROVED': { body: buildReview() },
    }
    openAdminPage('tab=reviews', responses)
    const ignore = await screen.findByRole('button', { name: 'Ignore' })
    jest.useFakeTimers()
    fireEvent.click(ignore)
    Object.assign(responses, pageOf('REPORTED', []), pageOf('PENDING', []))
    await advance(5_100)
    expect(read()).toBe('r1')

    fireEvent.click(screen.getByRole('button', { name: 'Next review' }))

    expect(screen.queryByRole('button', { name: 'Next review' })).toBeNull()
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
    expect(screen.getByText(/ · other reviews by this author: 3 approved, 1 pending$/)).toBeTruthy()
  })

  it('shows flags and reasons that only a newer service knows', async () => {
    const review = { ...buildReview({ status: 'PENDING' }), flags: [{ kind: 'new-flag', passage: 'Cheap!' }] }
    const declined = { ...buildReview({ id: 'r2', status: 'DECLINED' }), decline: { reason: 'new-reason' } }
    open({ ...pageOf('PENDING', [review as ModeratedReview]), ...pageOf('DECLINED', [declined as Review]) })

    const flags = within(await screen.findByRole('list', { name: 'Flags' }))
    expect(flags.getByRole('listitem').textContent).toBe('new-flag “Cheap!”')
    fireEvent.click(screen.getByRole('heading', { name: 'Declined Reviews (1)' }))
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

  describe('with a note why a review is declined', () => {
    const reviews = ['r1', 'r2'].map((id) => buildReview({ id, status: 'PENDING' }))
    const path = '/api/update-review-status/r1/DECLINED'
    const note = () => screen.getByRole('textbox', { name: 'In your words (optional)' })
    async function writeNote(responses: ApiResponses): Promise<void> {
      open({ ...pageOf('PENDING', reviews), ...responses })
      await screen.findByRole('button', { name: 'Approve' })
      press('r')
      press('7')
      fireEvent.change(note(), { target: { value: 'Tell us more.' } })
    }

    it('keeps it for this review while others are read and when the form is closed', async () => {
      await writeNote({})

      fireEvent.click(screen.getByRole('button', { name: 'Next' }))
      press('r')
      expect(note()).toHaveProperty('value', '')
      fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
      press('r')
      expect(note()).toHaveProperty('value', 'Tell us more.')
      fireEvent.keyDown(note(), { key: 'Escape' })
      press('r')

      expect(note()).toHaveProperty('value', 'Tell us more.')
      expect(screen.getByRole('radio', { name: /Says too little/ })).toHaveProperty('checked', true)
    })

    it.each([
      ['gives it back when the decision fails', { status: 503 }, 'Tell us more.'],
      ['forgets it once the decision is stored', { body: buildReview() }, ''],
    ])('%s', async (_what, response, value) => {
      await writeNote({ [path]: response })
      jest.useFakeTimers()
      fireEvent.submit(note())
      // The review is then in its list again, because the list of this test does not change.
      await advance(5_100)
      jest.useRealTimers()

      fireEvent.click(await screen.findByRole('button', { name: 'Previous' }))
      press('r')

      expect(read()).toBe('r1')
      expect(note()).toHaveProperty('value', value)
    })
  })

  it('shows everything the author entered and the current ratings of the subject', async () => {
    open({
      ...pageOf('PENDING', [buildReview({ status: 'PENDING', signedMonth: 10, photos: ['/api/photos/1'] })]),
      '/api/listings/7': { body: [buildListing()] },
      '/api/landlords/3': { body: [buildLandlord()] },
    })

    const card = within(await screen.findByRole('article', { name: /^Review of/ }))
    expect(await card.findByRole('link', { name: 'Gull House' })).toBeTruthy()
    expect(card.getByText('4.3 / 5 from 4 reviews')).toBeTruthy()
    expect(card.getByText('4.0 / 5 from 9 reviews')).toBeTruthy()
    // The type asks for a new field here.
    const shown: Record<keyof ReviewForm, string> = {
      aptId: 'Gull House',
      landlordId: '4.0 / 5 from 9 reviews',
      reviewText: 'Quiet building, decent people.',
      photos: 'Picture 1 of this review',
      overallRating: 'Overall: 4.0',
      detailedRatings: 'Location: 5.0, Safety: 4.0, Maintenance: 3.0, Conditions: 4.0',
      price: 'Rent: $1,000-1,200',
      bedrooms: '2 bedrooms',
      signedMonth: 'Lease signed in: October',
    }
    const figures = card
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    const pictures = card.getAllByRole('img').map((picture) => picture.getAttribute('alt'))
    const read = [
      card.getByText(shown.reviewText).closest('article')?.textContent,
      ...pictures,
      figures.join(', '),
    ].join()
    expect(Object.entries(shown).filter(([, words]) => !read.includes(words))).toEqual([])
  })

  it('reports that another administrator has already decided', async () => {
    openOne({ status: 409 })
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
    expect(await screen.findAllByText('Written meanwhile.')).toHaveLength(2)
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

  it('sends decisions before the session ends', async () => {
    const { calls } = openOne({ body: buildReview() })
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    const sending: Promise<unknown>[] = []

    await act(async () => {
      dispatchEvent(new CustomEvent('offquad/sign-out', { detail: sending }))
      await Promise.all(sending)
    })

    expect(updatesIn(calls)).toEqual(['/api/update-review-status/r1/APPROVED'])
  })

  it('lets the session end only after the decisions that leaving the page has sent', async () => {
    const { unmount } = openOne({ body: buildReview() })
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    const network = globalThis.fetch
    let answer = (): void => undefined
    globalThis.fetch = async (input, init) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return network(input, init)
    }
    unmount()
    const sending: Promise<unknown>[] = []
    let isOver = false

    dispatchEvent(new CustomEvent('offquad/sign-out', { detail: sending }))
    const ending = Promise.all(sending).then(() => (isOver = true))
    await act(() => Promise.resolve())
    expect(isOver).toBe(false)
    answer()

    await ending
  })

  it.each([
    ['signs out', undefined],
    ['signs in as somebody else', { ...ADMIN, uid: 'a2' }],
  ])('says that a decision is not saved when its administrator %s in another tab', async (_case, user) => {
    const { calls } = openOne({ body: buildReview() })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    jest.useFakeTimers()
    fireEvent.click(approve)

    act(() => replaceUser(user))
    await advance(5_100)

    expect(updatesIn(calls)).toEqual([])
    expect(screen.getByText(/^This decision was not saved/)).toBeTruthy()
  })
})
