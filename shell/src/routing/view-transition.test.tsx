import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, UNSAFE_createBrowserHistory, useLocation } from 'react-router-dom'
import { PageRouter } from './page-router'

function Page() {
  const { pathname } = useLocation()
  return (
    <>
      <h1>Page {pathname}</h1>
      <div key={pathname} data-place-picture="" data-testid="of page" />
      <Link to="/apartment/7" className="offquad-card-link">
        <div className="offquad-card-photo" data-testid="picture" />
        The card
      </Link>
      <Link to="/apartment/7">Text</Link>
      {['/landlord/7', '/apartment/8'].map((path) => (
        <Link key={path} to={path} className="offquad-card-link" data-photos={0}>
          <div className="offquad-card-photo" />
          The card of {path}
        </Link>
      ))}
      {[0, 3].map((photos) => (
        <Link key={photos} to="/apartment/9" className="offquad-card-link">
          <div data-photos={photos}>
            <div className="offquad-card-photo" />
            On the map, {photos}
          </div>
        </Link>
      ))}
    </>
  )
}

/** Transition name of the card's picture when the browser captured the old page, for each transition. */
const captured: string[] = []
let end: () => void
/** Transition names of the pictures on the page and on its card. */
const names = () =>
  ['of page', 'picture'].map((id) => {
    const { style } = screen.getByTestId(id)
    return (style as CSSStyleDeclaration & { viewTransitionName?: string }).viewTransitionName ?? ''
  })

function open({ minds = false, isOld = false, isPhone = false } = {}): void {
  if (isOld) Reflect.deleteProperty(document, 'startViewTransition')
  history.pushState(null, '', '/search')
  window.matchMedia = ((query: string) => ({
    matches: query.includes('max-width') ? isPhone : !isPhone && !minds && query.includes('no-preference'),
  })) as never
  render(
    <PageRouter
      history={UNSAFE_createBrowserHistory({ v5Compat: true })}
      routes={[{ path: '*', element: <Page /> }]}
    />,
  )
}

const follow = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })))

describe('the way from a card to its page', () => {
  beforeEach(() => {
    captured.length = 0
    document.startViewTransition = ((show: () => void) => {
      captured.push(names().join())
      show()
      // The browser captures the new page at once.
      expect(screen.getByRole('heading').textContent).toBe('Page /apartment/7')
      captured.push(names().join())
      const finished = new Promise<void>((resolve) => (end = resolve))
      return { ready: Promise.reject(new Error('skipped')), finished }
    }) as never
  })
  afterEach(() => Reflect.deleteProperty(document, 'startViewTransition'))

  it('lets the picture of the card become that of the page', async () => {
    open()

    await follow('The card')

    expect(captured).toEqual([',place-picture', 'place-picture,'])
    await act(async () => end())
    expect(names()).toEqual(['', ''])
  })

  it('ends where Back leads before the browser has captured the card', async () => {
    open()
    let capture = (): void => undefined
    document.startViewTransition = ((show: () => void) => {
      const done = new Promise<void>((resolve) => (capture = () => resolve(show())))
      return { ready: done, finished: done }
    }) as never

    await follow('The card')
    await act(async () => {
      history.back()
      await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    })
    await act(async () => capture())

    expect(location.pathname).toBe('/search')
    expect(screen.getByRole('heading').textContent).toBe('Page /search')
  })

  it('shows the card as the top of its page on a phone until the page is rendered', async () => {
    open({ isPhone: true })
    const shown = () => document.querySelector('.shell-preview')?.textContent
    let clicked: string | null | undefined
    document.addEventListener('click', () => (clicked = shown()), { once: true })

    await follow('The card')

    expect(clicked?.trim()).toBe('The card')
    expect(screen.getByText('Page /apartment/7')).toBeTruthy()
    expect(shown()).toBeUndefined()
  })

  it('leaves room for the other photos of a card on a map', async () => {
    open({ isPhone: true })
    let photos: string | undefined
    const read = () => (photos = document.querySelector<HTMLElement>('.shell-preview')?.dataset.photos)
    document.addEventListener('click', read, { once: true })

    await follow('On the map, 3')

    expect(photos).toBe('3')
  })

  it.each(['The card of /landlord/7', 'The card of /apartment/8', 'On the map, 0'])(
    'shows no card as the top of a page with another layout: %s',
    async (card) => {
      open({ isPhone: true })
      const shown: MutationRecord[] = []
      new MutationObserver((records) => shown.push(...records)).observe(document.body, { childList: true })

      await follow(card)

      expect(screen.getByRole('heading').textContent).toMatch(/^Page .(landlord|apartment)/)
      expect(shown).toEqual([])
    },
  )

  it.each([
    ['from another link', 'Text', {}],
    ['for those who mind motion', 'The card', { minds: true }],
    ['where the browser cannot', 'The card', { isOld: true }],
  ])('has no motion %s', async (_, link, visitor) => {
    open(visitor)

    await follow(link)

    expect(screen.getByText('Page /apartment/7')).toBeTruthy()
    expect(captured).toEqual([])
  })
})
