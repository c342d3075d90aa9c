import { type MyPlace } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import { loadMyPlaces } from '@offquad/web-kit'
import { type ApiResponses, MAYA, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { PlacesPage } from './places-page'

const GYM: MyPlace = { id: 'my-12345678', name: 'Gym', mode: 'bike', latitude: 42.45, longitude: -76.48 }
const OPTIONS = { modes: ['walk', 'bike', 'drive'], findsAddresses: false }
const KEY = 'offquad/my-places'

const LAB: MyPlace = { ...GYM, id: 'my-22222222', name: 'Lab' }
const UPSON: MyPlace = { ...GYM, id: 'my-33333333', name: 'Upson Hall', campusPlaceId: 'upsonHall' }
const FIVE = [1, 2, 3, 4, 5].map((digit) => ({ ...GYM, id: `my-0000000${digit}`, name: `House ${digit}` }))
const store = (...places: MyPlace[]) => localStorage.setItem(KEY, JSON.stringify(places))
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '[]') as MyPlace[]

function open(responses: ApiResponses = {}) {
  return renderApp(
    <>
      <PlacesPage />
      <ToastHost />
    </>,
    { path: '/places', responses: { '/api/commute-options': { body: OPTIONS }, ...responses } },
  )
}

/** Opens the page with these places stored in the browser. */
async function openWith(places: MyPlace[], responses?: ApiResponses) {
  store(...places)
  await act(() => loadMyPlaces())
  return open(responses)
}

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } })

describe('my places', () => {
  beforeEach(async () => {
    localStorage.clear()
    replaceUser(undefined)
    await act(() => loadMyPlaces())
  })

  it('are empty to begin with, and say what they are for', async () => {
    open()

    expect(await screen.findByText('You have not named a place yet.')).toBeTruthy()
    expect(screen.getByText(/stay in this browser until you sign in/)).toBeTruthy()
  })

  it('are kept in the browser of a visitor: a building is added, changed and removed', async () => {
    open()
    choose('How you go', 'bike')
    choose('Place', 'upsonHall')
    fireEvent.click(screen.getByRole('button', { name: 'Add Upson Hall' }))

    const list = await screen.findByRole('list', { name: 'My places' })
    await within(list).findByText('Upson Hall')
    expect(stored()).toMatchObject([{ name: 'Upson Hall', mode: 'bike', campusPlaceId: 'upsonHall' }])
    expect(screen.queryByRole('option', { name: 'Upson Hall' })).toBeNull()

    choose('How you get to Upson Hall', 'walk')
    await waitFor(() => expect(stored()[0]?.mode).toBe('walk'))
    const remove = screen.getByRole('button', { name: 'Remove Upson Hall' })
    act(() => remove.focus())
    fireEvent.click(remove)
    await screen.findByText('You have not named a place yet.')
    expect(stored()).toEqual([])
    expect(document.activeElement).toBe(list)
  })

  it('are put in order by keyboard; the first is the one on cards', async () => {
    await openWith([GYM, LAB])
    const names = () => stored().map(({ name }) => name)
    const up = screen.getByRole('button', { name: 'Move Lab up' })
    expect(screen.getByRole('button', { name: 'Move Gym up' }).getAttribute('aria-disabled')).toBe('true')

    up.focus()
    fireEvent.click(up)

    await waitFor(() => expect(names()).toEqual(['Lab', 'Gym']))
    expect(screen.getByRole('status').textContent).toBe('Lab is number 1 of 2.')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Lab up' }))
    const [first] = within(screen.getByRole('list', { name: 'My places' })).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/Lab.*shown on cards/)
    fireEvent.click(screen.getByRole('button', { name: 'Move Lab up' }))
    expect(names()).toEqual(['Lab', 'Gym'])
  })

  it('take a point of the map only with a name', async () => {
    open()
    choose('Kind of place', 'point')
    await screen.findByRole('button', { name: 'Zoom in' })
    fireEvent.click(screen.getByRole('button', { name: 'Add this place' }))

    expect(screen.getByText('Choose a point on the map first.')).toBeTruthy()
    expect(screen.getByText('This field is required')).toBeTruthy()
    expect(stored()).toEqual([])
  })

  it('offer buses and addresses only where the site knows them', async () => {
    open({ '/api/commute-options': { body: { modes: ['walk', 'bus'], findsAddresses: true } } })

    expect(await screen.findByRole('option', { name: 'By bus' })).toBeTruthy()
    expect(screen.getByText(/^Add a building, an address or a point on the map/)).toBeTruthy()
    expect(screen.queryByRole('option', { name: 'By car' })).toBeNull()
    choose('Kind of place', 'address')
    expect(screen.getByText(/Sign in to look up addresses/)).toBeTruthy()
  })

  it('promise an address only where a geocoder finds it', async () => {
    open()
    expect(await screen.findByText(/^Add a building or a point on the map/)).toBeTruthy()
  })

  it('say what times by bus contain, once there is a place to go to by bus', async () => {
    await openWith([GYM], {
      '/api/commute-options': { body: { modes: ['walk', 'bike', 'bus'], findsAddresses: false } },
    })
    await screen.findAllByRole('option', { name: 'By bus' })
    expect(screen.queryByText(/waiting half the time/)).toBeNull()

    choose('How you get to Gym', 'bus')

    expect(await screen.findByText(/waiting half the time between two buses/)).toBeTruthy()
    expect(stored()).toMatchObject([{ mode: 'bus' }])
  })

  it('say how far a router is, where there is one', async () => {
    await openWith([GYM], { '/api/commutes': { body: { items: [], routing: { routed: 340, total: 1200 } } } })

    const progress = await screen.findByRole('progressbar', { name: 'Routes along streets' })
    expect(progress.parentElement?.textContent).toContain(
      '340 of 1,200 routes have been computed along streets so far',
    )
  })

  it('lose nothing that another tab has added in the meantime', async () => {
    open()
    await screen.findByText('You have not named a place yet.')

    store(GYM)
    choose('Place', 'upsonHall')
    fireEvent.click(screen.getByRole('button', { name: 'Add Upson Hall' }))

    await screen.findByText('Gym')
    expect(stored()).toMatchObject([{ name: 'Gym' }, { name: 'Upson Hall' }])
  })

  it('end at five', async () => {
    await openWith(FIVE)

    expect(await screen.findByText(/as many as fit/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Add a place' })).toBeNull()
  })
})

describe('my places in a profile', () => {
  beforeEach(() => {
    localStorage.clear()
    store(GYM)
  })
  afterEach(() => replaceUser(undefined))

  it('get those of the browser on signing in, which forgets them', async () => {
    replaceUser(MAYA)
    const { calls } = open({
      '/api/my-places': { body: { items: [UPSON] } },
      '/api/my-places/my-12345678': { body: GYM },
    })

    expect(await screen.findByText('Gym')).toBeTruthy()
    expect(screen.getByText('Upson Hall')).toBeTruthy()
    expect(calls).toContain('/api/my-places/my-12345678')
    expect(localStorage.getItem(KEY)).toBeNull()
    expect(screen.getByText(/no one else sees them/)).toBeTruthy()
  })

  it('have a building of the browser once, where they had it before', async () => {
    store({ ...UPSON, id: 'my-44444444' })
    replaceUser(MAYA)
    const { calls } = open({
      '/api/my-places': { body: { items: [UPSON] } },
      '/api/my-places/my-44444444': { body: UPSON },
    })

    expect(await screen.findAllByText('Upson Hall')).toHaveLength(1)
    expect(calls).not.toContain('/api/my-places/my-44444444')
    expect(stored()).toEqual([])
  })

  it('leave in the browser what does not fit, say so, and take it once one is removed', async () => {
    replaceUser(MAYA)
    const { calls } = open({
      '/api/my-places': { body: { items: FIVE } },
      '/api/my-places/my-00000001/remove': { body: null },
      '/api/my-places/my-12345678': { body: GYM },
    })

    expect(await screen.findByText(/There is no room for Gym/)).toBeTruthy()
    expect(stored()).toEqual([GYM])
    expect(calls).not.toContain('/api/my-places/my-12345678')

    fireEvent.click(screen.getByRole('button', { name: 'Remove House 1' }))

    expect(await screen.findByRole('button', { name: 'Remove Gym' })).toBeTruthy()
    expect(screen.queryByText(/There is no room/)).toBeNull()
    expect(stored()).toEqual([])
  })

  it('leave in the browser what another device has left no room for', async () => {
    replaceUser(MAYA)
    open({
      '/api/my-places': { body: { items: FIVE.slice(1) } },
      '/api/my-places/my-12345678': { status: 409 },
    })

    expect(await screen.findByText(/There is no room for Gym/)).toBeTruthy()
    expect(stored()).toEqual([GYM])
  })

  it('ask again how far a router is, which routes more for those who are signed in', async () => {
    replaceUser(undefined)
    await act(() => loadMyPlaces())
    const { calls } = open({
      '/api/commutes': { body: { items: [] } },
      '/api/my-places/my-12345678': { body: GYM },
      '/api/my-places': { body: { items: [GYM] } },
    })
    const requests = () => calls.filter((call) => call === '/api/commutes')
    await waitFor(() => expect(requests()).toHaveLength(1))

    replaceUser(MAYA)

    await waitFor(() => expect(requests()).toHaveLength(2))
  })

  it('are not there twice where the reply to the first try was lost', async () => {
    localStorage.clear()
    replaceUser(MAYA)
    open({ '/api/my-places': { body: { items: [] } } })
    const { fetch } = globalThis
    const tries: string[] = []
    globalThis.fetch = (input, init) => {
      if (init?.method !== 'PUT') return fetch(input, init)
      tries.push(String(input))
      return Promise.reject(new TypeError('connection reset'))
    }

    fireEvent.click(await screen.findByRole('button', { name: /^Add / }))
    await screen.findByText(/cannot be reached/)
    fireEvent.click(screen.getByRole('button', { name: /^Add / }))

    await waitFor(() => expect(tries).toHaveLength(2))
    expect(new Set(tries).size).toBe(1)
  })

  it('keep those of the browser there while the profile cannot be reached, and can be loaded again', async () => {
    replaceUser(MAYA)
    open({
      '/api/my-places': { body: { items: [] } },
      '/api/my-places/my-12345678': { status: 503 },
    })

    expect(await screen.findByText('Your places cannot be loaded right now.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(stored()).toEqual([GYM])
  })

  it('store and show the last of two quick choices, and no longer the first one', async () => {
    replaceUser(MAYA)
    open({ '/api/my-places': { body: { items: [{ ...GYM, mode: 'walk' }] } } })
    const select = await screen.findByRole('combobox', { name: 'How you get to Gym' })
    const originalFetch = globalThis.fetch
    const sent: unknown[] = []
    const replies: (() => void)[] = []
    globalThis.fetch = (input, init) => {
      if (input !== `/api/my-places/${GYM.id}`) return originalFetch(input, init)
      sent.push(JSON.parse(String(init?.body)))
      return new Promise((resolve) => replies.push(() => resolve(Response.json(GYM))))
    }

    choose('How you get to Gym', 'bike')
    choose('How you get to Gym', 'drive')
    await waitFor(() => expect(sent).toMatchObject([{ mode: 'bike' }]))
    replies[0]?.()
    await waitFor(() => expect(sent).toMatchObject([{ mode: 'bike' }, { mode: 'drive' }]))
    replies[1]?.()

    await waitFor(() => expect(select).toHaveProperty('value', 'drive'))
  })

  it('leave the focus where it is when one cannot be removed', async () => {
    replaceUser(MAYA)
    open({
      '/api/my-places': { body: { items: [GYM] } },
      [`/api/my-places/${GYM.id}/remove`]: { status: 503, detail: 'It cannot be removed.' },
    })
    const remove = await screen.findByRole('button', { name: 'Remove Gym' })
    act(() => remove.focus())

    fireEvent.click(remove)

    await screen.findByText('It cannot be removed.')
    expect(document.activeElement).toBe(remove)
  })

  it('keep their order where the new one cannot be stored', async () => {
    replaceUser(MAYA)
    const { calls } = open({
      '/api/my-places/my-12345678': { body: GYM },
      '/api/my-places': { body: { items: [GYM, LAB] } },
      '/api/my-places/order': { status: 400 },
    })

    fireEvent.click(await screen.findByRole('button', { name: 'Move Gym down' }))

    await waitFor(() => expect(calls).toContain('/api/my-places/order'))
    await waitFor(() => {
      const items = within(screen.getByRole('list', { name: 'My places' })).getAllByRole('listitem')
      expect(items.map((item) => item.querySelector('strong')?.textContent)).toEqual(['Gym', 'Lab'])
    })
  })
})
