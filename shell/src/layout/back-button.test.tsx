import { Dialog, PhotoCarousel } from '@offquad/ui'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Link, UNSAFE_createBrowserHistory, useLocation } from 'react-router-dom'
import { PageRouter } from '../routing/page-router'

function Page() {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<'form' | 'pictures' | 'both'>()
  return (
    <>
      <h1>Page {pathname}</h1>
      <button onClick={() => setOpen('form')}>Open the form</button>
      <button onClick={() => setOpen('pictures')}>Open the pictures</button>
      <Link to="/next">Go on</Link>
      <Dialog title="Form" isOpen={open === 'form' || open === 'both'} onClose={() => setOpen(undefined)}>
        <button onClick={() => setOpen('both')}>Larger pictures</button>
        <Link to="/next" onClick={() => setOpen(undefined)}>
          Lead on
        </Link>
      </Dialog>
      <PhotoCarousel
        title="Pictures"
        photos={['/a.webp']}
        seed="1"
        startIndex={0}
        isOpen={open === 'pictures' || open === 'both'}
        onClose={() => setOpen(open === 'both' ? 'form' : undefined)}
      />
    </>
  )
}

function open() {
  const pageHistory = UNSAFE_createBrowserHistory({ v5Compat: true })
  return render(<PageRouter history={pageHistory} routes={[{ path: '*', element: <Page /> }]} />)
}

const click = async (name: string) => {
  const role = name === 'Lead on' || name === 'Go on' ? 'link' : 'button'
  fireEvent.click(await screen.findByRole(role, { name }))
}
/** Waits for a history traversal and its consequences, such as skipping entries of closed overlays. */
async function traverse(delta: number): Promise<void> {
  await act(async () => {
    history.go(delta)
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  })
}
// The carousel identifies its dialog, because in tests all of antd's dialogs have the same id.
const roleOf = (name: string) => (name === 'Pictures' ? 'group' : 'dialog')
const isOpen = (name: string) => screen.queryByRole(roleOf(name), { name }) !== null
const hasOpened = (name: string) => screen.findByRole(roleOf(name), { name })
const hasClosed = (name: string) => waitFor(() => expect(isOpen(name)).toBe(false))
const overlays = () => (history.state as { offquadOverlays?: number } | null)?.offquadOverlays ?? 0
const hasEntries = (count: number) => waitFor(() => expect(overlays()).toBe(count))
const hasTitle = (name: string) => screen.findByRole('heading', { level: 1, name, hidden: true })

describe('the browser’s Back', () => {
  beforeEach(async () => {
    history.pushState(null, '', '/before')
    history.pushState(null, '', '/page')
    open()
    await hasTitle('Page /page')
  })
  afterEach(async () => {
    cleanup()
    await hasEntries(0)
  })

  it('closes a dialog and stays on the page', async () => {
    await click('Open the form')
    await hasOpened('Form')
    await hasEntries(1)

    await traverse(-1)

    await hasClosed('Form')
    expect(location.pathname).toBe('/page')
    expect(screen.getByRole('heading', { name: 'Page /page' })).toBeTruthy()
  })

  it('closes the topmost overlay first', async () => {
    await click('Open the form')
    await click('Larger pictures')
    await hasOpened('Pictures')
    await hasEntries(2)

    await traverse(-1)
    await hasClosed('Pictures')
    expect(isOpen('Form')).toBe(true)
    await traverse(-1)

    await hasClosed('Form')
    expect(location.pathname).toBe('/page')
  })

  it('leaves the page immediately after a dialog was closed with its button', async () => {
    await click('Open the form')
    await hasOpened('Form')
    await hasEntries(1)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await hasClosed('Form')
    await hasEntries(0)

    await traverse(-1)

    expect(location.pathname).toBe('/before')
  })

  it('returns directly to the page after following a link in a dialog', async () => {
    await click('Open the form')
    await hasOpened('Form')
    await hasEntries(1)
    await click('Lead on')
    await hasTitle('Page /next')

    await traverse(-1)
    await hasEntries(0)
    await hasTitle('Page /page')
    expect(isOpen('Form')).toBe(false)
    await traverse(-1)

    expect(location.pathname).toBe('/before')
  })

  it('does not make Forward reopen a dialog', async () => {
    await click('Open the pictures')
    await hasOpened('Pictures')
    await hasEntries(1)
    await traverse(-1)
    await hasClosed('Pictures')

    await traverse(1)

    await hasEntries(0)
    expect(isOpen('Pictures')).toBe(false)
    expect(location.pathname).toBe('/page')
  })

  it('keeps Forward entries after dialogs were closed', async () => {
    await click('Go on')
    await hasTitle('Page /next')
    await click('Open the form')
    await hasEntries(1)
    await traverse(-1)
    await hasClosed('Form')
    await traverse(-1)
    await hasTitle('Page /page')

    await traverse(1)

    await hasTitle('Page /next')
    expect(overlays()).toBe(0)
  })
})
