import { buildListing, buildReview, renderApp } from '@offquad/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { HomePage } from './home-page'

const row = (sortBy: string) => `/api/page-data/home/8/${sortBy}`
const page = (...names: string[]) => ({
  body: {
    buildingData: names.map((name, index) => buildListing({ id: `${name}-${index}`, name })),
    isEnded: true,
  },
})

describe('the home page', () => {
  it('names the university and shows three rows of cards that link to apartments', async () => {
    renderApp(<HomePage />, {
      responses: {
        [row('distanceToCampus')]: page('Near'),
        [row('numReviews')]: page('Discussed'),
        [row('weightedRating')]: page('Loved'),
      },
    })

    expect(screen.getByRole('heading', { level: 1, name: 'Discover Housing @ Testville' })).toBeTruthy()
    const close = await screen.findByRole('region', { name: 'Close to Central Campus' })
    expect((await within(close).findByRole('link', { name: /Near/ })).getAttribute('href')).toBe(
      '/apartment/Near-0',
    )
    expect(await screen.findByRole('heading', { level: 3, name: 'Discussed' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 3, name: 'Loved' })).toBeTruthy()
    expect(document.title).toBe('Offquad')
    expect(screen.getAllByText('Ranked by rating and number of reviews')).toHaveLength(1)
  })

  it('links each row to a search in its order', () => {
    renderApp(<HomePage />)

    const links = screen.getAllByRole('link', { name: /^View More/ })

    expect(links.map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))).toEqual([
      '/search?filters={"initialSortBy":"avgRating","initialSortLowToHigh":false}',
      '/search?filters={"initialSortBy":"numReviews","initialSortLowToHigh":false}',
      '/search?filters={"initialSortBy":"distanceToCampus","initialSortLowToHigh":true}',
    ])
  })

  it('says how much there is to read, quotes a review of the most loved place, and links to searches', async () => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(min-width: 1100px)',
          addEventListener() {},
          removeEventListener() {},
        }) as never,
    )
    const reviewText = `The kitchen gets the sun. ${'It is a long way to class. '.repeat(8)}`
    renderApp(<HomePage />, {
      responses: {
        [row('weightedRating')]: {
          body: { buildingData: [buildListing({ id: '7' }, { numReviews: 3 })], isEnded: true },
        },
        '/api/search-with-query-and-filters/count': { body: { count: 1320 } },
        '/api/review/WEST/count': { body: { count: 40 } },
        '/api/review/NORTH/count': { body: { count: 1 } },
        '/api/review/OTHER/count': { body: { count: 9 } },
        '/api/reviews?aptId=7&sort=helpful&size=1': {
          body: { items: [{ ...buildReview({ reviewText }), place: {} }], total: 3 },
        },
      },
    })

    expect((await screen.findByText('50')).previousSibling?.textContent).toBe('moderated reviews')
    expect(screen.getByText('1,320').previousSibling?.textContent).toBe('places to live')
    expect(screen.getByRole('link', { name: /^North 1 review/ })).toBeTruthy()
    const quote = await screen.findByText(/^The kitchen gets the sun\..* class\.$/)
    expect(quote.closest('a')?.getAttribute('href')).toBe('/apartment/7')
    expect(screen.getByRole('link', { name: 'Laundry' }).getAttribute('href')).toContain('laundry')
    jest.restoreAllMocks()
  })

  it('says of an area that nobody has written about it yet', async () => {
    renderApp(<HomePage />, { responses: { '/api/review/NORTH/count': { body: { count: 0 } } } })

    expect(await screen.findByRole('link', { name: /^North No reviews yet/ })).toBeTruthy()
  })

  it('leaves out figures and the review of the first screen where they cannot be loaded', async () => {
    const { container } = renderApp(<HomePage />, {
      responses: {
        [row('weightedRating')]: { status: 503 },
        '/api/search-with-query-and-filters/count': { status: 503 },
      },
    })
    expect(container.querySelector('.browse-featured')).not.toBeNull()

    await screen.findByText('These listings cannot be loaded right now.')
    expect(container.querySelector('.browse-featured')).toBeNull()
    await waitFor(() => expect(screen.queryByText('places to live')).toBeNull())
  })

  it('loses only the row whose request fails', async () => {
    renderApp(<HomePage />, {
      responses: {
        [row('distanceToCampus')]: { status: 503, detail: 'Listings cannot be loaded right now.' },
        [row('numReviews')]: page('Discussed'),
        [row('weightedRating')]: page(),
      },
    })

    expect(await screen.findByText('These listings cannot be loaded right now.')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Discussed/ })).toBeTruthy()
    expect(await screen.findByText('No apartments have been added yet.')).toBeTruthy()
  })
})
