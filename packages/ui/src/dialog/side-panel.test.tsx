import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { SidePanel } from './side-panel'

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      <SidePanel title="Menu" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <a href="/faq">FAQ</a>
      </SidePanel>
    </>
  )
}

const panel = () => screen.queryByRole('dialog', { name: 'Menu' })

describe('a side panel', () => {
  beforeEach(() => {
    render(<Page />)
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  })

  it('loads nothing to open', () => {
    expect(panel()?.textContent).toContain('FAQ')
  })

  it('closes with its button', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))

    expect(panel()).toBeNull()
  })

  it('closes with a click beside it, not with one in it or one that began there', () => {
    fireEvent.click(screen.getByText('Menu'))
    fireEvent.mouseDown(screen.getByText('Menu'))
    fireEvent.click(screen.getByRole('dialog'))
    expect(panel()).not.toBeNull()

    fireEvent.mouseDown(screen.getByRole('dialog'))
    fireEvent.click(screen.getByRole('dialog'))

    expect(panel()).toBeNull()
  })

  it('can be opened again after the browser has closed it', async () => {
    const dialog = screen.getByRole<HTMLDialogElement>('dialog')
    await act(async () => {
      dialog.close()
      await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
    })
    expect(panel()).toBeNull()

    fireEvent.click(screen.getByRole('button', { name: 'Open' }))

    expect(panel()).not.toBeNull()
  })
})
