import { fireEvent, render, screen } from '@testing-library/react'
import { OverrideConsent } from './override-consent'

const override = { name: 'account', manifestUrl: 'http://127.0.0.1:3001/mf-manifest.json' }

describe('OverrideConsent', () => {
  it.each([
    ['Load', true],
    ['Not now', false],
  ])('names the app and its origin, and returns the choice "%s"', (button, isAccepted) => {
    const decide = jest.fn()
    render(<OverrideConsent override={override} onDecision={decide} />)

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Load mfe-account from http://127.0.0.1:3001 on this page?',
    )
    expect(screen.getByText(/It runs with your session\./)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: button }))

    expect(decide).toHaveBeenCalledWith(isAccepted)
  })
})
