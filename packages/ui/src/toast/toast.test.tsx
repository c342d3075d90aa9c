import { act, fireEvent, render, screen } from '@testing-library/react'
import { Dialog } from '../dialog/dialog'
import { showToast, ToastHost } from './toast'

const ignore = () => undefined

describe('a toast', () => {
  it('is shown at once, because it loads nothing', () => {
    render(<ToastHost />)

    act(() => showToast('error', 'It failed'))

    expect(screen.getByText('It failed').getAttribute('role')).toBe('alert')
  })

  it.each([
    ['error', 'success', 'status'],
    ['success', 'error', 'alert'],
  ] as const)('of %s is replaced by one of %s', (first, second, role) => {
    render(<ToastHost />)
    act(() => showToast(first, 'Before'))

    act(() => showToast(second, 'After'))

    expect(screen.getByText('After').getAttribute('role')).toBe(role)
    expect(screen.queryByText('Before')).toBeNull()
  })

  it('is in the dialog that is open, because the page behind it is inert, and outlives it', () => {
    const page = (isOpen: boolean) => (
      <>
        <Dialog title="Report" isOpen={isOpen} onClose={ignore}>
          <p>Why?</p>
        </Dialog>
        <ToastHost />
      </>
    )
    const { rerender } = render(page(true))

    act(() => showToast('success', 'Reported'))
    expect(screen.getByRole('dialog').contains(screen.getByText('Reported'))).toBe(true)
    rerender(page(false))

    expect(screen.getByText('Reported').closest('dialog')).toBeNull()
  })

  it('goes after a while, but not while the pointer is on it', () => {
    jest.useFakeTimers()
    render(<ToastHost />)
    act(() => showToast('undo', 'Removed. Undo'))

    fireEvent.pointerEnter(screen.getByText('Removed. Undo'))
    act(() => void jest.advanceTimersByTime(60_000))
    fireEvent.pointerLeave(screen.getByText('Removed. Undo'))
    act(() => void jest.advanceTimersByTime(7_500))
    expect(screen.getByText('Removed. Undo')).toBeTruthy()
    act(() => void jest.advanceTimersByTime(500))

    expect(screen.queryByText('Removed. Undo')).toBeNull()
    jest.useRealTimers()
  })

  it('stays while the keyboard is in it, also after the pointer has crossed it', () => {
    jest.useFakeTimers()
    render(<ToastHost />)
    act(() => showToast('undo', <button>Undo</button>))
    act(() => screen.getByRole('button').focus())

    fireEvent.pointerEnter(screen.getByRole('status'))
    fireEvent.pointerLeave(screen.getByRole('status'))
    act(() => void jest.advanceTimersByTime(10_000))
    expect(screen.queryByRole('button')).not.toBeNull()
    act(() => screen.getByRole('button').blur())
    act(() => void jest.advanceTimersByTime(8_000))

    expect(screen.queryByRole('button')).toBeNull()
    jest.useRealTimers()
  })

  it('has no more time when a dialog closes', () => {
    jest.useFakeTimers()
    const page = (isOpen: boolean) => (
      <>
        <Dialog title="Edit" isOpen={isOpen} onClose={ignore}>
          <p>Name</p>
        </Dialog>
        <ToastHost />
      </>
    )
    const { rerender } = render(page(true))
    act(() => showToast('success', 'Saved'))

    act(() => void jest.advanceTimersByTime(3_000))
    rerender(page(false))
    expect(screen.getByText('Saved')).toBeTruthy()
    act(() => void jest.advanceTimersByTime(500))

    expect(screen.queryByText('Saved')).toBeNull()
    jest.useRealTimers()
  })
})
