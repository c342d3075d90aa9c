import { renderApp } from '@offquad/web-kit/testing'
import { screen } from '@testing-library/react'
import { AdminPage } from './admin-page'

describe('the admin page', () => {
  it('asks a visitor to sign in and asks the API for nothing', () => {
    const { calls } = renderApp(<AdminPage />, { path: '/admin' })

    expect(
      screen.getByRole('heading', { level: 1, name: 'Please sign in as an administrator.' }),
    ).toBeTruthy()
    expect(calls).toEqual([])
  })
})
