import { renderApp } from '@offquad/web-kit/testing'
import { screen } from '@testing-library/react'
import { PolicyPage } from './policy-page'

describe('the privacy policy', () => {
  it('shows when it took effect and links to every section', () => {
    renderApp(<PolicyPage />, { path: '/policies' })

    expect(screen.getByText(/Effective 2 November 2021\. Last updated 3 September 2023\./)).toBeTruthy()
    for (const link of screen.getAllByRole('link')) {
      const target = link.getAttribute('href')?.slice(1) ?? ''
      expect(document.getElementById(target)?.textContent).toBe(link.textContent)
    }
  })

  it('says how long backups contain what was deleted', () => {
    renderApp(<PolicyPage />, { path: '/policies' })

    expect(screen.getByText(/Backups are made every day and deleted after a week/)).toBeTruthy()
  })
})
