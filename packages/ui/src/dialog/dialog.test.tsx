import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from './dialog'

function Page({ isMountedOpen = false }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button onClick={() => setIsOpen(!isOpen)}>Open</button>
      {(isOpen || !isMountedOpen) && (
        <Dialog title="Report" isOpen={isOpen} onClose={() => setIsOpen(false)}>
          <p>Why?</p>
        </Dialog>
      )}
    </>
  )
}

const dialog = () => screen.queryByRole('dialog', { name: 'Report' })

describe('a dialog', () => {
  it.each([
    ['opens', <Page key="opens" />],
    ['mounts', <Page key="mounts" isMountedOpen />],
  ])('is rendered after the click that %s it has been handled, and loads nothing', (_, page) => {
    render(page)
    const button = screen.getByRole('button', { name: 'Open' })

    act(() => {
      flushSync(() => button.click())
      expect(dialog()).toBeNull()
    })

    expect(dialog()?.textContent).toContain('Why?')
  })

  it('stays open when one that was opened from it is closed by the browser', () => {
    const [onClose, onCloseInner] = [jest.fn(), jest.fn()]
    render(
      <Dialog title="Report" isOpen onClose={onClose}>
        <Dialog title="Reason" isOpen onClose={onCloseInner}>
          Why?
        </Dialog>
      </Dialog>,
    )

    act(() => void screen.getByRole('dialog', { name: 'Reason' }).dispatchEvent(new Event('close')))

    expect(onCloseInner).toHaveBeenCalledTimes(1)
    expect(onClose).not.toHaveBeenCalled()
  })

  it('closes with a click beside it, not with one in it or one that began there', () => {
    render(<Page />)
    act(() => screen.getByRole('button', { name: 'Open' }).click())
    const click = (pressed: HTMLElement, released: HTMLElement) => {
      fireEvent.mouseDown(pressed)
      fireEvent.click(released)
    }

    click(screen.getByText('Report'), screen.getByText('Report'))
    click(screen.getByText('Report'), screen.getByRole('dialog'))
    expect(dialog()).not.toBeNull()
    click(screen.getByRole('dialog'), screen.getByRole('dialog'))

    expect(dialog()).toBeNull()
  })

  it('can be opened again after the browser has closed it', async () => {
    render(<Page />)
    const button = screen.getByRole('button', { name: 'Open' })
    act(() => button.click())
    const shown = screen.getByRole<HTMLDialogElement>('dialog')
    await act(async () => {
      shown.close()
      await new Promise((resolve) => shown.addEventListener('close', resolve, { once: true }))
    })
    expect(dialog()).toBeNull()

    act(() => button.click())

    expect(dialog()).not.toBeNull()
  })

  it('forgets its content when it closes', () => {
    render(<Page />)
    const button = screen.getByRole('button', { name: 'Open' })
    act(() => button.click())

    act(() => screen.getByRole('button', { name: 'Close' }).click())

    expect(dialog()).toBeNull()
    expect(screen.queryByText('Why?')).toBeNull()
  })
})
