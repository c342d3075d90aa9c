import { buildListing, type ApiResponses, MAYA, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { loadMyPlaces } from '@offquad/web-kit'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type Listing, type PageData } from '@offquad/contracts'
import { SearchPage } from './search-page'

const CALL = '/api/search-with-query-and-filters'

const open = (query: string, responses: ApiResponses, answers: PageData['answers'] = []) =>
  renderApp(<SearchPage />, { path: '/search', url: `/search${query}`, responses, pageData: { answers } })

const listings = (count: number) =>
  Array.from({ length: count }, (_, index) => buildListing({ id: String(index), name: `House ${index}` }))

/** The results of a query without an order, and their number. */
const resultsOf = (query: string, count: number): ApiResponses => ({
  [`${CALL}?${query}&size=21`]: { body: listings(count) },
  [`${CALL}/count?${query}`]: { body: { count } },
})

function withoutCoordinates(listing: Listing | undefined) {
  return { ...listing, buildingData: { ...listing?.buildingData, latitude: null, longitude: null } }
}

describe('the search page', () => {
  it('shows the results of its URL, their number and a link to the next page', async () => {
    open('?q=house', {
      [`${CALL}?q=house&size=21`]: { body: listings(21) },
      [`${CALL}/count?q=house`]: { body: { count: 40 } },
    })

    expect(await screen.findByRole('heading', { name: '40 apartments' })).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(21)
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/search?q=house&page=2')
    expect(screen.getByText('Page 1 of 2')).toBeTruthy()
    expect(document.title).toBe('Offquad | Search: house')
  })

  it('shows the last page where its URL names a later one', async () => {
    open('?q=house&page=9999', {
      [`${CALL}?q=house&size=21&offset=209958`]: { body: [] },
      [`${CALL}?q=house&size=21&offset=21`]: { body: listings(19) },
      [`${CALL}/count?q=house`]: { body: { count: 40 } },
    })

    expect(await screen.findByText('Page 2 of 2')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(19))
  })

  it('searches as soon as a filter changes and updates the URL', async () => {
    const { calls } = open('?q=house', {
      ...resultsOf('q=house', 2),
      ...resultsOf('q=house&locations=WEST', 1),
    })
    await screen.findByRole('heading', { name: '2 apartments' })

    fireEvent.click(screen.getByRole('button', { name: 'Location' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'West' }))

    expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
    expect(calls).toContain(`${CALL}?q=house&locations=WEST&size=21`)
  })

  describe('by the way to a place of the reader', () => {
    const KEY = 'offquad/my-places'
    const GYM = { id: 'my-12345678', name: 'Gym', mode: 'bike', latitude: 42.4512345, longitude: -76.48 }
    const url = `?filters=${encodeURIComponent(
      JSON.stringify({
        commute: 'my-12345678:bike:10',
        initialSortBy: 'commute',
        initialSortLowToHigh: true,
      }),
    )}`
    const nearGym = buildListing(
      { name: 'Near the gym' },
      { commute: { placeId: 'my-12345678', mode: 'bike', minutes: 4, isEstimate: true } },
    )
    const NEAR = '/api/search-near-places'

    afterEach(async () => {
      replaceUser(undefined)
      localStorage.clear()
      await act(() => loadMyPlaces())
    })

    it('sends rounded coordinates by POST, none in a URL, and says that the link works for the reader alone', async () => {
      localStorage.setItem(KEY, JSON.stringify([GYM]))
      await act(() => loadMyPlaces())
      const { calls } = open(url, { [NEAR]: { body: { items: [nearGym], total: 1 } } })

      expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
      expect(screen.getByText(/4 min by bike/).textContent).toBe('4 min by bike to Gym · West · Gull Homes')
      expect(screen.getByText(/works only for you, and there are no alerts for it/)).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Remove filter: 10 min by bike of Gym' })).toBeTruthy()
      expect(calls.filter((call) => call.startsWith(CALL))).toEqual([])
      expect(calls.join()).not.toContain('42.45')

      const sending = jest.spyOn(globalThis, 'fetch')
      fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'cheapest' } })
      await waitFor(() => expect(sending).toHaveBeenCalled())
      const body: unknown = JSON.parse(String(sending.mock.lastCall?.[1]?.body))
      sending.mockRestore()
      expect(body).toMatchObject({
        search: { commute: 'my-12345678:bike:10', sortBy: 'price' },
        places: [{ id: 'my-12345678', mode: 'bike', latitude: 42.451, longitude: -76.48 }],
      })
      expect(JSON.stringify(body)).not.toContain('Gym')
    })

    it('is among the filters in use as soon as the place is known', async () => {
      open(url, { [NEAR]: { body: { items: [nearGym], total: 1 } } })
      await screen.findByText('This link uses a place that only its owner can see.')

      localStorage.setItem(KEY, JSON.stringify([GYM]))
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })))

      expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Remove filter: 10 min by bike of Gym' })).toBeTruthy()
    })

    it('suggests relaxed searches without numbers, which are known only without the commute', async () => {
      localStorage.setItem(KEY, JSON.stringify([GYM]))
      await act(() => loadMyPlaces())
      const filters = encodeURIComponent(JSON.stringify({ bedrooms: 3, commute: 'my-12345678:bike:10' }))
      const counted = { path: `${CALL}/count?q=nowhere`, body: { count: 5 } }
      const responses = {
        [NEAR]: { body: { items: [], total: 0 } },
        [`${CALL}/count?q=nowhere&bedrooms=3`]: { body: { count: 2 } },
      }
      open(`?q=nowhere&filters=${filters}`, responses, [counted])

      await screen.findByRole('link', { name: 'Search at any distance: 2 apartments' })
      expect(screen.getByRole('link', { name: /beds/ }).textContent).toBe('Search any number of beds')
    })

    it('can be tried again when the places cannot be loaded', async () => {
      replaceUser(MAYA)
      const responses: ApiResponses = {
        '/api/my-places': { status: 503 },
        [NEAR]: { body: { items: [nearGym], total: 1 } },
      }
      open(url, responses)

      expect(await screen.findByText('Your places cannot be loaded right now.')).toBeTruthy()
      responses['/api/my-places'] = { body: { items: [GYM] } }
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))

      expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
    })

    it('is rejected in a link of someone else, with what to do instead', async () => {
      const { calls } = open(url, {})

      expect(await screen.findByText('This link uses a place that only its owner can see.')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Search without it' }).getAttribute('href')).toBe('/search')
      expect(screen.getByRole('link', { name: 'My places' }).getAttribute('href')).toBe('/places')
      // A select without its value would change the search while the page hydrates.
      expect(
        screen.getByRole<HTMLSelectElement>('combobox', { name: 'To', hidden: true }).selectedOptions[0]
          ?.textContent,
      ).toBe('A personal place')
      expect(calls.filter((call) => call.includes('search'))).toEqual([])
    })
  })

  it('filters by amenities, a move-in date and what no review complains about, which are in its URL', async () => {
    const filters = encodeURIComponent(
      JSON.stringify({
        amenities: ['laundry', 'helipad'],
        availableBy: '2027-08-01',
        without: ['pests', 'weather'],
      }),
    )
    const query = 'q=house&amenities=laundry&availableBy=2027-08-01&without=pests'
    const withParking = 'q=house&amenities=laundry%2Cparking&availableBy=2027-08-01&without=pests'
    const quiet = 'q=house&amenities=laundry%2Cparking&availableBy=2027-08-01&without=noise%2Cpests'
    const { calls } = open(`?q=house&filters=${filters}`, {
      ...resultsOf(query, 2),
      ...resultsOf(withParking, 1),
      ...resultsOf(quiet, 3),
    })
    await screen.findByRole('heading', { name: '2 apartments' })
    expect(screen.getByRole('button', { name: 'Remove filter: Available by Aug 1 2027' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove filter: More filters (2)' })).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'More filters (2)' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Parking' }))
    expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: 'noise' }))

    expect(await screen.findByRole('heading', { name: '3 apartments' })).toBeTruthy()
    expect(calls).toEqual(
      expect.arrayContaining([`${CALL}?${withParking}&size=21`, `${CALL}?${quiet}&size=21`]),
    )
  })

  it('searches from a move-in date once it is typed', async () => {
    const { calls } = open('?q=house', {
      ...resultsOf('q=house', 2),
      ...resultsOf('q=house&availableBy=2027-08-01', 1),
    })
    await screen.findByRole('heading', { name: '2 apartments' })

    fireEvent.click(screen.getByRole('button', { name: 'Move-in date' }))
    const field = screen.getByLabelText('Available by')
    fireEvent.change(field, { target: { value: '2027-08-01' } })
    fireEvent.blur(field)

    expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
    expect(calls.filter((path) => path.includes('availableBy') && path.includes('size'))).toEqual([
      `${CALL}?q=house&availableBy=2027-08-01&size=21`,
    ])
  })

  it('suggests the area whose name is only begun', async () => {
    open('?q=wes', {
      [`${CALL}?q=wes&size=21`]: { body: [] },
      [`${CALL}/count?locations=WEST`]: { body: { count: 7 } },
    })

    const inArea = await screen.findByRole('link', { name: 'Search in West: 7 apartments' })
    expect(inArea.getAttribute('href')).toBe(
      `/search?filters=${encodeURIComponent('{"locations":["West"]}')}`,
    )
  })

  it('suggests relaxed searches that find something and how to add an apartment when nothing matches', async () => {
    const filters = encodeURIComponent(JSON.stringify({ maxPrice: '500', bedrooms: 3 }))
    open(`?q=nowhere&filters=${filters}`, {
      [`${CALL}?q=nowhere&maxPrice=500&bedrooms=3&size=21`]: { body: [] },
      [`${CALL}/count?q=nowhere&maxPrice=500&bedrooms=3`]: { body: { count: 0 } },
      [`${CALL}/count?q=nowhere&bedrooms=3`]: { body: { count: 12 } },
      [`${CALL}/count?q=nowhere&maxPrice=500`]: { body: { count: 0 } },
      [`${CALL}/count?maxPrice=500&bedrooms=3`]: { body: { count: 1 } },
    })

    expect(await screen.findByText('No apartments match your search.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show map' })).toBeNull()
    const anyPrice = await screen.findByRole('link', { name: 'Search at any price: 12 apartments' })
    expect(anyPrice.getAttribute('href')).toBe(
      `/search?q=nowhere&filters=${encodeURIComponent('{"bedrooms":3}')}`,
    )
    expect(await screen.findByRole('link', { name: 'Search without “nowhere”: 1 apartment' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('link', { name: /number of beds/ })).toBeNull())
    expect(screen.getByRole('button', { name: 'Can’t find your apartment?' })).toBeTruthy()
    const cleared = screen.getByRole('link', { name: 'Clear filters' })
    expect(cleared.getAttribute('href')).toBe('/search?q=nowhere')
  })

  it('suggests no search that is none without its commute, by which it was sorted', async () => {
    const filters = { commute: 'upsonHall:walk:1', initialSortBy: 'commute', initialSortLowToHigh: true }
    const commute = encodeURIComponent(filters.commute)
    const { calls } = open(`?filters=${encodeURIComponent(JSON.stringify(filters))}`, {
      [`${CALL}?commute=${commute}&sortBy=commute&sortLowToHigh=true&size=21`]: { body: [] },
      [`${CALL}/count?commute=${commute}`]: { body: { count: 0 } },
      [`${CALL}/count`]: { body: { count: 40 } },
    })

    await screen.findByText('No apartments match your search.')
    expect(screen.queryByRole('link', { name: /any distance/ })).toBeNull()
    expect(calls).not.toContain(`${CALL}/count`)
  })

  it('does not take the empty results of before for those of a relaxed search', async () => {
    const filters = encodeURIComponent(JSON.stringify({ bedrooms: 3 }))
    open(`?q=nowhere&filters=${filters}`, {
      [`${CALL}?q=nowhere&bedrooms=3&size=21`]: { body: [] },
      [`${CALL}/count?q=nowhere&bedrooms=3`]: { body: { count: 0 } },
      [`${CALL}/count?q=nowhere`]: { body: { count: 12 } },
      [`${CALL}/count?bedrooms=3`]: { body: { count: 0 } },
    })

    fireEvent.click(await screen.findByRole('link', { name: 'Search any number of beds: 12 apartments' }))

    expect(await screen.findByRole('heading', { name: 'Searching …' })).toBeTruthy()
    expect(screen.queryByText('No apartments match your search.')).toBeNull()
  })

  it('suggests relaxed searches once it knows what they find', async () => {
    const filters = encodeURIComponent(JSON.stringify({ bedrooms: 3 }))
    open(`?q=nowhere&filters=${filters}`, {
      [`${CALL}?q=nowhere&bedrooms=3&size=21`]: { body: [] },
      [`${CALL}/count?q=nowhere`]: { body: { count: 12 } },
    })

    expect(await screen.findByText('Searching with fewer filters …')).toBeTruthy()
    await act(async () => {})
    expect(screen.queryByRole('link', { name: /^Search/ })).toBeNull()
  })

  it('advises to check the spelling only of a text', async () => {
    const filters = encodeURIComponent(JSON.stringify({ bedrooms: 6, bathrooms: 6 }))
    open(`?filters=${filters}`, {
      [`${CALL}?bedrooms=6&bathrooms=6&sortBy=weightedRating&sortLowToHigh=false&size=21`]: { body: [] },
      [`${CALL}/count?bedrooms=6`]: { body: { count: 0 } },
      [`${CALL}/count?bathrooms=6`]: { body: { count: 0 } },
    })

    expect(await screen.findByText('Try fewer or other filters.')).toBeTruthy()
    expect(screen.queryByText(/spelling/)).toBeNull()
  })

  it.each([
    ['amenities', ['laundry', 'pets'], 'laundry', 'Search without “Pets allowed”', /without “Laundry”/],
    [
      'without',
      ['noise', 'pests'],
      'noise',
      'Search even with complaints about pests',
      /complaints about noise/,
    ],
  ])(
    'suggests to leave out one of the %s %j when nothing meets all',
    async (name, all, kept, label, excluded) => {
      const countOf = (chosen: string[]) => `${CALL}/count?${name}=${encodeURIComponent(chosen.join(','))}`
      const order = 'sortBy=weightedRating&sortLowToHigh=false&size=21'
      open(`?filters=${encodeURIComponent(JSON.stringify({ [name]: all }))}`, {
        [`${CALL}?${name}=${encodeURIComponent(all.join(','))}&${order}`]: { body: [] },
        [countOf(all)]: { body: { count: 0 } },
        [countOf([kept])]: { body: { count: 5 } },
        [countOf(all.filter((filter) => filter !== kept))]: { body: { count: 0 } },
      })

      const link = await screen.findByRole('link', { name: `${label}: 5 apartments` })
      expect(link.getAttribute('href')).toBe(
        `/search?filters=${encodeURIComponent(JSON.stringify({ [name]: [kept] }))}`,
      )
      await waitFor(() => expect(screen.queryByRole('link', { name: excluded })).toBeNull())
    },
  )

  it('says on the card why it matches', async () => {
    const filters = encodeURIComponent(JSON.stringify({ amenities: ['laundry'] }))
    open(`?filters=${filters}`, {
      [`${CALL}?amenities=laundry&sortBy=weightedRating&sortLowToHigh=false&size=21`]: {
        body: listings(1).map((listing) => ({ ...listing, match: { amenities: ['laundry'] } })),
      },
    })

    expect((await screen.findByRole('article')).textContent).toContain('Laundry')
  })

  it('leads back to the start when the text of a search is emptied', async () => {
    open('?q=house', {
      ...resultsOf('q=house', 2),
    })
    await screen.findByRole('heading', { name: '2 apartments' })

    fireEvent.change(screen.getByRole('combobox', { name: /Search/ }), { target: { value: ' ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))

    expect(await screen.findByText('What are you looking for?')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: '2 apartments' })).toBeNull()
  })

  it('shows that the search failed and offers to try again', async () => {
    open('?q=house', { [`${CALL}?q=house&size=21`]: { status: 503, detail: 'Listings are away.' } })

    expect(await screen.findByText('The search cannot be run right now.')).toBeTruthy()
    // Nor is there a map of nothing.
    expect(screen.queryByRole('button', { name: 'Show map' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('says why a search is invalid, which no further try changes', async () => {
    const filters = encodeURIComponent(JSON.stringify({ commute: 'upsonHall:bus:15' }))
    const detail = 'Commutes by bus are not available on this site.'
    const order = 'sortBy=weightedRating&sortLowToHigh=false&size=21'
    open(`?filters=${filters}`, {
      [`${CALL}?commute=upsonHall%3Abus%3A15&${order}`]: { status: 400, detail },
    })

    expect(await screen.findByText(detail)).toBeTruthy()
    expect(screen.queryByText('The search cannot be run right now.')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('replaces the map with a sentence when no result has coordinates', async () => {
    open('?q=house', {
      [`${CALL}?q=house&size=21`]: { body: listings(2).map(withoutCoordinates) },
      [`${CALL}/count?q=house`]: { body: { count: 2 } },
    })

    expect(await screen.findByText('None of these apartments is on the map yet.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Map of the results' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Show map' })).toBeNull()
  })

  it('shows how many of the results are not on the map', async () => {
    const [first, ...others] = listings(4)
    open('?q=house', {
      [`${CALL}?q=house&size=21`]: { body: [first, ...others.map(withoutCoordinates)] },
      [`${CALL}/count?q=house`]: { body: { count: 4 } },
    })

    expect(await screen.findByText('3 of these 4 apartments are not on the map.')).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Map of the results' })).toBeTruthy()
  })

  it('shows the filters of its words as chips that can be removed', async () => {
    const both = `${CALL}?locations=WEST&bedrooms=2&sortBy=weightedRating&sortLowToHigh=false&size=21`
    const { calls } = open('?q=2+bed+west', {
      [both]: { body: listings(1) },
      [`${CALL}?bedrooms=2&sortBy=weightedRating&sortLowToHigh=false&size=21`]: { body: listings(2) },
      [`${CALL}/count?locations=WEST&bedrooms=2`]: { body: { count: 1 } },
      [`${CALL}/count?bedrooms=2`]: { body: { count: 2 } },
    })
    await screen.findByRole('heading', { name: '1 apartment' })
    expect(screen.getByRole('button', { name: 'Remove filter: 2+ beds' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '2+ beds', expanded: false })).toBeTruthy()
    expect(screen.getByText('Ranked by rating and number of reviews')).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: West' }))

    expect(await screen.findByRole('heading', { name: '2 apartments' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Location' }))
    expect(calls).toContain(both)
  })

  it.each(['Remove filter: West', 'Clear (1) filter'])(
    'shows everything after "%s", and focuses the first filter',
    async (name) => {
      const order = 'sortBy=weightedRating&sortLowToHigh=false&size=21'
      open('?q=west', {
        [`${CALL}?locations=WEST&${order}`]: { body: listings(1) },
        [`${CALL}/count?locations=WEST`]: { body: { count: 1 } },
        [`${CALL}?${order}`]: { body: listings(3) },
        [`${CALL}/count`]: { body: { count: 3 } },
      })

      fireEvent.click(await screen.findByRole('button', { name }))

      expect(await screen.findByRole('heading', { name: '3 apartments' })).toBeTruthy()
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Location' }))
    },
  )

  it('says that cheap places come first, not that all of them are cheap', async () => {
    open('?q=cheap', {
      [`${CALL}?sortBy=price&sortLowToHigh=true&size=21`]: { body: listings(3) },
      [`${CALL}/count`]: { body: { count: 3 } },
    })

    expect(await screen.findByText('Lowest rent first')).toBeTruthy()
  })
})
