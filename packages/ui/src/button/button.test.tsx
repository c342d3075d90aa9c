import { fireEvent, render, screen } from '@testing-library/react'
import { Button } from './button'

describe('a button', () => {
  it('does nothing while what it started is running, and keeps the focus', () => {
    const onClick = jest.fn()
    const onSubmit = jest.fn((event: React.FormEvent) => event.preventDefault())
    const form = (loading: boolean) => (
      <form onSubmit={onSubmit}>
        <Button htmlType="submit" loading={loading} onClick={onClick}>
          Send
        </Button>
      </form>
    )
    const { rerender } = render(form(true))
    const button = screen.getByRole('button', { name: 'Send' })
    button.focus()
    fireEvent.click(button)

    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 0])
    expect(document.activeElement).toBe(button)

    rerender(form(false))
    fireEvent.click(button)
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
  })

  it('submits a form only where it says so', () => {
    render(<Button>Cancel</Button>)

    expect(screen.getByRole('button').getAttribute('type')).toBe('button')
  })
})
