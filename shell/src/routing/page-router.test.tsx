import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { Link, UNSAFE_createBrowserHistory, useLocation, useNavigate } from 'react-router-dom'
import { type PageHandle } from '../routes'
import { PageRouter } from './page-router'

/** The scroll position. */
let position = 0
/** The largest scroll position. */
let length = 10_000

const onRender = jest.fn()

function Page() {
  const { pathname } = useLocation()
  onRender()
  const navigate = useNavigate()
  return (
    <>
      <h1>Page {pathname}</h1>
      <Link to="/next">Next</Link>
      <Link to="/">Home</Link>
      <Link to="/next#end">The end of the next</Link>
      <button onClick={() => void navigate('/page?sort=price', { preventScrollReset: true })}>Sort</button>
      <button onClick={() => void navigate('/page?beds=2', { replace: true })}>Two beds</button>
      <a href="#start">The start</a>
      <a href="#end">The end here</a>
      <p id="start">The start</p>
      <p id="end">The end</p>
      <Link to="/late#late">What loads later</Link>
    </>
  )
}

function Late() {
  const [isLoaded, setLoaded] = useState(false)
  return isLoaded ? <h2 id="late">Here</h2> : <button onClick={() => setLoaded(true)}>Load</button>
}

const handle: PageHandle = { remote: 'browse', path: '/', keepsScroll: true, isForAdmins: false }
const routes = [
  { path: '/', handle, element: <Page /> },
  { path: '/late', element: <Late /> },
  { path: '*', element: <Page /> },
]

const open = () =>
  render(<PageRouter history={UNSAFE_createBrowserHistory({ v5Compat: true })} routes={routes} />)

const follow = async (name: string, role = 'link') => {
  await act(async () => fireEvent.click(screen.getByRole(role, { name })))
}

async function goBack(): Promise<void> {
  await act(async () => {
    history.back()
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  })
}

/** Follows a native link to a part of the page. jsdom would add the history entry only after its event. */
async function followOnPage(name: string): Promise<void> {
  history.pushState(null, '', screen.getByRole<HTMLAnchorElement>('link', { name }).href)
  await act(async () => window.dispatchEvent(new PopStateEvent('popstate', { state: null })))
}

/** Records whether the height of the page is observed, and reports changes of it. */
function watchHeight() {
  const page = { isObserved: false, resize: () => undefined as void }
  globalThis.ResizeObserver = class {
    constructor(report: ResizeObserverCallback) {
      page.resize = () => report([], this)
    }
    observe = () => void (page.isObserved = true)
    disconnect = () => void (page.isObserved = false)
    unobserve = () => undefined
  }
  return page
}

/** Simulates that the tab loads another document of the site. */
function loadDocument(url: string, way: 'open' | 'reload' = 'open'): void {
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  if (way === 'open') history.pushState(null, '', url)
  position = 0
  open()
}

describe('the scroll position', () => {
  beforeEach(() => {
    sessionStorage.clear()
    history.pushState(null, '', '/page')
    position = 0
    length = 10_000
    Object.defineProperty(window, 'scrollY', { configurable: true, get: () => position })
    Object.defineProperty(document.documentElement, 'scrollHeight', {
      configurable: true,
      get: () => length + innerHeight,
    })
    jest.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => {
      position = Math.min(Number(to[1]), length)
    })
    // Chromium returns a promise, which React must not take for a cleanup.
    Element.prototype.scrollIntoView = async function () {
      position = { start: 10, end: 9_000, late: 9_000 }[this.id] ?? -1
    }
  })
  afterEach(() => jest.restoreAllMocks())

  it('is the top of a new page, and on Back where the page was left', async () => {
    open()
    position = 400

    await follow('Next')
    expect(screen.getByText('Page /next')).toBeTruthy()
    expect(position).toBe(0)
    position = 70
    await goBack()

    expect(screen.getByText('Page /page')).toBeTruthy()
    expect(position).toBe(400)
  })

  it('of a page that keeps its position is also restored by a link, and in another document of the tab', async () => {
    open()
    await follow('Home')
    position = 500
    await follow('Next')
    await follow('Home')
    expect(position).toBe(500)

    loadDocument('/next')
    expect(position).toBe(0)
    loadDocument('/')

    expect(position).toBe(500)
  })

  it('is the top of a page whose address is typed again, and kept when it is reloaded', () => {
    open()
    position = 400
    loadDocument('/page')
    expect(position).toBe(0)

    position = 300
    loadDocument('/page', 'reload')
    expect(position).toBe(300)
  })

  it('is kept if a navigation requests it', async () => {
    open()
    position = 300

    await follow('Sort', 'button')

    expect(location.search).toBe('?sort=price')
    expect(position).toBe(300)
  })

  it('is that of the element in the URL', async () => {
    open()

    await follow('The end of the next')

    expect(position).toBe(9_000)
  })

  it('is that of the element whenever its link is followed, and its own on Back', async () => {
    open()
    await followOnPage('The end here')
    position = 3_000
    await followOnPage('The start')
    expect(position).toBe(10)

    await followOnPage('The end here')

    expect(position).toBe(9_000)
    await goBack()
    expect(position).toBe(10)
    await goBack()
    expect(position).toBe(3_000)
  })

  it('is that of an element that loads later, unless the visitor scrolls', async () => {
    const page = watchHeight()
    open()
    position = 300
    await follow('What loads later')
    expect(position).toBe(0)

    await follow('Load', 'button')
    page.resize()

    expect(position).toBe(9_000)
    fireEvent.wheel(window)
    expect(page.isObserved).toBe(false)
  })

  it('is restored once the page is long enough, unless the visitor scrolls', async () => {
    const page = watchHeight()
    open()
    position = 800
    await follow('Next')
    length = 300
    await goBack()
    expect([position, page.isObserved]).toEqual([300, true])

    length = 2_000
    page.resize()
    expect(position).toBe(800)
    // Programs may scroll, and the page may become shorter for a while.
    position = 900
    page.resize()
    expect(position).toBe(900)
    position = length = 200
    page.resize()
    length = 3_000
    page.resize()
    expect([position, page.isObserved]).toEqual([800, true])
    fireEvent.wheel(window)
    expect(page.isObserved).toBe(false)

    await follow('Next')
    length = 300
    await goBack()
    expect([position, page.isObserved]).toEqual([300, true])
    fireEvent.wheel(window)
    expect(page.isObserved).toBe(false)
  })

  it('of a page from the server is not restored once the visitor has scrolled', () => {
    position = 250

    open()

    expect(position).toBe(250)
  })
})

it('does not render a page again when an overlay leaves its history entry', async () => {
  history.pushState(null, '', '/page')
  open()
  // See overlay-history.ts of ui.
  history.pushState({ ...history.state, offquadOverlays: 1 }, '')
  onRender.mockClear()

  await goBack()

  expect(onRender).not.toHaveBeenCalled()
  await follow('Next')
  expect(screen.getByText('Page /next')).toBeTruthy()
})

it('keeps the URL that a page has got since an overlay covers it', async () => {
  history.pushState(null, '', '/page')
  open()
  history.pushState({ ...history.state, offquadOverlays: 1 }, '')

  await follow('Two beds', 'button')
  expect(history.state).toMatchObject({ offquadOverlays: 1 })
  onRender.mockClear()
  await goBack()

  expect(location.search).toBe('?beds=2')
  expect(history.state).not.toHaveProperty('offquadOverlays')
  expect(onRender).not.toHaveBeenCalled()
  await follow('Next')
  await goBack()
  expect(location.search).toBe('?beds=2')
})
