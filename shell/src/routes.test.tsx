import { renderApp } from '@offquad/web-kit/testing'
import { screen } from '@testing-library/react'
import { pageRoutes } from './routes'

const registry = {
  apps: [
    { app: 'shell', version: '1', baseUrl: '/mf/shell/1/' },
    {
      app: 'mfe-account',
      version: '1',
      baseUrl: '/mf/mfe-account/1/',
      remote: { name: 'account', routes: [{ path: '/faq', title: 'FAQ' }], slots: [] },
    },
  ],
}

const open = (url: string) => renderApp(null, { url, pageData: { registry }, routes: pageRoutes })

describe('the shell', () => {
  it('shows the not-found page in its frame for an unknown address', async () => {
    open('/no/such/page')

    expect(
      await screen.findByText('It seems as though the page you are looking for cannot be found!'),
    ).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Contact Us!' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/policies')
    expect(document.title).toBe('Offquad | Page not found')
  })

  it('hides the footer on the FAQ page and keeps its frame while the remote is on its way', () => {
    open('/faq')

    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(screen.queryByRole('contentinfo')).toBeNull()
  })
})
