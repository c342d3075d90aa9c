import { type ApiResponses, buildListing, renderApp } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SearchPage } from './search-page'

const CALL = '/api/search-with-query-and-filters'
// The view of the map that is opened below, widened to the grid of what maps ask for.
const ASKED = expect.stringMatching(/^\/api\/search-with-query-and-filters\/map\?.*zoom=16/)

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

// A map library needs a layout: this one shows what it is moved to.
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
  buildListing({ id, name: `House ${id}`, latitude: 42.443, longitude: -76.485 })
const places = {
  places: [
    { id: '1', name: 'House 1', latitude: 42.443, longitude: -76.485, leastRent: 1250, avgRating: 4.25 },
    { id: '8', name: 'House 8', latitude: 42.445, longitude: -76.484, avgRating: 3 },
    { id: '9', name: 'House 9', latitude: 42.444, longitude: -76.484 },
  ],
  clusters: [{ latitude: 42.441, longitude: -76.483, count: 12, zoom: 18 }],
  unlocated: 3,
}

function Where() {
  const navigate = useNavigate()
  return (
    <>
      <output aria-label="URL">{useLocation().search}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  )
}

/** The map, once it shows what it has asked for. */
async function openedMap(): Promise<HTMLElement> {
  // The region is another element once the map's code is loaded.
  return waitFor(() => {
    const map = screen.getByRole('region', { name: 'Map of the results' })
    within(map).getByRole('link', { name: /^House 8/ })
    return map
  })
}

const url = () => screen.getByLabelText('URL').textContent
const cardOf = (list: HTMLElement, name: string) => within(list).getByText(name).closest('article') ?? list

/** Answers every map call; its bounds follow from the size of the map. */
function openSearch(query: string, responses: ApiResponses = {}) {
  const all = new Proxy<ApiResponses>(responses, {
    has: (known, path: string) => path in known || path.startsWith(`${CALL}/map?`),
    get: (known, path: string) => (path.startsWith(`${CALL}/map?`) ? { body: places } : known[path]),
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

/** As a drag with the mouse ends. */
function drag(to: Bounds): void {
  fireEvent.keyDown(screen.getByRole('group', { name: /Arrow keys/ }), { key: 'ArrowUp' })
  act(() => moved?.(to))
}

describe('the map of a search', () => {
  beforeEach(() => {
    shown.length = 0
    views.length = 0
  })

  it('shows rents, or ratings where the rent is unknown, and how many places are where', async () => {
    const { calls } = openSearch('?q=house', results())

    const map = await openedMap()
    expect(
      (await within(map).findByRole('link', { name: 'House 1, $1,250 a month, rated 4.3 of 5' })).textContent,
    ).toBe('$1,250')
    expect(within(map).getByRole('link', { name: 'House 8, rated 3.0 of 5' }).textContent).toBe('★ 3.0')
    expect(within(map).getByRole('link', { name: 'House 9' }).textContent).toBe('')
    expect(within(map).getByRole('button', { name: '12 places here: zoom in' })).toBeTruthy()
    expect(screen.getByText(/3 places have no known location/)).toBeTruthy()
    expect(calls).toContainEqual(ASKED)
  })

  it('searches where it is moved to, which is in the URL', async () => {
    const { calls } = openSearch('?q=house', { ...results(), ...results(NORTH_TEXT, ['8']) })
    await openedMap()

    drag(NORTH)

    expect(await screen.findByRole('heading', { name: '1 apartment' })).toBeTruthy()
    expect(url()).toBe(`?q=house&bounds=${NORTH_TEXT}`)
    expect(screen.getByRole('button', { name: 'Remove filter: This part of the map' })).toBeTruthy()
    // It is there already.
    expect(shown).toEqual([])
    expect(calls.filter((call) => call.startsWith(`${CALL}?`))).toHaveLength(2)

    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: '2 apartments' })).toBeTruthy()
    expect(shown).toEqual([START])
  })

  it('shows the part of the map that a shared link names', async () => {
    openSearch(`?q=house&bounds=${NORTH_TEXT}`, results(NORTH_TEXT, ['8']))

    await openedMap()

    await waitFor(() => expect(shown).toEqual([NORTH]))
    // Once at the start: what is found there does not move it on.
    expect(views).toEqual(['set'])
  })

  it('offers to search there when it does not follow the map', async () => {
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

  it('marks the card of a focused pin, and the pin of a hovered card', async () => {
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
    // It is in no response: it lies in a cluster.
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
})
