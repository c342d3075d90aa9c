import { fireEvent, render, screen } from '@testing-library/react'
import { CardRow } from './card-row'

/** Calls back at once; browsers do so after the next layout. */
class LaidOutAtOnce {
  constructor(private readonly callback: () => void) {}
  observe(): void {
    this.callback()
  }
  disconnect(): void {}
}

// jsdom has no layout: a row 300 pixels wide whose cards take `scrollWidth`.
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

describe('a row of cards', () => {
  const { ResizeObserver } = globalThis
  beforeEach(() => Object.assign(globalThis, { ResizeObserver: LaidOutAtOnce }))
  afterEach(() => {
    Object.assign(globalThis, { ResizeObserver })
    jest.restoreAllMocks()
  })

  it('says its order, and has no arrows when all cards fit', () => {
    layOut(300)
    open()

    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText('Ranked by rating')).toBeTruthy()
  })

  it('scrolls by arrows, which keep their place and the focus at its ends', () => {
    layOut(600)
    open()
    const [previous, next] = ['Previous', 'Next'].map((name) =>
      screen.getByRole('button', { name: `${name}: Most Loved` }),
    )
    const disabled = () => [previous, next].map((arrow) => arrow?.getAttribute('aria-disabled'))
    expect(disabled()).toEqual(['true', 'false'])
    next?.focus()

    fireEvent.click(next as HTMLElement)

    expect(screen.getByRole('list').scrollLeft).toBe(300)
    expect(disabled()).toEqual(['false', 'true'])
    expect(document.activeElement).toBe(next)
  })
})
