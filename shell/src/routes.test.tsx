import { buildApp, MAYA, type Remotes, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { pageRoutes } from './routes'

const registry = {
  apps: [
    buildApp('shell'),
    buildApp('mfe-account', { routes: [{ path: '/faq', title: 'FAQ' }] }),
    buildApp('mfe-admin', { routes: [{ path: '/admin', title: 'Admin', isForAdmins: true }] }),
  ],
}

const open = (url: string, remotes?: Remotes) =>
  renderApp(null, { url, pageData: { registry }, routes: pageRoutes, remotes })

describe('the shell', () => {
  it('shows the not-found page in its frame for an unknown path', async () => {
    open('/no/such/page')

    expect(
      await screen.findByText('It seems as though the page you are looking for cannot be found!'),
    ).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Contact Us!' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/policies')
    expect(document.title).toBe('Offquad | Page not found')
  })

  it.each([undefined, 'student', 'admin'] as const)(
    'loads pages for administrators only for administrators (role %s)',
    async (role) => {
      replaceUser(role && { ...MAYA, role })
      const load = jest.fn(() =>
        Promise.resolve({ routes: [{ path: '/admin', element: <h1>Moderation</h1> }] }),
      )
      open('/admin', { admin: load })

      const heading = await screen.findByRole('heading', { level: 1 })

      const isIn = role === 'admin'
      expect(heading.textContent).toBe(
        isIn ? 'Moderation' : 'It seems as though the page you are looking for cannot be found!',
      )
      expect(load).toHaveBeenCalledTimes(isIn ? 1 : 0)
      replaceUser(undefined)
    },
  )

  it('hides the footer on the FAQ page and shows its frame while the remote loads', () => {
    open('/faq')

    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(screen.queryByRole('contentinfo')).toBeNull()
  })

  it.each([
    ['home', 24],
    ['search', 9],
    ['cards', 12],
    ['place', 0],
    ['a-shape-of-later', 0],
  ])('shows the skeleton %s with %i cards while the remote loads', (skeleton, cards) => {
    const apps = [buildApp('mfe-account', { routes: [{ path: '/faq', title: 'FAQ', skeleton }] })]
    const { container } = renderApp(null, {
      url: '/faq',
      pageData: { registry: { apps } },
      routes: pageRoutes,
    })

    const page = screen.getByRole('status', { name: 'Loading' })
    expect(page.getAttribute('aria-busy')).toBe('true')
    expect(container.querySelectorAll('.offquad-card-photo')).toHaveLength(cards)
    expect(container.querySelectorAll('.offquad-bone').length).toBeGreaterThan(3)
  })

  it('says that one is offline, until one is not', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    open('/no/such/page')
    expect(screen.getByText(/^You are offline/)).toBeTruthy()

    onLine.mockReturnValue(true)
    fireEvent(window, new Event('online'))

    expect(screen.queryByText(/^You are offline/)).toBeNull()
    onLine.mockRestore()
  })

  it('shows which versions are previewed and how to leave the preview for the same search', async () => {
    renderApp(null, {
      url: '/no/such/page?q=gull&page=2',
      pageData: { registry, previews: [{ app: 'mfe-account', version: '2' }] },
      routes: pageRoutes,
    })

    expect(await screen.findByText('mfe-account 2')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Leave preview' }).getAttribute('href')).toBe(
      '/no/such/page?q=gull&page=2&preview=off',
    )
  })
})
