import { type Alert, type AlertMail, type SavedSearch } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import {
  type ApiResponses,
  recordBodies,
  renderApp,
  replaceUser,
  signInBeforeEach,
  SignInDouble,
  translatePage,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { AlertBell } from '../features/alerts/alert-bell'
import { SaveSearch } from '../features/alerts/save-search'
import { AlertsPage } from './alerts-page'
import { UnsubscribePage } from './unsubscribe-page'

const AT = '2026-11-27T15:00:00.000Z'
const SEARCH: SavedSearch = {
  id: 's1',
  name: '2+ beds · Up to $1,500',
  address: 'filters=2',
  criteria: { bedrooms: 2, maxPrice: 1500 },
  savedAt: AT,
}
const ALERTS: Alert[] = [
  {
    id: 'a1',
    search: SEARCH,
    places: [
      { aptId: '1', name: 'Gull House', reason: 'rent', rent: 1200, rentBefore: 1300 },
      { aptId: '2', name: 'Elm House', reason: 'match', rent: 900 },
      { aptId: '3', name: 'Fir House', reason: 'available' },
    ],
    total: 5,
    at: AT,
    isSeen: false,
  },
  {
    id: 'a2',
    places: [{ aptId: '4', name: 'Oak House', reason: 'review' }],
    total: 1,
    at: '2026-11-20T15:00:00.000Z',
    isSeen: true,
  },
  {
    id: 'a3',
    season: { month: 10, areas: ['Collegetown', 'West'] },
    places: [],
    total: 0,
    at: '2026-09-24T15:00:00.000Z',
    isSeen: true,
  },
]

const searches = (items: SavedSearch[], mail: AlertMail = 'daily') => ({
  '/api/saved-searches': { body: { items, mail } },
})
const open = (responses: ApiResponses = {}) =>
  renderApp(
    <>
      <AlertsPage />
      <ToastHost />
    </>,
    {
      responses: {
        '/api/alerts': { body: { items: ALERTS } },
        '/api/alerts/seen': { body: null },
        ...searches([SEARCH]),
        ...responses,
      },
    },
  )

describe('the alerts', () => {
  signInBeforeEach()

  it('say what is new about which places, and count as seen once they are shown', async () => {
    open()
    const seen = recordBodies('/api/alerts/seen')

    const [match, bookmarked, season] = await screen.findAllByRole('article')
    expect(
      within(match as HTMLElement)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Gull House$1,200/person, down from $1,300',
      'Elm HouseNew match · $900/person',
      'Fir HouseA room by your date',
    ])
    expect(match?.textContent).toMatch(/^New · Nov 27, 2026 · 2\+ beds/)
    expect(within(match as HTMLElement).getByRole('link', { name: 'All that match: 2 more' })).toBeTruthy()
    expect(bookmarked?.textContent).toBe('Nov 20, 2026 · BookmarkedOak HouseA new review')
    expect(season?.textContent).toBe(
      'Sep 24, 2026 · SeasonLeases in Collegetown and West are usually signed from October on.',
    )
    await waitFor(() => expect(seen).toEqual([{ until: AT }]))
  })

  it('invite to search where there are none', async () => {
    open({ '/api/alerts': { body: { items: [] } }, ...searches([], 'never') })

    expect(await screen.findByText('No alerts yet.')).toBeTruthy()
    expect(screen.getByText('None.')).toBeTruthy()
  })

  it('say when they cannot be loaded', async () => {
    open({ '/api/alerts': { status: 503, detail: 'Listings cannot be loaded right now.' } })

    expect(await screen.findByText('Your alerts cannot be loaded right now.')).toBeTruthy()
  })
})

describe('the saved searches', () => {
  signInBeforeEach()

  it('are removed, and restored on Undo', async () => {
    open({ '/api/saved-searches/s1/remove': { body: null } })
    const saved = recordBodies('/api/saved-searches')

    fireEvent.click(await screen.findByRole('button', { name: 'Remove 2+ beds · Up to $1,500' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    act(() => undo.focus())
    fireEvent.click(undo)

    // The message that has the button disappears.
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Saved searches' }))
    const { name, address, criteria } = SEARCH
    await waitFor(() => expect(saved).toEqual([{ name, address, criteria }]))
  })

  it('come by mail as often as the user chooses', async () => {
    open({ '/api/alert-mail': { body: null } })
    const chosen = recordBodies('/api/alert-mail')

    fireEvent.change(await screen.findByLabelText('By mail'), { target: { value: 'weekly' } })

    await waitFor(() => expect(chosen).toEqual([{ mail: 'weekly' }]))
  })

  it('come by mail as was chosen last, sent after the choice before it', async () => {
    open()
    const choice = await screen.findByLabelText('By mail')
    const originalFetch = globalThis.fetch
    const sent: unknown[] = []
    const replies: (() => void)[] = []
    globalThis.fetch = (input, init) => {
      if (input !== '/api/alert-mail') return originalFetch(input, init)
      sent.push(JSON.parse(String(init?.body)))
      return new Promise((resolve) => replies.push(() => resolve(Response.json(null))))
    }

    fireEvent.change(choice, { target: { value: 'weekly' } })
    fireEvent.change(choice, { target: { value: 'never' } })
    await waitFor(() => expect(sent).toEqual([{ mail: 'weekly' }]))
    replies[0]?.()

    await waitFor(() => expect(sent).toEqual([{ mail: 'weekly' }, { mail: 'never' }]))
  })
})

describe('the button of a search', () => {
  signInBeforeEach()

  const { name, address, criteria } = SEARCH
  const openButton = (responses: ApiResponses) =>
    renderApp(
      <>
        <SaveSearch name={name} address={address} criteria={criteria} />
        <SignInDouble />
        <ToastHost />
      </>,
      { responses },
    )

  it('saves it, also for a visitor who signs in first, and on a translated page', async () => {
    replaceUser(undefined)
    openButton(searches([SEARCH]))
    const saved = recordBodies('/api/saved-searches')
    translatePage()

    fireEvent.click(screen.getByRole('button', { name: /^Alert me/, pressed: false }))
    fireEvent.click(await screen.findByRole('button', { name: /^Sign in to get alerts/ }))

    expect(await screen.findByRole('button', { name: 'Alerts on', pressed: true })).toBeTruthy()
    expect(saved).toEqual([{ name, address, criteria }])
  })

  it('forgets one that was saved', async () => {
    const { calls } = openButton({ ...searches([SEARCH]), '/api/saved-searches/s1/remove': { body: null } })

    fireEvent.click(await screen.findByRole('button', { name: 'Alerts on' }))

    expect(await screen.findByText('No more alerts for this search.')).toBeTruthy()
    expect(calls).toContain('/api/saved-searches/s1/remove')
  })

  it('keeps the focus while it is sent, and is sent once', async () => {
    openButton(searches([]))
    const saved = recordBodies('/api/saved-searches')
    const button = screen.getByRole('button', { name: 'Alert me' })

    fireEvent.click(button)
    fireEvent.click(button)

    expect(button.matches(':disabled')).toBe(false)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
    expect(saved).toHaveLength(1)
  })

  it('says why it cannot be saved', async () => {
    openButton({
      '/api/saved-searches': { status: 409, detail: 'You can save 20 searches.' },
    })

    fireEvent.click(screen.getByRole('button', { name: 'Alert me' }))

    expect(await screen.findByText('You can save 20 searches.')).toBeTruthy()
  })
})

describe('the bell', () => {
  signInBeforeEach()

  it.each([
    [0, 'Alerts', ''],
    [3, 'Alerts, 3 new', '3'],
    [12, 'Alerts, 9+ new', '9+'],
  ])('shows %d alerts', async (count, label, shown) => {
    renderApp(<AlertBell />, { responses: { '/api/alerts/unseen': { body: { count } } } })

    const link = await screen.findByRole('link', { name: label })
    expect(link.getAttribute('href')).toBe('/alerts')
    expect(link.textContent).toBe(shown)
  })
})

it('ends the mails of a link in them, once the reader says so', async () => {
  const { calls } = renderApp(<UnsubscribePage />, {
    path: '/alerts/unsubscribe/:token',
    url: '/alerts/unsubscribe/secret',
    responses: { '/api/alert-mail/unsubscribe/secret': { body: null } },
  })
  expect(calls).toEqual([])

  fireEvent.click(screen.getByRole('button', { name: 'End these mails' }))

  expect(await screen.findByText('These mails have ended.')).toBeTruthy()
})
