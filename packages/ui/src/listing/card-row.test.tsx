import { fireEvent, render, screen } from '@testing-library/react'
import { CardRow } from './card-row'

// This environment lays nothing out: a row 300 pixels wide, of cards that take `scrollWidth`.
function layOut(scrollWidth: number): HTMLElement[] {
  const scrolled: HTMLElement[] = []
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(scrollWidth)
  Object.assign(HTMLElement.prototype, {
    scrollBy(this: HTMLElement, { left }: { left: number }) {
      scrolled.push(this)
      this.scrollLeft += left
      fireEvent.scroll(this)
    },
  })
  return scrolled
}

const open = () =>
  render(
    <CardRow
      title="Most Loved"
      hint="Ranked by rating"
      items={['1', '2', '3'].map((key) => ({ key, content: <a href={`/${key}`}>House {key}</a> }))}
    />,
  )

const arrow = (name: RegExp) => screen.queryByRole('button', { name })

describe('a row of cards', () => {
  afterEach(() => jest.restoreAllMocks())

  it('says how it is ordered', () => {
    open()

    expect(screen.getByText('Ranked by rating')).toBeTruthy()
  })

  it('has no arrows where all cards fit', () => {
    layOut(300)
    open()

    expect(screen.queryByRole('button')).toBeNull()
  })

  it('pages by arrows, which are missing at its ends', () => {
    layOut(700)
    open()
    expect(arrow(/Previous/)).toBeNull()

    fireEvent.click(screen.getByRole('button', { name: 'Next: Most Loved' }))
    expect(screen.getByRole('list').scrollLeft).toBe(300)
    expect(arrow(/Previous/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Next: Most Loved' }))

    expect(arrow(/Next/)).toBeNull()
    expect(arrow(/Previous/)).toBeTruthy()
  })

  it('gives the focus to the other arrow when the one in use disappears', () => {
    layOut(600)
    open()
    const next = screen.getByRole('button', { name: 'Next: Most Loved' })
    next.focus()

    fireEvent.click(next)

    expect(document.activeElement).toBe(arrow(/Previous/))
  })
})
