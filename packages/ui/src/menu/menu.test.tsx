import { fireEvent, render, screen } from '@testing-library/react'
import { Menu } from './menu'

describe('a menu', () => {
  it('opens with the first click on its button, which keeps the focus', async () => {
    const onClick = jest.fn()
    render(
      <Menu items={[{ key: 'hide', label: 'Hide', onClick }]}>
        <button>Actions</button>
      </Menu>,
    )
    const button = () => screen.getByRole('button', { name: 'Actions' })
    button().focus()
    fireEvent.click(button())

    const item = await screen.findByRole('menuitem', { name: 'Hide' })
    expect(document.activeElement).toBe(button())
    fireEvent.click(item)
    expect(onClick).toHaveBeenCalledTimes(1)
  })
})
