import { act, fireEvent, render, screen } from '@testing-library/react'
import { Menu } from './menu'

const onHide = jest.fn()
const button = () => screen.getByRole('button', { name: 'Actions' })
const items = () => screen.queryAllByRole('menuitem')
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

function open() {
  render(
    <>
      <Menu
        items={[
          { key: 'who', type: 'group', label: 'Maya' },
          { key: 'edit', label: 'Edit' },
          { type: 'divider' },
          { key: 'hide', label: 'Hide', onClick: onHide },
        ]}
      >
        <button>Actions</button>
      </Menu>
      <button>Elsewhere</button>
    </>,
  )
  button().focus()
  fireEvent.click(button())
}

describe('a menu', () => {
  it('opens with the first click on its button, which keeps the focus, and loads nothing', () => {
    open()

    expect(items().map(({ textContent }) => textContent)).toEqual(['Edit', 'Hide'])
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-expanded')).toBe('true')
  })

  it('is walked through with arrow keys, from the first item to the last and around', () => {
    open()
    const walked = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => {
      press(key)
      return document.activeElement?.textContent
    })

    expect(walked).toEqual(['Edit', 'Hide', 'Edit', 'Hide', 'Edit', 'Hide'])
  })

  it('does what an item says and gives the focus back', () => {
    open()

    fireEvent.click(screen.getByRole('menuitem', { name: 'Hide' }))

    expect(onHide).toHaveBeenCalledTimes(1)
    expect(items()).toEqual([])
    expect(document.activeElement).toBe(button())
  })

  it.each([
    ['Escape', () => press('Escape')],
    ['a click elsewhere', () => fireEvent(document.body, new Event('pointerdown', { bubbles: true }))],
    ['leaving it', () => act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())],
    ['its button', () => fireEvent.click(button())],
  ])('closes with %s', (_what, leave) => {
    open()

    leave()

    expect(items()).toEqual([])
  })
})
