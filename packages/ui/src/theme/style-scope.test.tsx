import { fireEvent, render, screen } from '@testing-library/react'
import { Dialog } from '../dialog/dialog'
import { SidePanel } from '../dialog/side-panel'
import { Menu } from '../menu/menu'
import { StyleScope } from './style-scope'

const appOf = (element: HTMLElement) => element.closest('[data-app]')?.getAttribute('data-app')
const ignore = () => undefined

describe('an overlay of an app', () => {
  it('is in the style scope of the app: a dialog', async () => {
    render(
      <StyleScope app="mfe-reviews">
        <Dialog title="Report" isOpen onClose={ignore}>
          <p>Why?</p>
        </Dialog>
      </StyleScope>,
    )

    expect(appOf(await screen.findByText('Why?'))).toBe('mfe-reviews')
  })

  it('is in the style scope of the app: a panel', async () => {
    render(
      <StyleScope app="mfe-browse">
        <SidePanel title="Filters" isOpen onClose={ignore}>
          <p>Beds</p>
        </SidePanel>
      </StyleScope>,
    )

    expect(appOf(await screen.findByText('Beds'))).toBe('mfe-browse')
  })

  it('is in the style scope of the app: a menu', async () => {
    render(
      <StyleScope app="mfe-admin">
        <Menu items={[{ key: 'hide', label: 'Hide' }]}>
          <button>Actions</button>
        </Menu>
      </StyleScope>,
    )

    fireEvent.click(screen.getByRole('button', { name: 'Actions' }))

    expect(appOf(await screen.findByText('Hide'))).toBe('mfe-admin')
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
