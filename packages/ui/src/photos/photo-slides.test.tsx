import { fireEvent, render, screen } from '@testing-library/react'
import { PhotoSlides } from './photo-slides'

const photos = ['/a.webp', '/b.webp', '/c.webp', '/d.webp']
const open = (startIndex = 0) => {
  render(<PhotoSlides title="Gull House" photos={photos} seed="7" startIndex={startIndex} />)
  return screen.getByRole('group', { name: 'Gull House' })
}
const current = () => screen.getByText(/^\d+ of \d+$/).textContent

describe('PhotoSlides', () => {
  it('starts at the chosen picture and has the keyboard focus', () => {
    const carousel = open(2)

    expect(current()).toBe('3 of 4')
    expect(document.activeElement).toBe(carousel)
  })

  it('changes pictures with arrow keys, Home and End, and stops at the ends', () => {
    const carousel = open()
    const after = (key: string) => {
      fireEvent.keyDown(carousel, { key })
      return current()
    }

    expect(after('ArrowLeft')).toBe('1 of 4')
    expect(after('ArrowRight')).toBe('2 of 4')
    expect(after('End')).toBe('4 of 4')
    expect(after('ArrowRight')).toBe('4 of 4')
    expect(after('Home')).toBe('1 of 4')
  })

  it('changes pictures with buttons, which keep the focus at the ends', () => {
    open(3)
    const next = screen.getByRole('button', { name: 'Next picture' })
    const previous = screen.getByRole('button', { name: 'Previous picture' })
    fireEvent.click(next)
    expect(current()).toBe('4 of 4')
    expect(next.matches(':disabled')).toBe(false)
    expect(next.getAttribute('aria-disabled')).toBe('true')

    fireEvent.click(previous)

    expect(current()).toBe('3 of 4')
    expect(next.getAttribute('aria-disabled')).toBe('false')
  })

  it('changes to the picture of a thumbnail, which is marked', () => {
    // Newer browsers return a promise.
    jest.spyOn(Element.prototype, 'scrollIntoView').mockResolvedValue(undefined as never)
    open()

    fireEvent.click(screen.getByRole('button', { name: 'Picture 3' }))

    expect(current()).toBe('3 of 4')
    expect(screen.getByRole('button', { current: true })).toBe(
      screen.getByRole('button', { name: 'Picture 3' }),
    )
  })
})
