import { ToastHost } from '@offquad/ui'
import { act, fireEvent, render, screen } from '@testing-library/react'
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

  it('follows other tabs', () => {
    open()
    localStorage.setItem(CHOSEN, '["7"]')

    act(() => void dispatchEvent(new StorageEvent('storage', { key: CHOSEN })))

    expect(toggle().getAttribute('aria-pressed')).toBe('true')
  })

  it('ignores what is stored and is no list of ids', () => {
    localStorage.setItem(CHOSEN, '{"7":true}')
    open()

    expect(toggle().getAttribute('aria-pressed')).toBe('false')
  })
})
