import { ToastHost } from '@offquad/ui'
import { fireEvent, render, screen } from '@testing-library/react'
import { CompareToggle } from './compare-toggle'

const CHOSEN = 'offquad/places-to-compare'
const chosen = () => JSON.parse(localStorage.getItem(CHOSEN) ?? '[]') as string[]
const toggle = () => screen.getByRole('button', { name: 'Compare: Gull House' })
const open = () =>
  render(
    <>
      <CompareToggle id="7" name="Gull House" />
      <ToastHost />
    </>,
  )

afterEach(() => localStorage.clear())

describe('the button that chooses a place for a comparison', () => {
  it('chooses it, and no longer', () => {
    open()
    expect(toggle().getAttribute('aria-pressed')).toBe('false')

    fireEvent.click(toggle())
    expect([toggle().getAttribute('aria-pressed'), chosen()]).toEqual(['true', ['7']])
    fireEvent.click(toggle())
    expect([toggle().getAttribute('aria-pressed'), chosen()]).toEqual(['false', []])
  })

  it('refuses a fifth, and says what to do', () => {
    localStorage.setItem(CHOSEN, '["1","2","3","4"]')
    open()

    fireEvent.click(toggle())

    expect(chosen()).toEqual(['1', '2', '3', '4'])
    expect(toggle().getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('status').textContent).toMatch(/^You can compare 4 places\. Remove one/)
  })
})
