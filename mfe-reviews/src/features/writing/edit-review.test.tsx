import { ToastHost } from '@offquad/ui'
import { buildReview, type Answers, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { EditReview } from './edit-review'

const MAYA = { uid: 'u1', displayName: 'Maya', email: 'maya@testville.edu', role: 'student' } as const
const CALL = '/api/edit-review/r1'

function open(answers: Answers) {
  const onClose = jest.fn()
  const result = renderApp(
    <>
      <EditReview review={buildReview()} onClose={onClose} />
      <ToastHost />
    </>,
    { answers },
  )
  return { ...result, onClose }
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
const textBox = () => screen.findByRole('textbox', { name: /Your review/ })
const type = async (value: string) => fireEvent.change(await textBox(), { target: { value } })
const addPicture = () => {
  const file = new File(['picture'], 'kitchen.png', { type: 'image/png' })
  fireEvent.change(screen.getByLabelText('Pictures', { selector: 'input' }), { target: { files: [file] } })
}

describe('changing a review', () => {
  beforeAll(() => {
    URL.createObjectURL = () => 'blob:test'
    URL.revokeObjectURL = () => undefined
  })
  beforeEach(() => replaceUser(MAYA))
  afterEach(() => {
    replaceUser(undefined)
    localStorage.clear()
  })

  it('begins with what it says, sends it and says what happens next', async () => {
    const { calls, onClose } = open({ [CALL]: { body: buildReview({ status: 'PENDING' }) } })
    expect(await textBox()).toHaveProperty('value', 'Quiet building, decent people.')
    await type('Quiet building, indecent neighbours.')

    submit()

    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(calls).toContain(CALL)
    expect(
      await screen.findByText(
        'Review successfully edited! Your updated review is now pending approval from the admin.',
      ),
    ).toBeTruthy()
  })

  it('forgets the draft once it is sent, and not before', async () => {
    const answers: Answers = { [CALL]: { status: 503 } }
    const first = open(answers)
    await type('Quiet building, indecent neighbours.')
    submit()
    expect(await screen.findByText('Error submitting review. Please try again.')).toBeTruthy()
    expect(await textBox()).toHaveProperty('value', 'Quiet building, indecent neighbours.')
    first.unmount()

    const second = open({ [CALL]: { body: buildReview() } })
    expect(await textBox()).toHaveProperty('value', 'Quiet building, indecent neighbours.')
    submit()
    await waitFor(() => expect(second.onClose).toHaveBeenCalled())
    second.unmount()

    open({})
    expect(await textBox()).toHaveProperty('value', 'Quiet building, decent people.')
  })

  it('keeps what the server found wrong until that field changes', async () => {
    const message = 'This review contains profanity. Please edit it and try again.'
    open({ [CALL]: { status: 400, errors: [{ field: 'reviewText', message }] } })
    await textBox()
    submit()
    expect(await screen.findByText(message)).toBeTruthy()
    const box = await textBox()
    expect(document.getElementById(box.getAttribute('aria-describedby')?.split(' ')[0] ?? '')).toBe(
      screen.getByText(message),
    )
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(screen.queryByText('Error submitting review. Please try again.')).toBeNull()

    fireEvent.click(
      within(screen.getByRole('radiogroup', { name: /^Overall/ })).getByRole('radio', { name: /^2 stars/ }),
    )
    expect(screen.getByText(message)).toBeTruthy()
    await type('A quiet building with decent people.')

    expect(screen.queryByText(message)).toBeNull()
  })

  it('uploads a picture once, however often it has to be sent', async () => {
    const answers: Answers = {
      '/api/photos': { body: { id: 'p1', url: '/api/photos/p1' } },
      [CALL]: { status: 503 },
    }
    const { calls, onClose } = open(answers)
    await textBox()
    addPicture()
    submit()
    await screen.findByText('Error submitting review. Please try again.')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', false),
    )
    answers[CALL] = { body: buildReview() }

    submit()

    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(calls.filter((url) => url === '/api/photos')).toHaveLength(1)
    expect(calls.filter((url) => url === CALL)).toHaveLength(2)
  })

  it('names the picture that is none, keeps the rest and shows no other error', async () => {
    const answers: Answers = {
      '/api/photos': { status: 415, detail: 'This file is not a picture that can be shown.' },
      [CALL]: { body: buildReview() },
    }
    const { calls } = open(answers)
    await type('A quiet building with decent people.')
    addPicture()

    submit()

    const message = 'kitchen.png: This file is not a picture that can be shown.'
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByText('Error submitting review. Please try again.')).toBeNull()
    expect(await textBox()).toHaveProperty('value', 'A quiet building with decent people.')
    expect(calls).not.toContain(CALL)
    fireEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }))
    expect(screen.queryByText(message)).toBeNull()
  })

  it('leaves no error beside the word of success', async () => {
    const answers: Answers = { [CALL]: { status: 503 } }
    open(answers)
    await textBox()
    submit()
    await screen.findByText('Error submitting review. Please try again.')
    answers[CALL] = { body: buildReview() }
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', false),
    )

    submit()

    await screen.findByText(/^Review successfully edited!/)
    await waitFor(() => expect(screen.queryByText('Error submitting review. Please try again.')).toBeNull())
  })

  it('uploads nothing before the form is right', async () => {
    const { calls } = open({})
    await type('Short.')
    addPicture()

    submit()

    expect(await screen.findByText('A minimum of 15 characters is required')).toBeTruthy()
    expect(calls).toEqual([])
  })
})
