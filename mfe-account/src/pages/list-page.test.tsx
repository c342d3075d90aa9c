import { type Shortlist } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import {
  type ApiResponses,
  buildListing,
  recordIdempotencyKeys,
  renderApp,
  signInBeforeEach,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ListPage } from './list-page'
import { ListsPage } from './lists-page'
import { SharedListPage } from './shared-list-page'

const LIST: Shortlist = {
  id: '9',
  name: 'Next fall',
  version: 4,
  me: 'm1',
  showsMinutes: true,
  members: [
    { id: 'm1', name: 'Maya', isOwner: true },
    { id: 'm2', name: 'Theo', isOwner: false },
  ],
  places: [
    {
      id: 'a',
      note: 'Big kitchen',
      position: 'i',
      opinions: [{ memberId: 'm2', vote: 'no', comment: 'Too far' }],
    },
    { id: 'b', note: '', position: 'j', opinions: [] },
    { id: 'gone', note: '', position: 'k', opinions: [] },
  ],
}
const LISTINGS = [
  buildListing({ id: 'a', name: 'Gull House', price: 900 }),
  buildListing({ id: 'b', name: 'Elm House' }),
]

const RESPONSES: ApiResponses = {
  '/api/lists/9': { body: LIST },
  '/api/lists/9/minutes': { body: { items: [{ memberId: 'm2', placeId: 'a', minutes: 'under 20' }] } },
  '/api/listings/a%2Cb%2Cgone': { body: LISTINGS },
}

const open = (responses: ApiResponses = {}) =>
  renderApp(
    <>
      <ListPage />
      <ToastHost />
    </>,
    { path: '/lists/:id', url: '/lists/9', responses: { ...RESPONSES, ...responses } },
  )

const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('heading', { level: 2, name })).closest('li')
  if (!row) throw new Error(`no row of ${name}`)
  return row
}

/** A page, and a link that leaves it. */
const openBesideLink = (page: ReactNode, path: string, url: string, responses: ApiResponses) =>
  renderApp(null, {
    url,
    responses,
    routes: () => [
      {
        path,
        element: (
          <>
            <Link to="/apartment/7">Go on</Link>
            {page}
          </>
        ),
      },
      { path: '*', element: <CurrentPath /> },
    ],
  })
const CurrentPath = () => <p>{useLocation().pathname}</p>

/** Sends a form, navigates to another page, and lets the reply arrive there. */
async function leaveBeforeReply(send: HTMLElement, path: string, reply: unknown): Promise<void> {
  const sendReply = holdReply(path)
  fireEvent.click(send)
  fireEvent.click(screen.getByRole('link', { name: 'Go on' }))
  await screen.findByText('/apartment/7')
  await sendReply(reply)
}

/** @returns a function that sends the reply to the next call of this path */
function holdReply(path: string): (body: unknown, status?: number) => Promise<void> {
  const originalFetch = globalThis.fetch
  let send: (reply: Response) => void
  const reply = new Promise<Response>((resolve) => (send = resolve))
  globalThis.fetch = (input, init) => (input === path ? reply : originalFetch(input, init))
  return (body, status = 200) =>
    act(async () => {
      send(Response.json(body, { status }))
      await new Promise((resolve) => setTimeout(resolve))
    })
}

describe('the page of a list', () => {
  signInBeforeEach()
  afterEach(() => jest.useRealTimers())

  it('shows rent, minutes in bands, the note, and who says what', async () => {
    open()

    const row = await rowOf('Gull House')

    expect(row.textContent).toContain('4.3 / 5 (4 reviews) · 8 min walk to Main Plaza · West · 2 beds')
    expect(row.textContent).toContain('Rent per person$900')
    expect(row.textContent).toContain('Theo’s commuteunder 20 min')
    expect(row.textContent).not.toContain('My commute')
    expect(row.textContent).toContain('Big kitchen')
    expect(row.textContent).toContain('Theo: No Too far')
    expect(names()).toEqual(['Gull House', 'Elm House', 'A place that is no longer listed'])
    expect(screen.getByRole('link', { name: 'Compare these' }).getAttribute('href')).toBe(
      '/compare?ids=a,b,gone',
    )
    expect(document.title).toBe('Offquad | Next fall')
  })

  it('says who comments without a vote', async () => {
    const [first, ...others] = LIST.places
    const places = [{ ...first, opinions: [{ memberId: 'm2', comment: 'Too far' }] }, ...others]
    open({ '/api/lists/9': { body: { ...LIST, places } } })

    expect((await rowOf('Gull House')).textContent).toContain('Theo: Too far')
  })

  it('counts a vote at once, and takes it back where it cannot be stored', async () => {
    open({ '/api/lists/9/places/b/opinion': { status: 503, detail: 'Please try again.' } })
    const row = await rowOf('Elm House')

    fireEvent.click(within(row).getByRole('button', { name: 'Yes' }))

    expect(within(row).getByRole('button', { name: 'Yes', pressed: true })).toBeTruthy()
    await within(row).findByRole('button', { name: 'Yes', pressed: false })
  })

  it('sends two quick votes one after the other', async () => {
    open()
    const row = await rowOf('Elm House')
    const originalFetch = globalThis.fetch
    const votes: unknown[] = []
    const replies: (() => void)[] = []
    globalThis.fetch = (input, init) => {
      if (input !== '/api/lists/9/places/b/opinion') return originalFetch(input, init)
      votes.push(JSON.parse(String(init?.body)))
      return new Promise((resolve) => replies.push(() => resolve(Response.json({ ...LIST, version: 5 }))))
    }

    fireEvent.click(within(row).getByRole('button', { name: 'Yes' }))
    fireEvent.click(within(row).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(votes).toEqual([{ vote: 'yes' }]))
    await act(async () => replies[0]?.())

    await waitFor(() => expect(votes).toEqual([{ vote: 'yes' }, { vote: 'no' }]))
  })

  it('moves a place by keyboard, says where it is, and keeps the focus', async () => {
    open({
      '/api/lists/9/places/b': {
        body: {
          ...LIST,
          version: 5,
          places: [{ ...LIST.places[1], position: 'h' }, LIST.places[0], LIST.places[2]],
        },
      },
    })
    await rowOf('Elm House')

    fireEvent.click(screen.getByRole('button', { name: 'Move Elm House up' }))

    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Elm House', 'Gull House']))
    expect(screen.getByText('Elm House is number 1 of 3.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Elm House up' }))
  })

  it('moves a place that is dragged to another', async () => {
    open()
    const row = await rowOf('Gull House')
    const handle = within(await rowOf('Elm House')).getByTitle('Drag to move')

    fireEvent.dragStart(handle, { dataTransfer: { setData: () => undefined, setDragImage: () => undefined } })
    fireEvent.drop(row)

    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Elm House', 'Gull House']))
  })

  it('fetches the list again, until it has it, when the stream has a newer version', async () => {
    jest.useFakeTimers()
    const { calls } = open({ '/api/lists/9/changes': { events: [{ version: 5 }] } })
    const reads = () => calls.filter((url) => url === '/api/lists/9')
    await rowOf('Gull House')
    await waitFor(() => expect(reads()).toHaveLength(2))

    await act(() => jest.advanceTimersByTimeAsync(5_000))

    expect(reads()).toHaveLength(3)
  })

  it('keeps a newer list when the reply to an earlier change comes late', async () => {
    open({ '/api/lists/9': { body: { ...LIST, name: 'Renamed' } } })
    const row = await rowOf('Elm House')
    const answer = holdReply('/api/lists/9/places/b/opinion')
    fireEvent.click(within(row).getByRole('button', { name: 'Yes' }))

    await answer({ ...LIST, version: 3 })

    await within(row).findByRole('button', { name: 'Yes', pressed: false })
    expect(screen.getByRole('heading', { level: 1, name: 'Renamed' })).toBeTruthy()
  })

  it.each([
    ['is not there, as for those who are no members', 404, 'This list is not there.'],
    ['cannot be loaded', 503, 'This list cannot be loaded right now.'],
  ])('says in its heading that it %s', async (_what, status, name) => {
    open({ '/api/lists/9': { status } })

    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
  })

  it('sends of a note and a comment only what was typed, so that it replaces no newer one', async () => {
    const [place, ...others] = LIST.places
    const newer = { ...LIST, version: 5, places: [{ ...place, note: 'Of Theo' }, ...others] }
    const { calls } = open({ '/api/lists/9/places/a/opinion': { body: newer } })
    const row = await rowOf('Gull House')
    fireEvent.click(within(row).getByRole('button', { name: /^Note and comment/ }))
    const dialog = await screen.findByRole('dialog')

    // The response includes Theo's changes.
    fireEvent.click(within(row).getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(row.textContent).toContain('Of Theo'))
    fireEvent.change(within(dialog).getByLabelText(/^My comment/), { target: { value: 'Near' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).not.toContain('/api/lists/9/places/a')
  })

  const openTexts = async (row: HTMLElement) => {
    fireEvent.click(within(row).getByRole('button', { name: /^Note and comment/ }))
    return within(await screen.findByRole('dialog'))
  }
  const textIn = (dialog: ReturnType<typeof within>, label: RegExp) =>
    dialog.getByLabelText(label) as HTMLTextAreaElement
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

  it('keeps what was typed when the dialog is closed, until it is stored', async () => {
    open()
    const row = await rowOf('Gull House')
    const answer = holdReply('/api/lists/9/places/a/opinion')
    const first = await openTexts(row)
    type(textIn(first, /^My comment/), 'Near')
    fireEvent.click(first.getByRole('button', { name: 'Save' }))
    fireEvent.click(first.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const second = await openTexts(row)
    expect(textIn(second, /^My comment/).value).toBe('Near')
    type(textIn(second, /^My comment/), 'Near the bus')

    await answer({ ...LIST, version: 5 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const third = await openTexts(row)
    expect(textIn(third, /^My comment/).value).toBe('Near the bus')
    fireEvent.click(third.getByRole('button', { name: 'Discard it' }))
    expect(textIn(third, /^My comment/).value).toBe('')
  })

  it('says that a note was changed while another was typed', async () => {
    const [place, ...others] = LIST.places
    const newer = { ...LIST, version: 5, places: [{ ...place, note: 'Call Anna' }, ...others] }
    open({ '/api/lists/9/places/a/opinion': { body: newer } })
    const row = await rowOf('Gull House')
    const dialog = await openTexts(row)
    type(textIn(dialog, /^Note/), 'No laundry')
    expect(dialog.queryByText(/changed meanwhile/)).toBeNull()

    fireEvent.click(within(row).getByRole('button', { name: 'Yes' }))

    expect((await dialog.findByText(/changed meanwhile/)).textContent).toContain('Call Anna')
    expect(textIn(dialog, /^Note/).value).toBe('No laundry')
  })

  it('leaves a dialog open when the first place is added', async () => {
    jest.useFakeTimers()
    open({
      '/api/lists/9': { body: { ...LIST, places: [] } },
      '/api/lists/9/changes': { events: [{ version: 5 }] },
      '/api/listings/a': { body: LISTINGS },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
    await screen.findByRole('dialog')
    const answer = holdReply('/api/lists/9')
    await act(() => jest.advanceTimersByTimeAsync(5_000))
    jest.useRealTimers()

    await answer({ ...LIST, version: 5, places: LIST.places.slice(0, 1) })
    await rowOf('Gull House')

    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it.each(['', ' \u200b '])(
    'says at the name that it is required, and sends nothing, for "%s"',
    async (name) => {
      const { calls } = open()
      fireEvent.click(await screen.findByRole('button', { name: 'More' }))
      fireEvent.click(await screen.findByRole('menuitem', { name: 'How I appear' }))

      const field = await screen.findByRole('textbox', { name: /Your first name/ })
      fireEvent.change(field, { target: { value: name } })
      fireEvent.click(screen.getByRole('button', { name: 'Save' }))

      expect(await screen.findByText('This field is required')).toBeTruthy()
      expect(document.activeElement).toBe(field)
      expect(calls).not.toContain('/api/lists/9/member')
    },
  )

  it('asks before it removes a place', async () => {
    const { calls } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Gull House' }))

    const dialog = await screen.findByRole('dialog', { name: 'Remove this place from the list?' })
    expect(calls.some((url) => url.endsWith('/remove'))).toBe(false)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))

    await waitFor(() => expect(calls).toContain('/api/lists/9/places/a/remove'))
    expect(names()).not.toContain('Gull House')
  })

  it('moves the focus to its heading when a place is removed, whose buttons are gone', async () => {
    open()
    const opener = await screen.findByRole('button', { name: 'Remove Gull House' })
    opener.focus()
    fireEvent.click(opener)
    const remove = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' })
    remove.focus()

    fireEvent.click(remove)

    await waitFor(() => expect(names()).not.toContain('Gull House'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('keeps the focus in the dialog when a place is added, whose button is gone', async () => {
    const place = { id: 'c', note: '', position: 'l', opinions: [] }
    open({
      '/api/saved-apartments': { body: [buildListing({ id: 'c', name: 'Oak House' })] },
      '/api/lists/9/places/c': { body: { ...LIST, version: 5, places: [...LIST.places, place] } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Add places' }))
    const add = await screen.findByRole('button', { name: 'Add Oak House' })
    add.focus()

    fireEvent.click(add)

    const text = await screen.findByText('All places that you saved are in this list.')
    expect(document.activeElement).toBe(text)
  })

  it('leaves those alone who have gone on while they were leaving it', async () => {
    openBesideLink(<ListPage />, '/lists/:id', '/lists/9', RESPONSES)
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Leave' }))
    const leave = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' })

    await leaveBeforeReply(leave, '/api/lists/9/members/m1/remove', {})

    expect(screen.getByText('/apartment/7')).toBeTruthy()
  })

  it('says that the link ends with a member who is removed', async () => {
    const invite = { token: 't', allows: 'join' } as const
    open({ '/api/lists/9': { body: { ...LIST, invite } }, '/api/lists/9/members/m2/remove': { body: {} } })
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Theo' }))

    fireEvent.click(screen.getByRole('button', { name: 'Remove with votes and comments' }))

    expect(await screen.findByText('The link has ended, too. You can make a new one.')).toBeTruthy()
  })

  it('lets the owner share it, and keeps the focus in the dialog when its button gives way to the link', async () => {
    open({ '/api/lists/9/invite': { body: { ...LIST, version: 5, invite: { token: 't', allows: 'join' } } } })
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
    const share = await screen.findByRole('button', { name: 'Link to join' })
    share.focus()

    fireEvent.click(share)

    const link = await screen.findByRole('textbox', { name: 'Link' })
    expect((link as HTMLInputElement).value).toBe(`${location.origin}/lists/join/t`)
    expect(screen.getByRole('button', { name: 'Revoke the link' })).toBeTruthy()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  })

  it('does not let those share it who are not the owner', async () => {
    open({ '/api/lists/9': { body: { ...LIST, me: 'm2' } } })
    await rowOf('Gull House')

    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'How I appear',
      'Report',
      'Leave',
    ])
  })
})

describe('the page of a shared list', () => {
  signInBeforeEach()

  it('says once that a rent is not listed, and that the link has ended when one joins too late', async () => {
    const listings = [LISTINGS[0], buildListing({ id: 'b', name: 'Elm House', price: null })]
    const votes = { yes: 0, maybe: 0, no: 0 }
    const places = ['a', 'b'].map((id) => ({ id, note: '', votes }))
    renderApp(<SharedListPage />, {
      path: '/lists/join/:token',
      url: '/lists/join/t',
      responses: {
        '/api/shared-list': { body: { name: 'Next fall', ownerName: 'Maya', allows: 'join', places } },
        '/api/shared-list/join': { status: 404 },
        '/api/listings/a%2Cb': { body: listings },
      },
    })
    expect((await rowOf('Gull House')).textContent).toContain('$900 per person')
    expect((await rowOf('Elm House')).textContent).toContain('Rent not listed0 yes')

    const answer = holdReply('/api/shared-list')
    fireEvent.click(screen.getByRole('button', { name: 'Join' }))
    await answer({ status: 404, code: 'not-found', title: 'Problem' }, 404)

    await screen.findByRole('heading', { name: 'This link has ended.' })
  })

  it('leaves those alone who have gone on while they were joining', async () => {
    openBesideLink(<SharedListPage />, '/lists/join/:token', '/lists/join/t', {
      '/api/shared-list': { body: { name: 'Next fall', ownerName: 'Maya', allows: 'join', places: [] } },
    })

    await leaveBeforeReply(await screen.findByRole('button', { name: 'Join' }), '/api/shared-list/join', LIST)

    expect(screen.getByText('/apartment/7')).toBeTruthy()
  })
})

describe('the page of all lists', () => {
  signInBeforeEach()

  const openNewList = async (responses: ApiResponses) => {
    openBesideLink(<ListsPage />, '/lists', '/lists', responses)
    await screen.findByRole('article', { name: 'Saved' })
    fireEvent.click(screen.getByRole('button', { name: 'New list' }))
    const dialog = within(await screen.findByRole('dialog'))
    return {
      create: dialog.getByRole('button', { name: 'Create the list' }),
      type: (value: string) =>
        fireEvent.change(dialog.getByLabelText(/^Name of the list/), { target: { value } }),
    }
  }
  const noLists = (): ApiResponses => ({
    '/api/lists': { body: { items: [] } },
    '/api/saved-apartments': { body: [] },
  })

  it('says of a list that it has no places yet', async () => {
    openBesideLink(<ListsPage />, '/lists', '/lists', noLists())

    expect(await screen.findByText('No places yet · only me')).toBeTruthy()
  })

  it('opens a new list, unless the reader has gone on meanwhile', async () => {
    const { create, type } = await openNewList(noLists())
    type('Next fall')

    await leaveBeforeReply(create, '/api/lists', LIST)

    expect(screen.getByText('/apartment/7')).toBeTruthy()
  })

  it('retries with the same idempotency key, but sends another name with a new one', async () => {
    const responses = noLists()
    const { create, type } = await openNewList(responses)
    responses['/api/lists'] = { status: 503 }
    const keys = recordIdempotencyKeys('/api/lists')
    const send = async (name: string) => {
      type(name)
      fireEvent.click(create)
      await waitFor(() => expect(create.getAttribute('aria-busy')).not.toBe('true'))
    }

    await send('Fall')
    await send('Fall')
    await send('Next fall')

    expect(keys).toEqual([keys[0], keys[0], expect.stringMatching(/./)])
    expect(keys[2]).not.toBe(keys[0])
  })
})
