import { type Listing, type MyPlace } from '@offquad/contracts'
import { loadMyPlaces } from '@offquad/web-kit'
import { type ApiResponses, buildListing, renderApp } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SearchPage } from './search-page'

const CALL = '/api/search-with-query-and-filters'
// The view of the map that is opened below, widened to the grid of map requests.
const MAP_REQUEST = expect.stringMatching(/^\/api\/search-with-query-and-filters\/map\?.*zoom=16/)

let moved: ((bounds: Bounds) => void) | undefined
const shown: Bounds[] = []
const views: string[] = []
interface Bounds {
  south: number
  west: number
  north: number
  east: number
}
const START = { south: 42.44, west: -76.49, north: 42.446, east: -76.48 }
/** The map's first view: both results, at zoom 16 at most. */
const RESULTS = {
  south: expect.closeTo(42.4405),
  west: expect.closeTo(-76.489),
  north: expect.closeTo(42.4485),
  east: expect.closeTo(-76.481),
}

// A real map library needs a layout; this double records the views that it is moved to.
jest.mock('leaflet', () => ({
  ...jest.requireActual<object>('leaflet'),
  map: () => {
    const listeners: Record<string, () => void> = {}
    let bounds = START
    moved = (next) => {
      bounds = next
      listeners.moveend?.()
    }
    return {
      on: (names: string, listener: () => void) =>
        names.split(' ').forEach((name) => (listeners[name] = listener)),
      latLngToContainerPoint: ([lat, lng]: [number, number]) => ({ x: lng, y: lat }),
      getBounds: () => ({
        getSouth: () => bounds.south,
        getWest: () => bounds.west,
        getNorth: () => bounds.north,
        getEast: () => bounds.east,
      }),
      getZoom: () => 16,
      setView: () => views.push('set'),
      panBy: () => undefined,
      fitBounds([[south, west], [north, east]]: [[number, number], [number, number]]) {
        shown.push({ south, west, north, east })
        moved?.({ south, west, north, east })
      },
      remove: () => undefined,
    }
  },
}))

const listing = (id: string) =>
  buildListing({ id, name: `House ${id}`, latitude: 42.443 + Number(id) / 1000, longitude: -76.485 })
const places = {
  places: [
    { id: '1', name: 'House 1', latitude: 42.443, longitude: -76.485, leastRent: 1250, avgRating: 4.25 },
    { id: '8', name: 'House 8', latitude: 42.445, longitude: -76.484, avgRating: 3 },
    { id: '9', name: 'House 9', latitude: 42.444, longitude: -76.484 },
  ],
  clusters: [{ latitude: 42.441, longitude: -76.483, count: 12, zoom: 18 }],
  unlocated: 3,
}

const commuteQuery = (commute: string): string =>
  `?filters=${encodeURIComponent(JSON.stringify({ commute }))}`

function Where() {
  const navigate = useNavigate()
  return (
    <>
      <output aria-label="URL">{useLocation().search}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
      <button onClick={() => void navigate(commuteQuery('agQuad:bike:15'))}>By bike to Farm Quad</button>
      <button onClick={() => void navigate(`${commuteQuery('my-12345678:bike:15')}&q=house`)}>
        By bike to Lab
      </button>
    </>
  )
}

/** The map, once it shows the requested places. */
async function openedMap(): Promise<HTMLElement> {
  // The region is a different element once the map's code is loaded.
  return waitFor(() => {
    const map = screen.getByRole('region', { name: 'Map of the results' })
    within(map).getByRole('link', { name: /^House 8/ })
    return map
  })
}

const url = () => screen.getByLabelText('URL').textContent
const cardOf = (list: HTMLElement, name: string) => within(list).getByText(name).closest('article') ?? list

/** Responds to every map call; their bounds depend on the size of the map. */
function openSearch(query: string, responses: ApiResponses = {}, onMap: object = places) {
  const all = new Proxy<ApiResponses>(responses, {
    has: (fixed, path: string) => path in fixed || path.startsWith(`${CALL}/map?`),
    get: (fixed, path: string) =>
      path.startsWith(`${CALL}/map?`) ? ('status' in onMap ? onMap : { body: onMap }) : fixed[path],
  })
  return renderApp(
    <>
      <SearchPage />
      <Where />
    </>,
    { path: '/search', url: `/search${query}`, responses: all },
  )
}

const results = (bounds?: string, ids = ['1', '2']): ApiResponses => {
  const within = bounds ? `&bounds=${encodeURIComponent(bounds)}` : ''
  return {
    [`${CALL}?q=house${within}&size=21`]: { body: ids.map(listing) },
    [`${CALL}/count?q=house${within}`]: { body: { count: ids.length } },
  }
}

const NORTH = { south: 42.45, west: -76.49, north: 42.456, east: -76.48 }
const NORTH_TEXT = '42.45,-76.49,42.456,-76.48'
const FURTHER = { south: 42.46, west: -76.49, north: 42.466, east: -76.48 }
const FURTHER_TEXT = '42.46,-76.49,42.466,-76.48'

/** Like the end of a drag with the mouse. */
function drag(to: Bounds): void {
  fireEvent.keyDown(screen.getByRole('group', { name: /Arrow keys/ }), { key: 'ArrowUp' })
  act(() => moved?.(to))
}

const LAB: MyPlace = {
  id: 'my-12345678',
  name: 'Lab',
  mode: 'bike',
  latitude: 42.445,
  longitude: -76.483,
}

async function nameMyPlaces(...own: MyPlace[]): Promise<void> {
  localStorage.setItem('offquad/my-places', JSON.stringify(own))
  await act(() => loadMyPlaces())
}

afterEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await act(() => loadMyPlaces())
})

/** The results within a commute to a campus place. */
function resultsOf(commute: string): ApiResponses {
  const filter = `commute=${encodeURIComponent(commute)}`
  return {
    [`${CALL}?${filter}&sortBy=weightedRating&sortLowToHigh=false&size=21`]: { body: [listing('1')] },
    [`${CALL}/count?${filter}`]: { body: { count: 1 } },
  }
}

describe('the map of a search', () => {
  beforeEach(() => {
    shown.length = 0
    views.length = 0
  })

  it('shows the results of the list when those of the map cannot be loaded', async () => {
    openSearch('?q=house', results(), { status: 503 })
    const map = () => within(screen.getByRole('region', { name: 'Map of the results' }))

    await waitFor(() => map().getByRole('link', { name: /^House 2/ }))
  })

  it('shows rents, or ratings where the rent is unknown, and the number of places in clusters', async () => {
    const { calls } = openSearch('?q=house', results())

    const map = await openedMap()
    expect(
      (await within(map).findByRole('link', { name: 'House 1, $1,250 a month, rated 4.3 of 5' })).textContent,
    ).toBe('$1,250')
    expect(within(map).getByRole('link', { name: 'House 8, rated 3.0 of 5' }).textContent).toBe('★ 3.0')
    expect(within(map).getByRole('link', { name: 'House 9' }).textContent).toBe('')
    expect(within(map).getByRole('button', { name: '12 places here: zoom in' })).toBeTruthy()
    // The list has these places, and notes it.
    expect(screen.queryByText(/no known location/)).toBeNull()
    expect(calls).toContainEqual(MAP_REQUEST)
  })

  it('leaves one entry in the history for all moves, also for those before a slow page shows the first', async () => {
    openSearch('?q=house', { ...results(), ...results(NORTH_TEXT, ['8']) })
    await openedMap()

    jest.useFakeTimers()
    act(() => {
      for (const part of [START, NORTH]) {
        drag(part)
        jest.runOnlyPendingTimers()
      }
    })
    jest.useRealTimers()
    await waitFor(() => expect(url()).toBe(`?q=house&bounds=${NORTH_TEXT}`))

    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(url()).toBe('?q=house'))
  })

  it('searches where it is moved to, and keeps that in the URL', async () => {
    const { calls } = openSearch('?q=house', { ...results(), ...results(NORTH_TEXT, ['8']) })
    await openedMap()

    drag(NORTH)

    expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
    expect(url()).toBe(`?q=house&bounds=${NORTH_TEXT}`)
    expect(screen.getByRole('button', { name: 'Remove filter: This part of the map' })).toBeTruthy()
    expect((await screen.findByText(/3 places have no known location/)).textContent).toMatch(/List all$/)
    // The map is there already.
    expect(shown).toEqual([RESULTS])
    expect(calls.filter((call) => call.startsWith(`${CALL}?`))).toHaveLength(2)

    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: '2 apartments' })).toBeTruthy()
    expect(shown).toEqual([RESULTS, RESULTS])
  })

  it('stays where it is moved the second time, although the URL follows later', async () => {
    openSearch('?q=house', {
      ...results(),
      ...results(NORTH_TEXT, ['8']),
      ...results(FURTHER_TEXT, ['8', '9']),
    })
    await openedMap()
    drag(NORTH)
    await screen.findByRole('heading', { name: '1 apartment' })

    drag(FURTHER)

    await waitFor(() => expect(url()).toBe(`?q=house&bounds=${FURTHER_TEXT}`))
    await screen.findByRole('heading', { name: '2 apartments' })
    expect(shown).toEqual([RESULTS])
  })

  it('shows and searches all of it again with Recenter', async () => {
    openSearch('?q=house', { ...results(), ...results(NORTH_TEXT, ['8']) })
    await openedMap()
    drag(NORTH)
    await screen.findByRole('heading', { name: '1 apartment' })

    fireEvent.click(screen.getByRole('button', { name: 'Recenter the map' }))

    await screen.findByRole('heading', { name: '2 apartments' })
    expect(url()).toBe('?q=house')
    expect(shown).toEqual([RESULTS, RESULTS])
  })

  it('returns to where it was moved with Forward', async () => {
    openSearch('?q=house', { ...results(), ...results(NORTH_TEXT, ['8']) })
    await openedMap()
    drag(NORTH)
    await screen.findByRole('heading', { name: '1 apartment' })

    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByRole('heading', { name: '2 apartments' })
    fireEvent.click(screen.getByRole('button', { name: 'Forward' }))

    await screen.findByRole('heading', { name: '1 apartment' })
    expect(shown).toEqual([RESULTS, RESULTS, NORTH])
  })

  it('returns to where it was moved with Back after its filter was removed', async () => {
    openSearch('?q=house', { ...results(), ...results(NORTH_TEXT, ['8']) })
    await openedMap()
    drag(NORTH)

    fireEvent.click(
      await screen.findByRole('button', {
        name: 'Remove filter: This part of the map',
      }),
    )
    await screen.findByRole('heading', { name: '2 apartments' })
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))

    await screen.findByRole('heading', { name: '1 apartment' })
    expect(shown).toEqual([RESULTS, RESULTS, NORTH])
  })

  it('does not search when the reader has left for another page meanwhile, which is still loading', async () => {
    openSearch('?q=house', results())
    await openedMap()
    const start = window.location.href

    jest.useFakeTimers()
    drag(NORTH)
    window.history.pushState(null, '', '/apartment/8')
    act(() => jest.runOnlyPendingTimers())
    jest.useRealTimers()
    window.history.replaceState(null, '', start)

    await act(async () => {})
    expect(url()).toBe('?q=house')
  })

  it('stays open in the URL, also in another order', async () => {
    const { unmount } = openSearch('?q=house', results())
    fireEvent.click(await screen.findByRole('button', { name: 'Show map' }))
    await screen.findByRole('button', { name: 'Show list', pressed: true })
    const shared = url() ?? ''
    unmount()

    openSearch(shared, results())

    expect(await screen.findByRole('button', { name: 'Show list', pressed: true })).toBeTruthy()
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'cheapest' } })
    await waitFor(() => expect(url()).toMatch(/cheapest|price.*view=map$/))
  })

  it('shows the part of the map that a shared link names', async () => {
    openSearch(`?q=house&bounds=${NORTH_TEXT}`, results(NORTH_TEXT, ['8']))

    await openedMap()

    await waitFor(() => expect(shown).toEqual([NORTH]))
    // The results there do not move it.
    expect(views).toEqual([])
  })

  it('offers a button to search there when the search does not follow the map', async () => {
    openSearch('?q=house', { ...results(), ...results(NORTH_TEXT, ['8']) })
    await openedMap()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Search as I move the map' }))
    expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull()

    drag(NORTH)
    expect(url()).toBe('?q=house')
    fireEvent.click(await screen.findByRole('button', { name: 'Search this area' }))

    expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull()
  })

  it('highlights the card of a focused pin, and the pin of a hovered card', async () => {
    openSearch('?q=house', results())
    const map = await openedMap()
    const pin = await within(map).findByRole('link', { name: /^House 1,/ })
    const list = screen.getByRole('region', { name: 'Results' })
    const card = cardOf(list, 'House 1')

    fireEvent.focus(pin)
    expect(card.closest('.browse-active')).toBeTruthy()
    fireEvent.keyDown(pin, { key: 'Escape' })
    expect(card.closest('.browse-active')).toBeNull()

    fireEvent.pointerEnter(cardOf(list, 'House 2'))
    // No response contains the place: it is in a cluster.
    expect(await within(map).findByRole('link', { name: /^House 2,/ })).toHaveProperty(
      'className',
      expect.stringContaining('offquad-map-pin-active'),
    )
  })

  it('loads the card of a place that is not in the list', async () => {
    openSearch('?q=house', { ...results(), '/api/listings/8': { body: [listing('8')] } })
    const map = await screen.findByRole('region', { name: 'Map of the results' })

    fireEvent.focus(await within(map).findByRole('link', { name: /^House 8/ }))

    expect(await within(map).findByText('House 8')).toBeTruthy()
  })

  it('lists places at one point', async () => {
    const tower = [
      { id: '21', name: 'Tower 1', latitude: 42.442, longitude: -76.486, leastRent: 800 },
      { id: '22', name: 'Tower 2', latitude: 42.442, longitude: -76.486 },
    ]
    const point = { latitude: 42.442, longitude: -76.486, count: 2, zoom: 19, places: tower }
    openSearch('?q=house', results(), { ...places, clusters: [...places.clusters, point] })
    const map = await openedMap()

    fireEvent.click(within(map).getByRole('button', { name: '2 places at one point: list them' }))

    const list = within(map).getByRole('dialog', { name: '2 places at one point' })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Tower 1, $800 a month', '/apartment/21'],
      ['Tower 2', '/apartment/22'],
    ])
  })
})

describe('the map of a search by commute', () => {
  const near = (apartment: Partial<Listing['buildingData']> = {}): ApiResponses => {
    const { buildingData } = listing('1')
    const commute = { placeId: LAB.id, mode: LAB.mode, minutes: 4, isEstimate: true }
    const item = buildListing({ ...buildingData, ...apartment }, { commute })
    return { '/api/search-near-places': { body: { items: [item], total: 1 } } }
  }
  const commuteFrom = (apartmentId: string, commute: object): ApiResponses => ({
    '/api/commutes': {
      body: { items: [{ apartmentId, commutes: [{ minutes: 9, isEstimate: true, ...commute }] }] },
    },
  })

  it('to a place of the reader shows nothing that the same search without the commute found', async () => {
    await nameMyPlaces(LAB)
    openSearch('?q=house', { ...results(), ...near() })
    const map = await openedMap()

    fireEvent.click(screen.getByRole('button', { name: 'By bike to Lab' }))

    await screen.findByRole('heading', { name: '1 apartment' })
    await waitFor(() => expect(within(map).queryByRole('link', { name: /^House 8/ })).toBeNull())
    expect(within(map).queryByRole('button', { name: /12 places here/ })).toBeNull()
    expect(screen.queryByText(/no known location/)).toBeNull()
  })

  it('shows the least rent of several room types, as the pins of other searches do', async () => {
    await nameMyPlaces(LAB)
    const roomTypes = [
      { beds: 0, baths: 1, rent: 1200 },
      { beds: 3, baths: 1, rent: 900 },
    ]
    openSearch(commuteQuery('my-12345678:bike:15'), near({ price: 1200, roomTypes }))
    const map = await screen.findByRole('region', { name: 'Map of the results' })

    expect((await within(map).findByRole('link', { name: /^House 1,/ })).textContent).toBe('$900')
  })

  it('shows that commute on the card of a place that is not in the list', async () => {
    await nameMyPlaces(LAB)
    openSearch(commuteQuery('upsonHall:walk:15'), {
      ...resultsOf('upsonHall:walk:15'),
      '/api/listings/8': { body: [listing('8')] },
      ...commuteFrom('8', { placeId: 'upsonHall', mode: 'walk' }),
    })
    const map = await openedMap()

    fireEvent.focus(within(map).getByRole('link', { name: /^House 8/ }))

    expect((await within(map).findByText(/^9 min/)).textContent).toBe(
      '9 min to Upson Hall · West · Gull Homes',
    )
  })

  it('shows the way to the first of the reader’s places on cards when the search names none', async () => {
    await nameMyPlaces(LAB)
    openSearch('?q=house', { ...results(), ...commuteFrom('1', { placeId: LAB.id, mode: LAB.mode }) })
    const map = await openedMap()

    fireEvent.focus(await within(map).findByRole('link', { name: /^House 1,/ }))

    expect((await within(map).findByText(/9 min by bike/)).textContent).toBe(
      '9 min by bike to Lab · West · Gull Homes',
    )
  })
})

describe('the rings of minutes', () => {
  const MALL: MyPlace = { ...LAB, id: 'my-22222222', name: 'Mall', mode: 'drive' }

  const menuIn = (map: HTMLElement) => within(map).getByRole<HTMLSelectElement>('combobox', { name: 'Rings' })
  const shownIn = (map: HTMLElement) => menuIn(map).selectedOptions[0]?.textContent
  const choose = (map: HTMLElement, label: string) =>
    fireEvent.change(menuIn(map), {
      target: { value: within(menuIn(map)).getByRole<HTMLOptionElement>('option', { name: label }).value },
    })
  /** Meters from the center to the first ring, at zoom 16 in this town. */
  const firstRing = (map: HTMLElement) =>
    Math.round(Number(map.querySelector('.offquad-map-drawing circle')?.getAttribute('r')) * 1.763)

  it('are around a landmark until the reader has places', async () => {
    openSearch('?q=house', results())
    const map = await openedMap()

    expect(shownIn(map)).toBe('on foot to Main Plaza')
    expect(firstRing(map)).toBe(322)
    expect(within(map).getByText('Rings are estimates')).toBeTruthy()
  })

  it('follow the first of the reader’s places and its mode, which the map shows', async () => {
    await nameMyPlaces(LAB, MALL)
    openSearch('?q=house', results())
    const map = await openedMap()

    expect(shownIn(map)).toBe('by bike to Lab')
    expect(firstRing(map)).toBe(638)
    expect(within(map).getByRole('button', { name: 'Minutes to Lab', pressed: true })).toBeTruthy()

    fireEvent.click(within(map).getByRole('button', { name: 'Minutes to Mall' }))
    expect(shownIn(map)).toBe('on foot to Mall')
    fireEvent.click(within(map).getByRole('button', { name: 'Minutes to Mall', pressed: true }))
    expect(shownIn(map)).toBe('none')
    expect(map.querySelector('.offquad-map-drawing circle')).toBeNull()
    choose(map, 'on foot to Engineering Quad')
    expect(firstRing(map)).toBe(322)
  })

  it('are left out where the reader goes by car, which the legend says', async () => {
    await nameMyPlaces(MALL, LAB)
    openSearch('?q=house', results())
    const map = await openedMap()

    expect(shownIn(map)).toBe('none')
    expect(within(map).getByText('No rings by car: minutes depend on the roads')).toBeTruthy()
    choose(map, 'by bike to Lab')
    expect(firstRing(map)).toBe(638)
  })

  it('follow the commute that the search names, even if another one was chosen before', async () => {
    await nameMyPlaces(LAB)
    openSearch(commuteQuery('upsonHall:walk:15'), {
      ...resultsOf('upsonHall:walk:15'),
      ...resultsOf('agQuad:bike:15'),
      '/api/commute-options': { body: { modes: ['walk', 'bike', 'drive'], findsAddresses: false } },
    })
    const map = await openedMap()

    expect(shownIn(map)).toBe('on foot to Upson Hall')
    choose(map, 'by bike to Lab')
    expect(shownIn(map)).toBe('by bike to Lab')
    fireEvent.click(screen.getByRole('button', { name: 'By bike to Farm Quad' }))

    await waitFor(() => expect(shownIn(map)).toBe('by bike to Farm Quad'))
  })
})
