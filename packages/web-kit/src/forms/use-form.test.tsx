import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { ProblemError } from '../api/problem-error'
import { useForm } from './use-form'

type Send = (values: { name: string }, idempotencyKey: string) => Promise<unknown>

function NameForm({ send }: { send: Send }) {
  const [name, setName] = useState('')
  const { formProps, errorOf, isSending } = useForm({
    values: { name },
    validate: (values) => (values.name === '' ? [{ field: 'name', message: 'Please enter a name.' }] : []),
    send,
    failure: 'The name was not sent.',
  })
  const error = errorOf('name')
  return (
    <form {...formProps} aria-label="Name" aria-busy={isSending}>
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
    expect(send).toHaveBeenCalledWith({ name: 'Maya' }, expect.stringMatching(/^[0-9a-f]{32}$/))
  })

  it('shows the detail of a single error that says more than its message', async () => {
    const errors = [{ field: 'name', message: 'This contains profanity.' }]
    const detail = 'This contains profanity. It contains “shit”.'
    const problem = { type: '', status: 400, title: 'Invalid', requestId: '', errors, detail }
    render(<NameForm send={() => Promise.reject(new ProblemError(problem))} />)

    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'shit' } })
    fireEvent.submit(screen.getByRole('form'))

    expect(await screen.findByText(detail)).toBeTruthy()
  })

  it('shows an error of the service at the field of that path, or else at the field that contains it', async () => {
    function RoomsForm() {
      const errors = [
        { field: 'rooms.1.rent', message: 'Must be a number.' },
        { field: 'rooms.7.beds', message: 'Is missing.' },
      ]
      const { formProps, errorOf } = useForm({
        values: { rooms: [], 'rooms.1.rent': 'much' },
        validate: () => [],
        send: () =>
          Promise.reject(
            new ProblemError({ type: '', status: 400, title: 'Invalid', requestId: '', errors }),
          ),
        failure: 'It was not sent.',
      })
      return (
        <form {...formProps} aria-label="Rooms">
          <p>Rent: {errorOf('rooms.1.rent')}</p>
          <p>Rooms: {errorOf('rooms')}</p>
        </form>
      )
    }
    render(<RoomsForm />)

    fireEvent.submit(screen.getByRole('form'))

    expect(await screen.findByText('Rent: Must be a number.')).toBeTruthy()
    expect(screen.getByText('Rooms: Is missing.')).toBeTruthy()
  })

  it('keeps the idempotency key for retries of the same values, and renews it once they change or are sent', async () => {
    const keys: string[] = []
    let isReachable = false
    render(
      <NameForm
        send={(_, idempotencyKey) => {
          keys.push(idempotencyKey)
          return isReachable ? Promise.resolve() : Promise.reject(new Error('The reply was lost.'))
        }}
      />,
    )
    const form = screen.getByRole('form')
    const type = (name: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: name } })
    async function submit(): Promise<string | undefined> {
      fireEvent.submit(form)
      await waitFor(() => expect(form.getAttribute('aria-busy')).toBe('false'))
      return keys.at(-1)
    }

    type('Maya')
    const first = await submit()
    const retried = await submit()
    type('Noah')
    const changed = await submit()
    isReachable = true
    const sent = await submit()
    const sentAgain = await submit()

    expect(retried).toBe(first)
    expect(sent).toBe(changed)
    expect(new Set([first, changed, sentAgain]).size).toBe(3)
    expect(keys).toHaveLength(5)
  })
})
