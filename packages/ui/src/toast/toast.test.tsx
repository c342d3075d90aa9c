import { act, render, screen } from '@testing-library/react'
import { showToast, ToastHost } from './toast'

describe('a toast', () => {
  it('is shown once its code has loaded, also when it is the first', async () => {
    render(<ToastHost />)

    act(() => showToast('error', 'It failed'))

    expect((await screen.findByText('It failed')).getAttribute('role')).toBe('alert')
  })

  it('of success replaces the current error', async () => {
    render(<ToastHost />)
    act(() => showToast('error', 'It failed'))
    await screen.findByText('It failed')

    act(() => showToast('success', 'It worked'))

    expect((await screen.findByText('It worked')).getAttribute('role')).toBe('status')
  })
})
