import { getReviews, type PlacedReview, type ReplyOf, type ReviewSummary } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import { apiQuery, useApi } from '@offquad/web-kit'
import {
  type ApiResponses,
  buildLandlord,
  buildListing,
  buildReview,
  renderApp,
  signInBeforeEach,
  translatePage,
} from '@offquad/web-kit/testing'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { refreshReviews } from '../queries/review-queries'
import { ApartmentReviews, LandlordReviews, ReviewListSlot } from './review-slots'

const FIRST = '/api/reviews?aptId=7&size=5'
const SUMMARY = '/api/reviews/summary?aptId=7'

type ReviewPage = ReplyOf<typeof getReviews>

const placed = (overrides: Partial<PlacedReview> = {}): PlacedReview => ({
  ...buildReview(overrides),
  place: {
    aptName: 'Gull House',
    landlordName: 'Gull Homes',
  },
  ...overrides,
})
const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) =>
    placed({ id: `r${first + index}`, reviewText: `Review number ${first + index}.` }),
  )
const pageOf = (items: PlacedReview[], total = items.length, next?: string): { body: ReviewPage } => ({
  body: {
    items,
    total,
    ...(next && { next }),
  },
})
const summaryOf = (overrides: Partial<ReviewSummary> = {}): { body: ReviewSummary } => ({
  body: {
    total: 20,
    avgRating: 3.4,
    detailedRatings: { location: 4, safety: 3, maintenance: 2, conditions: 5 },
    stars: [8, 6, 4, 2, 0].map((count, index) => ({ stars: 5 - index, count })),
    years: [
      { year: 2024, count: 12 },
      { year: 2023, count: 8 },
    ],
    bedrooms: [
      { bedrooms: 1, count: 5 },
      { bedrooms: 2, count: 15 },
    ],
    withPhotos: 3,
    ...overrides,
  },
})

function CurrentUrl() {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p>URL:{search}</p>
      <button onClick={() => void navigate(-1)}>Back in the history</button>
    </>
  )
}
const currentSearch = () => screen.getByText(/^URL:/).textContent.replace('URL:', '')
const goBack = () => fireEvent.click(screen.getByRole('button', { name: 'Back in the history' }))

function open(responses: ApiResponses, { url = '/', pageData = {} }: Parameters<typeof renderApp>[1] = {}) {
  return renderApp(
    <>
      <CurrentUrl />
      <ApartmentReviews aptId="7" landlordId={null} name="Gull House" />
      <ToastHost />
    </>,
    { path: '/', url, responses, pageData },
  )
}
const openAll = (reviews: PlacedReview[], responses: ApiResponses = {}) =>
  open({
    [FIRST]: pageOf(reviews),
    [SUMMARY]: summaryOf({ total: reviews.length }),
    ...responses,
  })
const shownTexts = () => screen.queryAllByText(/^Review number/).map(({ textContent }) => textContent)
const status = () => screen.findByText(/^Showing/)

afterEach(() => {
  jest.restoreAllMocks()
})

describe('the reviews of an apartment', () => {
  it('shows the number of reviews, the averages and the first page', async () => {
    open({ [FIRST]: pageOf(numbered(1, 5), 20, 'c1'), [SUMMARY]: summaryOf() })

    expect(await screen.findByRole('heading', { name: 'Reviews (20)' })).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Rated 3.4 out of 5' })).toBeTruthy()
    expect(screen.getByRole('img', { name: '2.0 out of 5' })).toBeTruthy()
    expect(shownTexts()).toHaveLength(5)
    expect((await status()).textContent).toBe('Showing 5 of 20 reviews')
    expect((await status()).getAttribute('role')).toBe('status')
  })

  it('renders the first page and the summary from the HTML without fetching them', async () => {
    const { calls } = open(
      {},
      {
        pageData: {
          answers: [
            { path: FIRST, body: pageOf(numbered(1, 5), 20, 'c1').body },
            { path: SUMMARY, body: summaryOf().body },
          ],
        },
      },
    )

    expect(await screen.findByRole('heading', { name: 'Reviews (20)' })).toBeTruthy()
    expect(shownTexts()).toHaveLength(5)
    expect(calls).toEqual([])
  })

  it('shows at once what a card has requested, unless a write has changed it', async () => {
    const { queryKey } = apiQuery(getReviews, { query: { aptId: '7', size: 5 } })
    const Card = () => {
      const client = useQueryClient()
      const [isOpen, setIsOpen] = useState(false)
      const follow = () => {
        client.setQueryData(queryKey, pageOf(numbered(1, 1)).body)
        setIsOpen(true)
      }
      const write = async () => {
        setIsOpen(false)
        client.removeQueries({ queryKey: [...queryKey, 'pages'] })
        await refreshReviews(client)
        setIsOpen(true)
      }
      return (
        <>
          <button onClick={follow}>Follow</button>
          <button onClick={() => void write()}>Write</button>
          {isOpen && <ApartmentReviews aptId="7" landlordId={null} name="Gull House" />}
        </>
      )
    }
    const { calls } = renderApp(<Card />, {
      pageData: { answers: [{ path: SUMMARY, body: summaryOf().body }] },
      responses: { [FIRST]: pageOf(numbered(1, 2)), [SUMMARY]: summaryOf({ total: 2 }) },
    })

    fireEvent.click(screen.getByRole('button', { name: 'Follow' }))
    expect(shownTexts()).toHaveLength(1)
    expect(calls).toEqual([])

    fireEvent.click(screen.getByRole('button', { name: 'Write' }))
    await waitFor(() => expect(shownTexts()).toHaveLength(2))
  })

  it('fetches the first page again after a write, though the HTML has it', async () => {
    const Refresh = () => {
      const client = useQueryClient()
      return <button onClick={() => void refreshReviews(client)}>Refresh</button>
    }
    const answers = [{ path: FIRST, body: pageOf(numbered(1, 1)).body }]
    renderApp(
      <>
        <Refresh />
        <ApartmentReviews aptId="7" landlordId={null} name="Gull House" />
      </>,
      {
        pageData: { answers },
        responses: { [FIRST]: pageOf(numbered(1, 2)), [SUMMARY]: summaryOf({ total: 2 }) },
      },
    )
    await waitFor(() => expect(shownTexts()).toHaveLength(1))

    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))

    await waitFor(() => expect(shownTexts()).toHaveLength(2))
  })

  it('shows bedrooms and rent only if they are known', async () => {
    openAll([placed({ id: 'a' }), placed({ id: 'b', bedrooms: 0, price: 0 })])

    expect(await screen.findAllByText('2 bedrooms · $1,000-1,200')).toHaveLength(1)
  })

  it('previews 500 characters of a long review and expands it on Read More, also once it is translated', async () => {
    openAll([placed({ reviewText: `${'🏠'.repeat(600)} the end` })])
    expect(await screen.findByText(/^(🏠){500}…/u)).toBeTruthy()
    const more = screen.getByRole('button', { name: 'Read More' })
    translatePage()

    fireEvent.click(more)

    expect(screen.getByText(/the end$/).closest('p')?.textContent).not.toContain('(translated)')
  })

  it('shows one empty line where a review has many, so that it takes no more room than its text', async () => {
    openAll([placed({ reviewText: `Warm.\n${'\n \n'.repeat(50)}Quiet.\nBright.` })])

    const text = await screen.findByText(/^Warm/)

    expect(text.textContent).toBe('Warm.\n\nQuiet.\nBright.')
  })

  it('renders markup in a review as text', async () => {
    const text = '<script>alert(1)</script> and more'
    openAll([placed({ reviewText: text })])

    expect((await screen.findByText(text)).querySelector('script')).toBeNull()
  })

  it('invites the reader to leave the first review', async () => {
    openAll([])

    expect(await screen.findByText('No reviews available. Be the first to leave one!')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Search in reviews' })).toBeNull()
  })

  it('offers to try again when reviews cannot be loaded', async () => {
    open({
      [FIRST]: { status: 503, detail: 'Reviews cannot be loaded.' },
      [SUMMARY]: { status: 503, detail: 'Reviews cannot be loaded.' },
    })

    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('Show More', () => {
  const NEXT = '/api/reviews?aptId=7&size=8&cursor=c1'
  const showMore = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show More' }))

  it('adds eight reviews, focuses the first of them and announces how many are shown', async () => {
    open({
      [FIRST]: pageOf(numbered(1, 5), 20, 'c1'),
      [SUMMARY]: summaryOf(),
      [NEXT]: pageOf(numbered(6, 13), 20, 'c2'),
    })

    await showMore()

    await screen.findByText('Showing 13 of 20 reviews')
    expect(shownTexts()).toHaveLength(13)
    const sixth = screen.getByText('Review number 6.').closest('article')
    await waitFor(() => expect(document.activeElement).toBe(sixth))
  })

  const widenWindow = () =>
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(min-width: 601px)',
          addEventListener() {},
          removeEventListener() {},
        }) as never,
    )

  it('is for more than twelve reviews in a wide window', async () => {
    widenWindow()
    open({
      [FIRST]: pageOf(numbered(1, 5), 20, 'c1'),
      [SUMMARY]: summaryOf(),
      '/api/reviews?aptId=7&size=7&cursor=c1': pageOf(numbered(6, 12), 20, 'c2'),
      '/api/reviews?aptId=7&size=12&cursor=c2': pageOf(numbered(13, 20), 20),
    })

    await screen.findByText('Showing 12 of 20 reviews')
    await showMore()

    await screen.findByText('Showing all 20 reviews')
  })

  it('says of what a wide window loads by itself only when asked that it cannot be loaded', async () => {
    widenWindow()
    const nextPage = '/api/reviews?aptId=7&size=7&cursor=c1'
    const { calls } = open({
      [FIRST]: pageOf(numbered(1, 5), 20, 'c1'),
      [SUMMARY]: summaryOf(),
      [nextPage]: { status: 503, detail: 'Please try again in a moment.' },
    })
    await waitFor(() => expect(calls).toContain(nextPage))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Show More' })).toHaveProperty('ariaBusy', null),
    )
    expect(screen.queryByRole('alert')).toBeNull()

    await showMore()

    await screen.findByRole('alert')
  })

  it('disappears after the last page, and lists a review that moved between pages once', async () => {
    open({
      [FIRST]: pageOf(numbered(1, 5), 7, 'c1'),
      [SUMMARY]: summaryOf({ total: 7 }),
      [NEXT]: pageOf(numbered(5, 7), 7),
    })

    await showMore()

    expect(await screen.findByText('Showing all 7 reviews')).toBeTruthy()
    expect(shownTexts()).toHaveLength(7)
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull()
  })

  it('prints every review once all of them are loaded, and not fewer', async () => {
    const shownWhenPrinted: number[] = []
    window.print = () => void shownWhenPrinted.push(shownTexts().length)
    const responses: ApiResponses = {
      [FIRST]: pageOf(numbered(1, 5), 20, 'c1'),
      [SUMMARY]: summaryOf(),
      [NEXT]: pageOf(numbered(6, 13), 20, 'c2'),
      [NEXT.replace('c1', 'c2')]: { status: 503, detail: 'Please try again in a moment.' },
    }
    open(responses)
    const print = async () => fireEvent.click(await screen.findByRole('button', { name: 'Print all 20' }))

    await print()
    await screen.findByRole('alert')
    expect(shownWhenPrinted).toEqual([])

    responses[NEXT.replace('c1', 'c2')] = pageOf(numbered(14, 20), 20)
    await print()
    await waitFor(() => expect(shownWhenPrinted).toEqual([20]))
    expect(screen.queryByRole('button', { name: /^Print/ })).toBeNull()
  })

  it('keeps the loaded reviews when the next page fails, and tries again', async () => {
    const responses: ApiResponses = {
      [FIRST]: pageOf(numbered(1, 5), 7, 'c1'),
      [SUMMARY]: summaryOf({ total: 7 }),
      [NEXT]: { status: 503, detail: 'Please try again in a moment.' },
    }
    open(responses)
    await showMore()

    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('More reviews cannot be loaded right now.')
    expect(shownTexts()).toHaveLength(5)

    responses[NEXT] = pageOf(numbered(6, 7), 7)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Review number 7.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('review filters', () => {
  const withFilter = (query: string, page: ApiResponses[string]): ApiResponses => ({
    [FIRST]: pageOf(numbered(1, 5), 20, 'c1'),
    [SUMMARY]: summaryOf(),
    [query]: page,
  })
  const bar = (name: string) => screen.findByRole('button', { name })

  it('filter by the star rating of a clicked bar and keep the totals of all reviews', async () => {
    open(withFilter('/api/reviews?aptId=7&stars=4&size=5', pageOf(numbered(31, 33), 6, 'c9')))
    const four = await bar('4 stars: 6 reviews')

    fireEvent.click(four)

    expect(await screen.findByText('Review number 31.')).toBeTruthy()
    expect(four.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText('6 of 20 reviews')).toBeTruthy()
    expect((await status()).textContent).toBe('Showing 3 of 6 matching reviews')
    expect(screen.getByRole('heading', { name: 'Reviews (20)' })).toBeTruthy()
    expect(await bar('5 stars: 8 reviews')).toHaveProperty('disabled', false)
    expect(await bar('1 star: 0 reviews')).toHaveProperty('disabled', true)
    expect(currentSearch()).toBe('?stars=4')
  })

  it.each([
    ['group', 'Stars', /^5 stars/, 'stars=5', 'stars=5'],
    ['radiogroup', 'Year', '2023', 'year=2023', 'year=2023'],
    ['radiogroup', 'Bedrooms', '1', 'bedrooms=1', 'bedrooms=1'],
    ['group', 'Filter', 'With pictures', 'withPhotos=true', 'photos=yes'],
  ])('filter reviews by a %s: %s %s', async (role, name, option, query, search) => {
    open(withFilter(`/api/reviews?aptId=7&${query}&size=5`, pageOf(numbered(31, 31))))
    fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))

    fireEvent.click(within(screen.getByRole(role, { name })).getByLabelText(option))

    expect(await screen.findByText('Review number 31.')).toBeTruthy()
    expect(currentSearch()).toBe(`?${search}`)
  })

  it('read the sort order from the URL without counting it as a filter', async () => {
    open(withFilter('/api/reviews?aptId=7&sort=helpful&size=5', pageOf(numbered(31, 35), 20, 'c2')), {
      url: '/?sort=helpful',
    })

    expect(await screen.findByText('Review number 31.')).toBeTruthy()
    expect(screen.getByText('Helpful')).toBeTruthy()
    expect((await status()).textContent).toBe('Showing 5 of 20 reviews')
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  })

  it('are read from the URL, and Back undoes a change', async () => {
    open(
      {
        ...withFilter('/api/reviews?aptId=7&stars=5&year=2024&size=5', pageOf(numbered(31, 31))),
        '/api/reviews?aptId=7&year=2024&size=5': pageOf(numbered(41, 42)),
      },
      { url: '/?stars=5&year=2024' },
    )
    expect(await screen.findByText('Review number 31.')).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: 5 stars' }))
    expect(await screen.findByText('Review number 42.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reviews (20)' }))
    goBack()

    expect(await screen.findByText('Review number 31.')).toBeTruthy()
    expect(currentSearch()).toBe('?stars=5&year=2024')
  })

  it('can be cleared when nothing matches, which keeps the sort order', async () => {
    open(
      {
        ...withFilter('/api/reviews?aptId=7&sort=lowest&stars=2&bedrooms=6&size=5', pageOf([])),
        '/api/reviews?aptId=7&sort=lowest&size=5': pageOf(numbered(41, 42)),
      },
      { url: '/?sort=lowest&stars=2&bedrooms=6' },
    )
    expect(await screen.findByText('No reviews match these filters.')).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))

    expect(await screen.findByText('Review number 42.')).toBeTruthy()
    expect(currentSearch()).toBe('?sort=lowest')
    expect(screen.queryByText('No reviews match these filters.')).toBeNull()
  })

  it('stay usable when filtered reviews cannot be loaded', async () => {
    open(withFilter('/api/reviews?aptId=7&stars=4&size=5', { status: 503, detail: 'Later, please.' }))

    fireEvent.click(await bar('4 stars: 6 reviews'))

    expect(await screen.findByText('Reviews cannot be loaded right now.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy()
  })

  it('are hidden if they would exclude no reviews', async () => {
    open({
      [FIRST]: pageOf([placed()]),
      [SUMMARY]: summaryOf({
        total: 1,
        stars: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: stars === 4 ? 1 : 0 })),
        years: [{ year: 2024, count: 1 }],
        bedrooms: [{ bedrooms: 2, count: 1 }],
        withPhotos: 1,
      }),
    })

    await screen.findByRole('heading', { name: 'Reviews (1)' })
    expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull()
  })
})

describe('the rating over the years', () => {
  const years = [
    { year: 2024, count: 12, avgRating: 3.96 },
    { year: 2022, count: 8, avgRating: 3 },
  ]
  const openYears = (shown: ReviewSummary['years']) =>
    open({ [FIRST]: pageOf(numbered(1, 5), 20, 'c1'), [SUMMARY]: summaryOf({ years: shown }) })

  it('is a line and a table, oldest year first', async () => {
    openYears(years)

    fireEvent.click(await screen.findByText('Rating over the years'))
    expect((await screen.findAllByRole('row')).map(({ textContent }) => textContent)).toEqual([
      'YearAverage ratingReviews',
      '20223.08',
      '20244.012',
    ])
  })

  it.each([
    ['a single year', years.slice(1)],
    ['a service that does not average by year', years.map(({ year, count }) => ({ year, count }))],
  ])('is left out with %s', async (_what, shown) => {
    openYears(shown)

    await screen.findByText('Review number 1.')
    expect(screen.queryByText('Rating over the years')).toBeNull()
  })
})

describe('what students say', () => {
  const topics: ReviewSummary['topics'] = [
    { topic: 'heat', praised: 1, criticised: 7 },
    { topic: 'noise', praised: 6, criticised: 2 },
    { topic: 'light', praised: 4, criticised: 0 },
    { topic: 'deposit', praised: 1, criticised: 0 },
  ]
  const COLD = '/api/reviews?aptId=7&topic=heat&opinion=criticised&size=5'
  const responses = (): ApiResponses => ({
    [FIRST]: pageOf(numbered(1, 5), 20, 'c1'),
    [SUMMARY]: summaryOf({ topics }),
    [COLD]: pageOf([
      placed({ reviewText: 'Nice, but the heat never worked.', mentions: [{ start: 14, end: 31 }] }),
    ]),
  })

  it('lists what at least two reviews praise or criticize, with how many do', async () => {
    open(responses())

    const list = await screen.findByRole('list', { name: 'Often mentioned' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Praised: heating 1',
      'Criticized: heating 7',
      'Praised: quiet 6',
      'Criticized: noise 2',
      'Praised: light 4',
    ])
  })

  it('lists the reviews that say it with the words marked, then all reviews again', async () => {
    open(responses())
    const heating = await screen.findByRole('button', { name: 'Criticized: heating 7' })
    fireEvent.click(heating)

    expect((await screen.findByText('heat never worked')).tagName).toBe('MARK')
    expect(currentSearch()).toBe('?criticised=heat')
    expect(heating.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText('Criticized: heating')).toBeTruthy()

    fireEvent.click(heating)
    expect(await screen.findByText('Review number 5.')).toBeTruthy()
    expect(currentSearch()).toBe('')
  })

  it('shows each text once on a translated page', async () => {
    const reviewText = 'Nice, but the heat never worked.'
    open({ ...responses(), [FIRST]: pageOf([placed({ reviewText })], 20) })
    const text = (await screen.findByText(reviewText)).closest('p')
    const heating = await screen.findByRole('button', { name: 'Criticized: heating 7' })
    translatePage()

    fireEvent.click(heating)

    expect((await screen.findByText('heat never worked', { selector: 'mark' })).closest('p')).toBe(text)
    expect(text?.textContent).toBe(reviewText)
  })

  it('shows a long review whole when what it says about the topic is further down', async () => {
    const reviewText = `${'Words. '.repeat(100)}No heat at all.`
    open(
      { ...responses(), [COLD]: pageOf([placed({ reviewText, mentions: [{ start: 700, end: 707 }] })]) },
      { url: '/?criticised=heat' },
    )

    expect((await screen.findByText('No heat')).tagName).toBe('MARK')
    expect(screen.getByRole('button', { name: 'Criticized: heating 7', pressed: true })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Read More' })).toBeNull()
  })

  it('is left out when no two reviews say the same, for unknown topics, and without topics from the service', async () => {
    const onlyNewer = [{ topic: 'view' as 'light', praised: 5, criticised: 5 }]
    for (const topics of [[{ topic: 'heat' as const, praised: 1, criticised: 1 }], onlyNewer, undefined]) {
      const { unmount } = open({ ...responses(), [SUMMARY]: summaryOf({ topics }) })

      await screen.findByText('Review number 1.')
      expect(screen.queryByRole('list', { name: /^Often/ })).toBeNull()
      unmount()
    }
  })
})

describe('the search in reviews', () => {
  const box = () => screen.findByRole('textbox', { name: 'Search in reviews' })
  const responses = (): ApiResponses => ({
    [FIRST]: pageOf(numbered(1, 5), 20, 'c1'),
    [SUMMARY]: summaryOf(),
    '/api/reviews?aptId=7&q=thin+walls&size=5': pageOf(numbered(31, 31)),
    '/api/reviews?aptId=7&q=mice&size=5': pageOf(numbered(41, 41)),
  })

  it('runs when typing pauses, and immediately on Enter', async () => {
    const { calls } = open(responses())
    const input = await box()
    // Synchronously, so that a slow machine does not turn it into a pause.
    for (const typed of ['t', 'thin', 'thin walls ']) fireEvent.change(input, { target: { value: typed } })

    expect(await screen.findByText('Review number 31.')).toBeTruthy()
    expect(calls.filter((url) => url.includes('q='))).toEqual(['/api/reviews?aptId=7&q=thin+walls&size=5'])
    expect(await box()).toHaveProperty('value', 'thin walls ')

    fireEvent.change(await box(), { target: { value: 'mice' } })
    fireEvent.submit((await box()).closest('form') as HTMLFormElement)
    expect(currentSearch()).toBe('?q=mice')
    expect(await screen.findByText('Review number 41.')).toBeTruthy()
  })

  it('keeps a filter that is chosen before typing pauses', async () => {
    open({ ...responses(), '/api/reviews?aptId=7&q=mice&stars=5&size=5': pageOf(numbered(41, 41)) })
    fireEvent.change(await box(), { target: { value: 'mice' } })
    fireEvent.click(screen.getByRole('button', { name: /^5 stars/ }))
    expect(currentSearch()).toBe('?stars=5')

    await waitFor(() => expect(new URLSearchParams(currentSearch()).get('q')).toBe('mice'))

    expect(new URLSearchParams(currentSearch()).get('stars')).toBe('5')
  })

  it('adds one history entry however often typing pauses', async () => {
    open(responses())
    fireEvent.change(await box(), { target: { value: 'thin walls' } })
    expect(await screen.findByText('Review number 31.')).toBeTruthy()
    fireEvent.change(await box(), { target: { value: 'mice' } })
    expect(await screen.findByText('Review number 41.')).toBeTruthy()

    goBack()

    expect(await screen.findByText('Review number 5.')).toBeTruthy()
    expect(await box()).toHaveProperty('value', '')
  })
})

describe('after a change, the list of reviews', () => {
  signInBeforeEach()

  const userReviews = (own: PlacedReview[]): ApiResponses => ({
    '/api/review/userId/u1/PENDING': { body: [] },
    '/api/review/userId/u1/APPROVED': { body: own },
    '/api/review/userId/u1/REPORTED': { body: [] },
    '/api/review/like/u1': { body: [] },
  })

  it.each([
    ['where others are invited to write the first one', 0],
    ['above those that are public', 2],
  ])('shows authors their own that awaits approval, %s', async (_where, publicCount) => {
    const pending = buildReview({ id: 'mine', aptId: '7', status: 'PENDING', reviewText: 'Mine, and new.' })
    const elsewhere = buildReview({
      id: 'else',
      aptId: '8',
      status: 'PENDING',
      reviewText: 'Of another place.',
    })
    openAll(numbered(1, publicCount), {
      ...userReviews([]),
      '/api/review/userId/u1/PENDING': { body: [pending, elsewhere] },
    })

    const waiting = within(await screen.findByRole('region', { name: 'Awaiting approval' }))

    expect(waiting.getByText('Mine, and new.')).toBeTruthy()
    expect(screen.queryByText('Of another place.')).toBeNull()
    await screen.findByRole('heading', { name: `Reviews (${publicCount})` })
    expect(screen.queryByText(/Be the first/)).toBeNull()
    await waitFor(() => expect(shownTexts()).toHaveLength(publicCount))
  })

  it('no longer lists or counts a review that its author deletes, once confirmed', async () => {
    const [first, ...remaining] = numbered(1, 3)
    const own = first as PlacedReview
    const responses: ApiResponses = {
      ...userReviews([own]),
      [FIRST]: pageOf([own, ...remaining]),
      [SUMMARY]: summaryOf({ total: 3 }),
      '/api/update-review-status/r1/DELETED': { body: { ...own, status: 'DELETED' } },
    }
    const { calls } = open(responses)
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this review?' })
    expect(calls.some((url) => url.includes('update'))).toBe(false)
    responses[FIRST] = pageOf(remaining)
    responses[SUMMARY] = summaryOf({ total: 2 })

    const confirm = within(dialog).getByRole('button', { name: 'Delete' })
    confirm.focus()
    fireEvent.click(confirm)

    const heading = await screen.findByRole('heading', { name: 'Reviews (2)' })
    await waitFor(() => expect(shownTexts()).toEqual(['Review number 2.', 'Review number 3.']))
    expect(await screen.findByText('Review successfully deleted!')).toBeTruthy()
    // The review's button is removed.
    expect(document.activeElement).toBe(heading)
  })

  it('shows a new like where a page before has quoted the review', async () => {
    const quoted = '/api/reviews?aptId=7&size=1'
    const Quote = () => <q>{useApi(getReviews, { query: { aptId: '7', size: 1 } }).data?.items[0]?.likes}</q>
    const responses = {
      ...userReviews([]),
      [quoted]: pageOf(numbered(1, 1)),
      '/api/add-like': { body: { likes: 3, liked: true } },
    }
    renderApp(
      <>
        <Quote />
        <ReviewListSlot reviews={numbered(1, 1)} />
        <ToastHost />
      </>,
      { responses },
    )
    await screen.findByText('2', { selector: 'q' })

    fireEvent.click(await screen.findByRole('button', { name: 'Helpful (2)' }))

    expect(await screen.findByText('3', { selector: 'q' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Helpful (3)' })).toBeTruthy()
    expect(screen.queryByText('Error with liking review')).toBeNull()
  })

  it('shows a new like under another filter and on the way back', async () => {
    const responses: ApiResponses = {
      ...userReviews([]),
      [FIRST]: pageOf(numbered(1, 1), 20),
      [SUMMARY]: summaryOf(),
      '/api/reviews?aptId=7&stars=4&size=5': pageOf(numbered(31, 31)),
      '/api/add-like': { body: { likes: 3, liked: true } },
    }
    open(responses)
    fireEvent.click(await screen.findByRole('button', { name: 'Helpful (2)' }))
    await screen.findByRole('button', { name: 'Helpful (3)' })
    fireEvent.click(await screen.findByRole('button', { name: '4 stars: 6 reviews' }))
    await screen.findByText('Review number 31.')

    goBack()

    await screen.findByText('Review number 1.')
    expect(screen.getByRole('button', { name: 'Helpful (3)' })).toBeTruthy()
  })
})

describe('the subject of a review', () => {
  const names = {
    '/api/listings/7': { body: [buildListing()] },
    '/api/landlords/3': { body: [buildLandlord()] },
  }
  const openLandlord = (review: PlacedReview) =>
    renderApp(<LandlordReviews landlordId="3" name="Gull Homes" />, {
      responses: {
        ...names,
        '/api/reviews?landlordId=3&size=3': pageOf([review]),
        '/api/reviews/summary?landlordId=3': summaryOf({ total: 1 }),
      },
    })

  it('is the apartment on a landlord page, named by the review itself', async () => {
    const { calls } = openLandlord(placed())

    const apartment = await screen.findByRole('link', { name: 'Gull House' })
    expect(apartment.getAttribute('href')).toBe('/apartment/7')
    expect(screen.queryByRole('link', { name: 'Gull Homes' })).toBeNull()
    expect(calls).not.toContain('/api/listings/7')
  })

  it('is fetched when svc-reviews does not know the name yet', async () => {
    openLandlord(placed({ place: { landlordName: '' } }))

    expect(await screen.findByRole('link', { name: 'Gull House' })).toBeTruthy()
  })

  it('is the apartment and the landlord in lists of other remotes', async () => {
    renderApp(<ReviewListSlot reviews={[buildReview()]} />, { responses: names })

    expect(await screen.findByRole('link', { name: 'Gull House' })).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'Gull Homes' })).getAttribute('href')).toBe('/landlord/3')
  })

  it('is the suggested place, as long as that is not added', async () => {
    const suggestion = { id: 's1', name: 'The Brickworks' }
    const review = buildReview({ aptId: null, landlordId: 'unknown', suggestion, status: 'PENDING' })
    renderApp(<ReviewListSlot reviews={[review]} />, {
      responses: { '/api/landlords/unknown': { body: [] } },
    })

    const place = await screen.findByText('The Brickworks')
    expect(place.parentElement?.textContent).toBe('The Brickworks · waits until the place is added')
  })

  it('is not repeated on the page of the apartment', async () => {
    openAll([placed()])

    await screen.findByText('Quiet building, decent people.')
    expect(screen.queryByRole('link', { name: 'Gull House' })).toBeNull()
  })
})
