import { renderApp } from '@offquad/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { applyColors } from '../early/colors'
import { Footer } from './footer'

describe('the colors of the page', () => {
  afterEach(() => {
    localStorage.clear()
    applyColors()
  })
  const scheme = () => document.documentElement.style.colorScheme
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: 'Colors' }), { target: { value } })

  it('are those that the reader chooses, also on the next page', () => {
    renderApp(<Footer />)
    choose('dark')
    expect(scheme()).toBe('dark')

    document.documentElement.style.colorScheme = ''
    applyColors()

    expect(scheme()).toBe('dark')
  })

  it('are those of the system again', () => {
    renderApp(<Footer />)
    choose('light')
    choose('system')
    applyColors()

    expect(scheme()).toBe('')
    expect(screen.getByRole('combobox', { name: 'Colors' })).toHaveProperty('value', 'system')
  })
})
