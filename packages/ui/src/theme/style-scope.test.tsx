import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Dialog, SidePanel } from '../dialog/dialog'
import { Menu } from '../menu/menu'
import { StyleScope } from './style-scope'

const appOf = (element: HTMLElement) => element.closest('[data-app]')?.getAttribute('data-app')
const ignore = () => undefined

describe('what an app opens over the page', () => {
  it('is in its style scope: a dialog', async () => {
    render(
      <StyleScope app="mfe-reviews">
        <Dialog title="Report" isOpen onClose={ignore}>
          <p>Why?</p>
        </Dialog>
      </StyleScope>,
    )

    expect(appOf(await screen.findByText('Why?'))).toBe('mfe-reviews')
    // A dialog that is not in the body itself leaves the page scrollable.
    expect(getComputedStyle(document.body).overflowY).toBe('hidden')
  })

  it('is in its style scope: a panel', async () => {
    render(
      <StyleScope app="mfe-browse">
        <SidePanel title="Filters" isOpen onClose={ignore}>
          <p>Beds</p>
        </SidePanel>
      </StyleScope>,
    )

    expect(appOf(await screen.findByText('Beds'))).toBe('mfe-browse')
  })

  it('is in its style scope: a menu', async () => {
    render(
      <StyleScope app="mfe-admin">
        <Menu items={[{ key: 'hide', label: 'Hide' }]}>
          <button>Actions</button>
        </Menu>
      </StyleScope>,
    )

    const button = () => screen.getByRole('button', { name: 'Actions' })
    await waitFor(() => expect(button().className).toContain('ant-dropdown-trigger'))
    fireEvent.click(button())

    expect(appOf(await screen.findByText('Hide'))).toBe('mfe-admin')
  })

  it('is in no scope where the shell opens it', async () => {
    render(
      <Dialog title="Sign in" isOpen onClose={ignore}>
        <p>With Google</p>
      </Dialog>,
    )

    expect(appOf(await screen.findByText('With Google'))).toBeUndefined()
  })
})
