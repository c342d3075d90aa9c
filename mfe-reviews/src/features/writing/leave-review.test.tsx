import { ToastHost } from '@offquad/ui'
import { renderApp, replaceUser, SignInDouble } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { LeaveReview } from './leave-review'

const MAYA = { uid: 'u1', displayName: 'Maya', email: 'maya@testville.edu', role: 'student' } as const
const NOAH = { ...MAYA, uid: 'u2', displayName: 'Noah' }

function open() {
  return renderApp(
    <>
      <LeaveReview name="Gull House" place={{ aptId: '7', landlordId: '3' }} />
      <SignInDouble user={MAYA} />
      <ToastHost />
    </>,
  )
}
const clickLeave = () => fireEvent.click(screen.getByRole('button', { name: 'Leave a Review' }))
const textBox = () => screen.findByRole('textbox', { name: /Your review/ })

describe('leaving a review', () => {
  beforeEach(() => replaceUser(MAYA))
  afterEach(() => {
    replaceUser(undefined)
    localStorage.clear()
  })

  it('waits for a visitor to sign in and opens by itself then', async () => {
    replaceUser(undefined)
    open()
    clickLeave()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to leave a review' }))

    expect(await screen.findByRole('dialog', { name: 'Review Gull House' })).toBeTruthy()
  })

  it('marks all that is missing, leads to the first and sends nothing', async () => {
    const { calls } = open()
    clickLeave()
    await textBox()

    fireEvent.click(screen.getByRole('button', { name: 'Submit' }))

    // Overall, bedrooms, rent and the text; the four aspects have a message of their own.
    expect(await screen.findAllByText('* Required')).toHaveLength(4)
    expect(screen.getByText('* These fields are required')).toBeTruthy()
    const overall = screen.getByRole('group', { name: 'Overall' })
    await waitFor(() => expect(overall.contains(document.activeElement)).toBe(true))
    expect(calls.filter((url) => url.includes('new-review'))).toEqual([])
  })

  it('asks for 15 characters and takes the message back as soon as they are there', async () => {
    open()
    clickLeave()
    fireEvent.change(await textBox(), { target: { value: 'Too short.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('A minimum of 15 characters is required')).toBeTruthy()

    fireEvent.change(await textBox(), { target: { value: 'Not too short any more.' } })

    expect(screen.queryByText('A minimum of 15 characters is required')).toBeNull()
    // What else is missing is still missing.
    expect(screen.getByText('* These fields are required')).toBeTruthy()
  })

  it('keeps what was typed for who typed it', async () => {
    const first = open()
    clickLeave()
    fireEvent.change(await textBox(), { target: { value: 'Half a thought' } })
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Overall' })).getByRole('radio', { name: '4 stars' }),
    )
    first.unmount()

    const second = open()
    clickLeave()
    expect(await textBox()).toHaveProperty('value', 'Half a thought')
    expect(screen.getByText('14 / 2000')).toBeTruthy()
    second.unmount()

    replaceUser(NOAH)
    open()
    clickLeave()
    expect(await textBox()).toHaveProperty('value', '')
  })
})
