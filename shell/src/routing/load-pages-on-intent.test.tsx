import { buildApp, type Remotes, renderApp } from '@offquad/web-kit/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { pageRoutes } from '../routes'
import { loadPageOfCards, loadPagesOnIntent } from './load-pages-on-intent'

const appOf = (name: string, path: string, isForAdmins = false) =>
  buildApp(`mfe-${name}`, {
    routes: [{ path, title: name, isForAdmins }],
    navigation: [{ label: name, path, menu: 'main', order: 1, audience: 'anyone' }],
  })

const registry = {
  apps: [appOf('account', '/faq'), appOf('admin', '/admin', true), appOf('reviews', '/reviews')],
}

const open = (remotes: Remotes) => {
  renderApp(null, { url: '/no/such/page', pageData: { registry }, routes: pageRoutes, remotes })
  loadPagesOnIntent(pageRoutes())
}

const loader = () => jest.fn(() => Promise.resolve({ routes: [] }))

describe('the code of a page', () => {
  it.each(['pointerOver', 'focusIn'] as const)('is loaded once on %s of a link to it', async (sign) => {
    const [account, reviews] = [loader(), loader()]
    open({ account, reviews })
    const link = screen.getByRole('link', { name: 'account' })
    expect(account).not.toHaveBeenCalled()

    await act(async () => fireEvent[sign](link))
    await act(async () => fireEvent[sign](link))

    expect(account).toHaveBeenCalledTimes(1)
    expect(reviews).not.toHaveBeenCalled()
  })

  it('of administrators is not loaded ahead', async () => {
    const admin = loader()
    open({ admin })

    await act(async () => fireEvent.pointerOver(screen.getByRole('link', { name: 'admin' })))

    expect(admin).not.toHaveBeenCalled()
  })
})

describe('the code of the page that cards lead to', () => {
  const idle: (() => void)[] = []
  const openList = (card: string) => {
    const account = loader()
    open({ account })
    document.body.insertAdjacentHTML('beforeend', card)
    return { account, stop: loadPageOfCards(pageRoutes()) }
  }
  beforeEach(() => {
    idle.length = 0
    jest.useFakeTimers()
    window.requestIdleCallback = ((run: () => void) => idle.push(run)) as never
  })
  afterEach(() => {
    jest.useRealTimers()
    document.body.innerHTML = ''
    Reflect.deleteProperty(window, 'requestIdleCallback')
  })

  it('is loaded once the browser has nothing else to do', async () => {
    const { account } = openList('<a href="/faq" class="offquad-card-link">The card</a>')
    jest.advanceTimersByTime(2_000)
    expect(account).not.toHaveBeenCalled()

    await act(async () => idle.forEach((run) => run()))

    expect(account).toHaveBeenCalledTimes(1)
  })

  it('is not loaded without cards, nor once the list has been left', async () => {
    const list = openList('<a href="/faq">No card</a>')
    jest.advanceTimersByTime(2_000)
    list.stop()
    await act(async () => idle.forEach((run) => run()))

    expect(list.account).not.toHaveBeenCalled()
    const secondList = openList('<a href="/faq" class="offquad-card-link">The card</a>')
    secondList.stop()
    jest.advanceTimersByTime(2_000)

    expect(idle).toHaveLength(1)
  })
})
