import { ToastHost } from '@offquad/ui'
import { signOut, useOutbox } from '@offquad/web-kit'
import { renderApp, replaceUser, SignInDouble } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { LeaveReview } from './leave-review'

const MAYA = { uid: 'u1', displayName: 'Maya', email: 'maya@testville.edu', role: 'student' } as const
const NOAH = { ...MAYA, uid: 'u2', displayName: 'Noah' }

/** Sends what waits, as the shell does. */
function Outbox() {
  useOutbox()
  return null
}

function open() {
  return renderApp(
    <>
      <Outbox />
      <LeaveReview name="Gull House" place={{ aptId: '7', landlordId: '3' }} />
      <SignInDouble user={MAYA} />
      <ToastHost />
    </>,
  )
}
const clickLeave = () => fireEvent.click(screen.getByRole('button', { name: 'Leave a Review' }))
const textBox = () => screen.findByRole('textbox', { name: /Your review/ })

const pointer = (type: string) =>
  Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType: 'mouse' })

function addPictures(...names: string[]): void {
  const files = names.map((name) => new File([name], name, { type: 'image/png' }))
  fireEvent.change(screen.getByLabelText('Pictures', { selector: 'input' }), { target: { files } })
}

interface Network {
  isOnline: boolean
  calls: { url: string; key: string | null }[]
  /** Of the answer to a review; 201 unless said otherwise. */
  status?: number
}

/** A network that can be away. */
const doubleNetwork =
  (network: Network): typeof fetch =>
  (input, init) => {
    if (!network.isOnline) return Promise.reject(new TypeError('Failed to fetch'))
    const url = String(input)
    network.calls.push({ url, key: new Headers(init?.headers).get('idempotency-key') })
    if (url === '/api/photos')
      return Promise.resolve(Response.json({ url: '/api/photos/p1' }, { status: 201 }))
    if (url !== '/api/new-review') return Promise.resolve(Response.json({}))
    const { status = 201 } = network
    const problem = { type: '/problems/test', title: 'Problem', status, detail: 'No.', requestId: 'test' }
    return Promise.resolve(Response.json(status === 201 ? 'r1' : problem, { status }))
  }

/** What a screen reader says of an element after its name. */
const describedBy = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

async function fillIn(): Promise<void> {
  fireEvent.change(await textBox(), { target: { value: 'A quiet house with thick walls.' } })
  for (const label of ['Overall', 'Location', 'Maintenance', 'Safety', 'Conditions'])
    choose(label, '4 stars, Very good')
  choose('Bedrooms', '2')
  choose('Rent of one person', '$800 - $1K')
}
const choose = (label: string, option: string) =>
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: new RegExp(`^${label}`) })).getByRole('radio', {
      name: option,
    }),
  )
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }))

describe('leaving a review', () => {
  beforeAll(() => {
    URL.createObjectURL = () => 'blob:test'
    URL.revokeObjectURL = () => undefined
  })
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

  it('says that signing in failed when a visitor does not', async () => {
    replaceUser(undefined)
    open()
    clickLeave()

    fireEvent.click(await screen.findByRole('button', { name: 'Do not sign in' }))

    expect(await screen.findByText('Failed to login')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('marks all that is missing, leads to the first and sends nothing', async () => {
    const { calls } = open()
    clickLeave()
    await textBox()

    fireEvent.click(screen.getByRole('button', { name: 'Submit' }))

    // Overall, bedrooms, rent and the text; the four aspects have a message of their own.
    expect(await screen.findAllByText('* Required')).toHaveLength(4)
    expect(screen.getByText('* These fields are required')).toBeTruthy()
    const overall = screen.getByRole('radiogroup', { name: /^Overall/ })
    await waitFor(() => expect(overall.contains(document.activeElement)).toBe(true))
    expect(overall.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(overall)).toBe('* Required')
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
      within(screen.getByRole('radiogroup', { name: /^Overall/ })).getByRole('radio', { name: /^4 stars/ }),
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

  it('says in words what the stars mean, for the pointer as well as for what is chosen', async () => {
    open()
    clickLeave()
    await textBox()
    const overall = within(screen.getByRole('radiogroup', { name: /^Overall/ }))

    const names = overall.getAllByRole('radio').map((star) => star.getAttribute('aria-label'))
    expect(names).toEqual([
      '1 star, Poor',
      '2 stars, Fair',
      '3 stars, Good',
      '4 stars, Very good',
      '5 stars, Excellent',
    ])
    choose('Overall', '2 stars, Fair')
    expect(overall.getByText('Fair')).toBeTruthy()
    const best = overall.getByTitle('Excellent')
    fireEvent(best, pointer('pointerover'))
    expect(overall.getByText('Excellent')).toBeTruthy()
    fireEvent(best, pointer('pointerout'))
    expect(overall.getByText('Fair')).toBeTruthy()
  })

  it('keeps the pictures of a draft, in their order', async () => {
    const first = open()
    clickLeave()
    fireEvent.change(await textBox(), { target: { value: 'Half a thought' } })
    addPictures('kitchen.png', 'bath.png')
    fireEvent.click(screen.getByRole('button', { name: 'Move picture 2 to the left' }))
    first.unmount()

    open()
    clickLeave()

    await textBox()
    const field = within(screen.getByRole('group', { name: 'Pictures' }))
    const shown = field.getAllByRole('img').map((picture) => picture.getAttribute('alt'))
    expect(shown).toEqual(['bath.png', 'kitchen.png'])
  })

  describe('without a connection', () => {
    it('says so, closes the form and sends the review once the connection is back', async () => {
      const network = { isOnline: false, calls: [] as { url: string; key: string | null }[] }
      open()
      globalThis.fetch = doubleNetwork(network)
      clickLeave()
      await fillIn()
      addPictures('kitchen.png')

      submit()

      expect(await screen.findByText(/^You are offline. Your review is kept/)).toBeTruthy()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      network.isOnline = true
      fireEvent(window, new Event('online'))
      expect(
        await screen.findByText('Review submitted! Your review is awaiting approval from the admin.'),
      ).toBeTruthy()
      fireEvent(window, new Event('online'))
      const sent = network.calls.filter(({ url }) => url === '/api/new-review')
      expect(sent).toHaveLength(1)
      expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
      clickLeave()
      expect(await textBox()).toHaveProperty('value', '')
    })

    it('sends nothing after its user signed out', async () => {
      const network = { isOnline: false, calls: [] as { url: string; key: string | null }[] }
      open()
      globalThis.fetch = doubleNetwork(network)
      clickLeave()
      await fillIn()
      submit()
      await screen.findByText(/^You are offline/)
      network.isOnline = true

      await act(() => signOut())
      act(() => replaceUser(MAYA))
      fireEvent(window, new Event('online'))

      await waitFor(() => expect(network.calls.map(({ url }) => url)).toContain('/api/auth/sign-out'))
      expect(network.calls.filter(({ url }) => url === '/api/new-review')).toEqual([])
    })

    it('gives a review back that the site does not take', async () => {
      const network = { isOnline: false, calls: [] as { url: string; key: string | null }[], status: 400 }
      open()
      globalThis.fetch = doubleNetwork(network)
      clickLeave()
      await fillIn()
      submit()
      await screen.findByText(/^You are offline/)

      network.isOnline = true
      fireEvent(window, new Event('online'))

      expect(await screen.findByText(/^Your review of Gull House was not sent/)).toBeTruthy()
      clickLeave()
      expect(await textBox()).toHaveProperty('value', 'A quiet house with thick walls.')
    })
  })
})
