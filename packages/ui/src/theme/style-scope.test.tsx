import { fireEvent, render, screen } from '@testing-library/react'
import { Dialog } from '../dialog/dialog'
import { SidePanel } from '../dialog/side-panel'
import { Menu } from '../menu/menu'
import { StyleScope } from './style-scope'

const appOf = (element: HTMLElement) => element.closest('[data-app]')?.getAttribute('data-app')
const ignore = () => undefined

describe('an overlay of an app', () => {
  it.each([
    [
      'a dialog',
      <Dialog title="Report" isOpen onClose={ignore}>
        <p>Content</p>
      </Dialog>,
    ],
    [
      'a panel',
      <SidePanel title="Filters" isOpen onClose={ignore}>
        <p>Content</p>
      </SidePanel>,
    ],
    [
      'a menu',
      <Menu items={[{ key: 'hide', label: 'Content' }]}>
        <button>Actions</button>
      </Menu>,
    ],
  ])('is in the style scope of the app: %s', async (_what, overlay) => {
    render(<StyleScope app="mfe-browse">{overlay}</StyleScope>)
    const button = screen.queryByRole('button', { name: 'Actions' })
    if (button) fireEvent.click(button)

    expect(appOf(await screen.findByText('Content'))).toBe('mfe-browse')
  })

  it('is in no style scope when the shell opens it', async () => {
    render(
      <Dialog title="Sign in" isOpen onClose={ignore}>
        <p>With Google</p>
      </Dialog>,
    )

    expect(appOf(await screen.findByText('With Google'))).toBeUndefined()
  })
})
