import { type Shortlist } from '@offquad/contracts'
import { type ApiResponses, buildListing, renderApp, signInBeforeEach } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ListPage } from './list-page'
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
  renderApp(<ListPage />, { path: '/lists/:id', url: '/lists/9', responses: { ...RESPONSES, ...responses } })

const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('heading', { level: 2, name })).closest('li')
  if (!row) throw new Error(`no row of ${name}`)
  return row
}

/** @returns sends the reply to the next call of this path */
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

    // Its response has what Theo has changed meanwhile.
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

  it('asks before it removes a place', async () => {
    const { calls } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Gull House' }))

    const dialog = await screen.findByRole('dialog', { name: 'Remove this place from the list?' })
    expect(calls.some((url) => url.endsWith('/remove'))).toBe(false)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))

    await waitFor(() => expect(calls).toContain('/api/lists/9/places/a/remove'))
    expect(names()).not.toContain('Gull House')
  })

  it('lets the owner share it, and others not', async () => {
    open({ '/api/lists/9/invite': { body: { ...LIST, version: 5, invite: { token: 't', allows: 'join' } } } })
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }))

    fireEvent.click(await screen.findByRole('button', { name: 'Link to join' }))

    const link = await screen.findByRole('textbox', { name: 'Link' })
    expect((link as HTMLInputElement).value).toBe(`${location.origin}/lists/join/t`)
    expect(screen.getByRole('button', { name: 'Revoke the link' })).toBeTruthy()
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
})
