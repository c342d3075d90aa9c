import { ToastHost } from '@offquad/ui'
import {
  type ApiResponses,
  buildListing,
  MAYA,
  renderApp,
  replaceUser,
  signInBeforeEach,
  SignInDouble,
  translatePage,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { SaveToggle } from './save-toggle'

const UNSAVED: ApiResponses = { '/api/check-saved-apartment': { body: { result: false } } }
const SUCCESS = { body: { result: 'Success' } }

const open = (responses: ApiResponses) =>
  renderApp(
    <>
      <SaveToggle kind="apartment" id="7" name="Gull House" />
      <SignInDouble />
      <ToastHost />
    </>,
    { responses },
  )
const nextTask = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))
/** @returns the writes that wait for a reply, in order */
function holdWrites() {
  const { fetch } = globalThis
  const writes: { path: string; answer: (status: number) => void }[] = []
  globalThis.fetch = (input, init) =>
    /(add|remove)-saved/.test(String(input))
      ? new Promise((resolve) =>
          writes.push({
            path: String(input),
            answer: (status) => resolve(Response.json(SUCCESS.body, { status })),
          }),
        )
      : fetch(input, init)
  return writes
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('SaveToggle', () => {
  signInBeforeEach()

  it('saves optimistically and links to the bookmarks', async () => {
    open({ ...UNSAVED, '/api/add-saved-apartment': SUCCESS })

    click('Save: Gull House')

    expect(await screen.findByRole('button', { name: 'Saved: Gull House', pressed: true })).toBeTruthy()
    expect((await screen.findByRole('status')).textContent).toMatch(/^You have bookmarked Gull House\./)
    expect(screen.getByRole('link', { name: 'here' }).getAttribute('href')).toBe('/bookmarks')
  })

  it('shows that it is saved on a translated page', async () => {
    open({ ...UNSAVED, '/api/add-saved-apartment': SUCCESS })
    translatePage()

    click('Save: Gull House')

    const button = await screen.findByRole('button', { name: 'Saved: Gull House' })
    expect(button.textContent).toBe('Saved')
  })

  it('keeps the direction of a name to the name', () => {
    renderApp(<SaveToggle kind="apartment" id="7" name="בית הגן 12" />, { responses: UNSAVED })

    expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Save: \u2068בית הגן 12\u2069')
  })

  it('rolls back when saving fails', async () => {
    open({ ...UNSAVED, '/api/add-saved-apartment': { status: 503 } })

    click('Save: Gull House')

    expect(await screen.findByText('Error with saving apartment')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save: Gull House', pressed: false })).toBeTruthy()
  })

  it('removes a bookmark, and restores it on Undo', async () => {
    const { calls } = open({
      '/api/check-saved-apartment': { body: { result: true } },
      '/api/remove-saved-apartment': SUCCESS,
      '/api/add-saved-apartment': SUCCESS,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Saved: Gull House' }))
    expect(await screen.findByRole('button', { name: 'Save: Gull House' })).toBeTruthy()

    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Saved: Gull House' }))
    expect(calls).toContain('/api/add-saved-apartment')
  })

  it('sends two quick presses one after the other, and shows the outcome of the last', async () => {
    const responses: ApiResponses = { ...UNSAVED, '/api/remove-saved-apartment': SUCCESS }
    const { calls } = open(responses)
    const fetchNow = globalThis.fetch
    let add: (response: Response) => void = () => undefined
    globalThis.fetch = (input, init) =>
      input === '/api/add-saved-apartment' ? new Promise((resolve) => (add = resolve)) : fetchNow(input, init)

    click('Save: Gull House')
    fireEvent.click(await screen.findByRole('button', { name: 'Saved: Gull House' }))
    await screen.findByRole('button', { name: 'Save: Gull House' })
    expect(calls).not.toContain('/api/remove-saved-apartment')
    add(Response.json(SUCCESS.body))

    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
    expect(calls).toContain('/api/remove-saved-apartment')
  })

  it.each([
    { replies: [503, 200, 200], name: 'Saved: Gull House' },
    { replies: [200, 200, 503], name: 'Save: Gull House' },
    { replies: [503, 503, 503], name: 'Save: Gull House' },
  ])('shows what is stored after three presses: $replies', async ({ replies, name }) => {
    open(UNSAVED)
    await nextTask()
    const writes = holdWrites()
    for (const press of ['Save', 'Saved', 'Save']) {
      fireEvent.click(await screen.findByRole('button', { name: `${press}: Gull House` }))
      await nextTask()
    }

    for (const [index, status] of replies.entries()) {
      await waitFor(() => expect(writes).toHaveLength(index + 1))
      writes[index]?.answer(status)
    }

    expect(writes.map(({ path }) => path)).toEqual([
      '/api/add-saved-apartment',
      '/api/remove-saved-apartment',
      '/api/add-saved-apartment',
    ])
    expect(await screen.findByRole('button', { name })).toBeTruthy()
  })

  it('sends no press of one user as the next', async () => {
    open(UNSAVED)
    await nextTask()
    const writes = holdWrites()
    click('Save: Gull House')
    fireEvent.click(await screen.findByRole('button', { name: 'Saved: Gull House' }))
    await nextTask()

    act(() => replaceUser({ ...MAYA, uid: 'u2' }))
    writes[0]?.answer(200)

    expect(await screen.findByText('Someone else has signed in.')).toBeTruthy()
    expect(writes).toHaveLength(1)
  })

  it('saves as soon as a visitor has signed in', async () => {
    replaceUser(undefined)
    const { calls } = open({ ...UNSAVED, '/api/add-saved-apartment': SUCCESS })
    click('Save: Gull House')

    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to save this apartment' }))

    expect((await screen.findByRole('status')).textContent).toMatch(/^You have bookmarked Gull House\./)
    await waitFor(() => expect(calls).toContain('/api/add-saved-apartment'))
  })

  it('saves nothing when a visitor declines to sign in', async () => {
    replaceUser(undefined)
    const { calls } = open(UNSAVED)
    click('Save: Gull House')

    fireEvent.click(await screen.findByRole('button', { name: 'Do not sign in' }))

    expect(await screen.findByText('Failed to login')).toBeTruthy()
    expect(calls).not.toContain('/api/add-saved-apartment')
  })

  it('reports that it cannot check whether something is saved', async () => {
    open({ '/api/check-saved-apartment': { status: 403 } })

    expect(await screen.findByText('Error with checking if apartment is saved')).toBeTruthy()
  })

  it('does not report it without a network, as the page says so already', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { calls } = open({ '/api/check-saved-apartment': { status: 403 } })

    await waitFor(() => expect(calls).toContain('/api/check-saved-apartment'))
    await act(async () => undefined)

    expect(screen.queryByText('Error with checking if apartment is saved')).toBeNull()
    onLine.mockRestore()
  })

  it('reads with one call what is saved of all cards, and says nothing when it cannot', async () => {
    const cards = (
      <>
        {['7', '8'].map((id) => (
          <SaveToggle key={id} kind="apartment" id={id} name={`House ${id}`} isOnPicture />
        ))}
        <ToastHost />
      </>
    )
    const { calls, unmount } = renderApp(cards, {
      responses: { '/api/saved-apartments': { body: [buildListing({ id: '8' })] } },
    })

    expect(await screen.findByRole('button', { name: 'Saved: House 8', pressed: true })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save: House 7', pressed: false })).toBeTruthy()
    expect(calls).toEqual(['/api/saved-apartments'])
    unmount()

    const failed = renderApp(cards, { responses: { '/api/saved-apartments': { status: 403 } } })
    await waitFor(() => expect(failed.calls).toHaveLength(1))
    expect(screen.queryByText(/^Error with checking/)).toBeNull()
  })
})
