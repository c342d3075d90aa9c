import { type NavigationEntry } from '@offquad/contracts'
import { buildApp, MAYA, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { Header } from './header'

const entry = (label: string, order: number, fields: Partial<NavigationEntry> = {}): NavigationEntry => ({
  label,
  path: `/${label.toLowerCase()}`,
  menu: 'main',
  order,
  audience: 'anyone',
  ...fields,
})

const remote = (name: string, navigation?: NavigationEntry[]) => buildApp(`mfe-${name}`, { navigation })

const registry = {
  apps: [
    buildApp('shell'),
    remote('account', [
      entry('FAQ', 20),
      entry('Alerts', 30, { menu: 'account', audience: 'signed-in' }),
      entry('Bookmarks', 20, { menu: 'account', audience: 'signed-in' }),
      entry('Profile', 10, { menu: 'account', audience: 'signed-in' }),
    ]),
    remote('admin', [entry('Admin', 90, { audience: 'admin' })]),
    remote('browse', [entry('Home', 10, { path: '/' }), entry('Areas', 20)]),
    remote('reviews'),
  ],
}

const openHeader = (role?: 'student' | 'admin') => {
  replaceUser(role && { ...MAYA, role })
  renderApp(<Header />, { pageData: { registry } })
}

const mainLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

describe("the shell's menus", () => {
  afterEach(() => replaceUser(undefined))

  it.each([
    [undefined, []],
    ['student', []],
    ['admin', ['Admin /admin']],
  ] as const)('show %s the links that remotes declare for them, sorted by order and label', (role, more) => {
    openHeader(role)

    const bell = role ? [' /alerts'] : []
    expect(mainLinks()).toEqual(['Home /', 'Areas /areas', 'FAQ /faq', ...more, ...bell])
  })

  it.each([
    ['/apartment/1', 1],
    ['/reviews', 1],
    ['/', 0],
    ['/search', 0],
    ['/faq', 1],
    ['/admin', 0],
  ])('lead to the search from %s: %i times', (url, links) => {
    renderApp(<Header />, { path: '/*', url, pageData: { registry } })

    expect(screen.queryAllByRole('link', { name: 'Search' })).toHaveLength(links)
  })

  it("list users' pages in the account menu, before Sign Out", async () => {
    openHeader('student')

    fireEvent.click(screen.getByRole('button', { name: 'Account of Maya' }))

    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Bookmarks',
      'Alerts',
      'Sign Out',
    ])
  })

  it("contain the same links and users' pages on a phone", async () => {
    openHeader('student')

    fireEvent.click(screen.getByRole('button', { name: 'Menu' }))

    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    const labels = menu.getAllByRole('link').map(({ textContent }) => textContent)
    expect(labels).toEqual(['Home', 'Areas', 'FAQ', 'Profile', 'Bookmarks', 'Alerts'])
    expect(menu.getByRole('button', { name: 'Sign Out' })).toBeTruthy()
  })
})
