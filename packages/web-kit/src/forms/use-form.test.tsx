import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from './use-form'

function NameForm({ send }: { send: (values: { name: string }) => Promise<unknown> }) {
  const [name, setName] = useState('')
  const { formProps, errorOf } = useForm({
    values: { name },
    validate: (values) => (values.name === '' ? [{ field: 'name', message: 'Please enter a name.' }] : []),
    send,
    failure: 'The name was not sent.',
  })
  const error = errorOf('name')
  return (
    <form {...formProps} aria-label="Name">
      <input
        aria-label="Name"
        aria-invalid={error !== undefined}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <p>{error}</p>
    </form>
  )
}

describe('useForm', () => {
  it('shows an error at its field, focuses the field, and sends nothing', () => {
    const send = jest.fn(() => Promise.resolve())
    render(<NameForm send={send} />)

    fireEvent.submit(screen.getByRole('form'))

    expect(screen.getByText('Please enter a name.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    expect(send).not.toHaveBeenCalled()
  })

  it('sends the values on submit, in place of the browser', async () => {
    const send = jest.fn(() => Promise.resolve())
    render(<NameForm send={send} />)

    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Maya' } })
    const isDefaultAllowed = fireEvent.submit(screen.getByRole('form'))
    await screen.findByRole('form')

    expect(isDefaultAllowed).toBe(false)
    expect(send).toHaveBeenCalledWith({ name: 'Maya' })
  })
})
