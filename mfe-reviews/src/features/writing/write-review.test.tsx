import { getUserReviews, type Review, type ReviewForm, type User } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import { signOut, useApi, useOutbox } from '@offquad/web-kit'
import {
  type ApiResponses,
  buildReview,
  MAYA,
  recordBodies,
  renderApp,
  replaceUser,
  signInBeforeEach,
  SignInDouble,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode } from 'react'
import { EditReview, LeaveReview } from './write-review'

const FAILED = 'Error submitting review. Please try again.'
const NOAH = { ...MAYA, uid: 'u2', displayName: 'Noah' }

/** Sends queued calls, as the shell does. */
function Outbox() {
  useOutbox()
  return null
}

/** @param user signs in when requested */
const openNew = (user: User = MAYA, responses: ApiResponses = {}, beside?: ReactNode) =>
  renderApp(
    <>
      {beside}
      <Outbox />
      <LeaveReview name="Gull House" subject={{ aptId: '7', landlordId: '3' }} />
      <SignInDouble user={user} />
      <ToastHost />
    </>,
    { responses },
  )
const clickLeave = () => fireEvent.click(screen.getByRole('button', { name: 'Leave a Review' }))
const textBox = () => screen.findByRole('textbox', { name: /Your review/ })
const type = async (value: string) => fireEvent.change(await textBox(), { target: { value } })

const pointer = (type: string) =>
  Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType: 'mouse' })

/** Waits until the draft has the pictures, which is a moment later. */
async function addPictures(...names: string[]): Promise<void> {
  const files = names.map((name) => new File([name], name, { type: 'image/png' }))
  const input = screen.getByLabelText('Pictures', { selector: 'input' })
  await act(async () => void fireEvent.change(input, { target: { files } }))
}

interface Network {
  isOnline: boolean
  calls: { url: string; key: string | null; text?: string; version?: string; signedMonth?: number }[]
  /** Status of the reply to the review; default 201. */
  status?: number
  code?: string
  /** Replies to the review are lost. */
  isLossy?: boolean
}

/** A network that can be offline. */
const doubleNetwork =
  (network: Network): typeof fetch =>
  (input, init) => {
    if (!network.isOnline) return Promise.reject(new TypeError('Failed to fetch'))
    const url = String(input)
    const {
      reviewText: text,
      version,
      signedMonth,
    } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Partial<Review>
    const key = new Headers(init?.headers).get('idempotency-key')
    network.calls.push({ url, key, text, version, signedMonth })
    if (url === '/api/photos')
      return Promise.resolve(Response.json({ url: '/api/photos/p1' }, { status: 201 }))
    if (url === '/api/review-by-id/r9')
      return Promise.resolve(Response.json(buildReview({ id: 'r9', version: 'v7' })))
    if (url !== '/api/new-review') return Promise.resolve(Response.json({}))
    if (network.isLossy) return Promise.reject(new TypeError('Failed to fetch'))
    const { status = 201, code = 'test' } = network
    const problem = {
      type: `/problems/${code}`,
      title: 'Problem',
      status,
      detail: 'No.',
      requestId: 'test',
      errors: status === 409 ? [{ field: 'id', message: 'r9' }] : [],
    }
    return Promise.resolve(Response.json(status === 201 ? 'r1' : problem, { status }))
  }

/** The accessible description of an element. */
const describedBy = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

const DRAFT = 'offquad/drafts/u1/review/apartment/7'
interface Draft {
  fields: Partial<ReviewForm>
  picturesAt?: number
}

/** Changes the draft as another tab does; undefined deletes it. */
function changeElsewhere(change: (draft: Draft) => Draft | undefined, key = DRAFT): void {
  const next = change(JSON.parse(localStorage.getItem(key) ?? '{}') as Draft)
  if (next) localStorage.setItem(key, JSON.stringify(next))
  else localStorage.removeItem(key)
  fireEvent(window, new StorageEvent('storage', { key }))
}

/** Types the text; the other fields come from another tab, which is faster than clicking. */
async function fillIn(draftKey = DRAFT): Promise<void> {
  await type('A quiet house with thick walls.')
  const detailedRatings = { location: 4, maintenance: 4, safety: 4, conditions: 4 }
  const fill = (draft: Draft) => ({
    ...draft,
    fields: { ...draft.fields, overallRating: 4, detailedRatings, bedrooms: 2, price: 2 },
  })
  changeElsewhere(fill, draftKey)
}
const choose = (label: string, option: string) =>
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: new RegExp(`^${label}`) })).getByRole('radio', {
      name: option,
    }),
  )
function connect(network: Network): void {
  network.isOnline = true
  fireEvent(window, new Event('online'))
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }))

async function submitOver(network: Network, message: string | RegExp) {
  const { unmount } = openNew()
  globalThis.fetch = doubleNetwork(network)
  clickLeave()
  await fillIn()
  submit()
  await screen.findByText(message)
  return unmount
}

const reviewsIn = ({ calls }: Network) => calls.filter(({ url }) => url === '/api/new-review')

/** Submits a review that the server cannot take now. */
async function failToSend() {
  const network: Network = { isOnline: true, calls: [], status: 503 }
  const unmount = await submitOver(network, FAILED)
  return { network, keys: () => reviewsIn(network).map(({ key }) => key), unmount }
}

beforeAll(() => {
  URL.createObjectURL = () => 'blob:test'
  URL.revokeObjectURL = () => undefined
})
beforeEach(() => replaceUser(MAYA))
afterEach(() => {
  jest.restoreAllMocks()
  replaceUser(undefined)
  localStorage.clear()
})

describe('the form for the first review of a suggested place', () => {
  signInBeforeEach()
  afterEach(() => localStorage.clear())

  it('says that the place is being added, keeps its draft, and names the suggestion when it is sent', async () => {
    const onSent = jest.fn()
    renderApp(
      <LeaveReview
        name="The Brickworks"
        subject={{ aptId: null, landlordId: '', suggestionId: 's1' }}
        label="Write its first review"
        onSent={onSent}
      />,
      { responses: { '/api/new-review': { status: 201, body: 'r1' } } },
    )
    const bodies = recordBodies()
    const open = () => fireEvent.click(screen.getByRole('button', { name: 'Write its first review' }))
    open()
    await fillIn('offquad/drafts/u1/review/suggestion/s1')
    expect(screen.getByText(/^This place is being added\./)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(onSent).not.toHaveBeenCalled()
    open()
    expect(await textBox()).toHaveProperty('value', 'A quiet house with thick walls.')

    submit()

    await waitFor(() => expect(onSent).toHaveBeenCalled())
    expect(bodies).toMatchObject([{ suggestionId: 's1', aptId: null, overallRating: 4 }])
  })
})

describe('LeaveReview', () => {
  it('opens the form as soon as a visitor has signed in, and not when that fails', async () => {
    replaceUser(undefined)
    openNew()
    clickLeave()
    fireEvent.click(await screen.findByRole('button', { name: 'Do not sign in' }))
    expect(await screen.findByText('Failed to login')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()

    clickLeave()
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to leave a review' }))

    expect(await screen.findByRole('dialog', { name: 'Review Gull House' })).toBeTruthy()
  })

  it('asks one step after another on a phone, says what a step lacks, and keeps what is filled in', async () => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(max-width: 600px)',
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    )
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    openNew()
    clickLeave()
    await screen.findByRole('group', { name: 'Rate it' })
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
    expect(screen.getByText('1 of 3')).toBeTruthy()
    choose('Overall', '4 stars, Very good')
    expect(screen.getByText('1 of 3 · 4 fields are missing')).toBeTruthy()

    press('Next')
    const location = screen.getByRole('radiogroup', { name: /^Location/ })
    await waitFor(() => expect(location.contains(document.activeElement)).toBe(true))
    expect(screen.getByText('* These fields are required')).toBeTruthy()
    // Fields of later steps show no errors yet.
    expect(screen.queryByText('* Required')).toBeNull()
    for (const label of ['Location', 'Maintenance', 'Safety', 'Conditions'])
      choose(label, '4 stars, Very good')
    const foot = screen.getByText('1 of 3').parentElement
    expect(foot?.style.getPropertyValue('--reviews-filled')).toMatch(/^33\.3/)
    press('Next')
    expect(screen.getByText('2 of 3 · Bedrooms and Rent still missing')).toBeTruthy()
    press('Back')
    press('Next')
    choose('Bedrooms', '2')
    choose('Rent per person', '$800-1,000')
    press('Next')
    await type('A quiet house with thick walls.')
    press('Back')

    const bedrooms = within(screen.getByRole('radiogroup', { name: /^Bedrooms/ }))
    expect(bedrooms.getByRole('radio', { name: '2' })).toHaveProperty('checked', true)
    press('Next')
    expect(await textBox()).toHaveProperty('value', 'A quiet house with thick walls.')
  })

  it('marks missing fields, focuses the first, and neither sends nor uploads anything', async () => {
    const { calls } = openNew()
    clickLeave()
    await textBox()
    await addPictures('kitchen.png')

    submit()

    // Overall, bedrooms, rent and the text; the four aspects share one message.
    expect(await screen.findAllByText('* Required')).toHaveLength(4)
    expect(screen.getByText('* These fields are required')).toBeTruthy()
    const overall = screen.getByRole('radiogroup', { name: /^Overall/ })
    await waitFor(() => expect(overall.contains(document.activeElement)).toBe(true))
    expect(overall.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(overall)).toBe('* Required')
    expect(calls).toEqual([])
  })

  it('requires 15 characters and clears the message once they are typed', async () => {
    openNew()
    clickLeave()
    await type('Too short.')
    submit()
    expect(await screen.findByText('A minimum of 15 characters is required')).toBeTruthy()

    await type('Not too short any more.')

    expect(screen.queryByText('A minimum of 15 characters is required')).toBeNull()
    // Other missing fields keep their message.
    expect(screen.getByText('* These fields are required')).toBeTruthy()
  })

  it('says what is missing, and begins a sentence about what tenants ask', async () => {
    openNew()
    clickLeave()
    await fillIn()
    await type('Quiet.')
    expect(screen.getByText('Draft saved on this device · Your review still missing')).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: '+ Heating' }))

    expect(await textBox()).toHaveProperty('value', 'Quiet.\nHeating: ')
    expect(document.activeElement).toBe(await textBox())
    // A starter that the form inserted is not a review.
    expect(screen.getByText('Draft saved on this device · Your review still missing')).toBeTruthy()
  })

  it('restores a draft for the user who typed it, and for no one else', async () => {
    const first = openNew()
    clickLeave()
    await type('Half a thought')
    choose('Overall', '4 stars, Very good')
    first.unmount()

    const second = openNew()
    clickLeave()
    expect(await textBox()).toHaveProperty('value', 'Half a thought')
    expect(screen.getByText('14 / 2000')).toBeTruthy()
    second.unmount()

    replaceUser(NOAH)
    openNew()
    clickLeave()
    expect(await textBox()).toHaveProperty('value', '')
  })

  it('asks when the lease was signed, keeps that with the draft, and sends it', async () => {
    const month = () => screen.findByRole('combobox', { name: 'Lease signed in' })
    const first = openNew()
    clickLeave()
    expect(await month()).toHaveProperty('value', '0')
    fireEvent.change(await month(), { target: { value: '10' } })
    first.unmount()

    openNew()
    clickLeave()
    expect(await month()).toHaveProperty('value', '10')
    await fillIn()
    const network: Network = { isOnline: true, calls: [] }
    globalThis.fetch = doubleNetwork(network)
    submit()

    await waitFor(() => expect(reviewsIn(network)).toMatchObject([{ signedMonth: 10 }]))
  })

  it('labels the stars in words, for the hovered and the selected rating', async () => {
    openNew()
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

  it('restores the pictures of a draft in order', async () => {
    const first = openNew()
    clickLeave()
    await type('Half a thought')
    await addPictures('kitchen.png', 'bath.png')
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Move picture 2 to the left' }))
    })
    first.unmount()

    openNew()
    clickLeave()

    await textBox()
    const field = within(screen.getByRole('group', { name: 'Pictures' }))
    const shown = field.getAllByRole('img').map((picture) => picture.getAttribute('alt'))
    expect(shown).toEqual(['bath.png', 'kitchen.png'])
  })

  it('sends a review again with the same idempotency key, also once it is queued', async () => {
    const { network, keys } = await failToSend()

    network.isOnline = false
    submit()
    await screen.findByText(/^You are offline/)
    network.status = 201
    connect(network)

    await waitFor(() => expect(keys()).toHaveLength(2))
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys()[1]).toBe(keys()[0])
  })

  it('sends a review under the same key after a reload, however far it had come before', async () => {
    const { network, keys, unmount } = await failToSend()
    unmount()

    openNew()
    globalThis.fetch = doubleNetwork({ ...network, status: 201 })
    clickLeave()
    await textBox()
    submit()
    await screen.findByText(/^Review submitted!/)

    expect(keys()).toHaveLength(2)
    expect(keys()[1]).toBe(keys()[0])
  })

  it('changes the review that had arrived in other words, although the response was lost', async () => {
    const { network } = await failToSend()
    Object.assign(network, { status: 409, code: 'idempotency-key-used' })
    await type('A quiet house with thin walls.')

    submit()

    await screen.findByText(/^Review submitted!/)
    expect(network.calls.at(-1)).toMatchObject({
      url: '/api/edit-review/r9',
      text: 'A quiet house with thin walls.',
      version: 'v7',
    })
  })

  it('that arrived, although the response was lost, does not replace what its author has made of it since', async () => {
    const network: Network = { isOnline: true, calls: [], status: 201, isLossy: true }
    await submitOver(network, /^You are offline/)
    Object.assign(network, { isLossy: false, status: 409, code: 'idempotency-key-used' })

    fireEvent(window, new Event('online'))

    await screen.findByText(/^Review submitted!/)
    expect(network.calls.map(({ url }) => url)).not.toContain('/api/edit-review/r9')
    expect(localStorage.getItem(DRAFT)).toBeNull()
  })

  it('is the same in every tab, and closes where another one has sent it, which then awaits approval', async () => {
    const waiting = '/api/review/userId/u1/PENDING'
    const Waiting = () => (
      <p>{`Waiting: ${useApi(getUserReviews, { params: { uid: 'u1', status: 'PENDING' } }).data?.length}`}</p>
    )
    const responses: ApiResponses = { [waiting]: { body: [] } }
    openNew(MAYA, responses, <Waiting />)
    await screen.findByText('Waiting: 0')
    clickLeave()
    await type('Half a thought')
    const reviewText = 'Half a thought, and the rest.'

    changeElsewhere((draft) => ({ ...draft, fields: { ...draft.fields, reviewText } }))
    expect(await textBox()).toHaveProperty('value', reviewText)
    responses[waiting] = { body: [buildReview()] }
    changeElsewhere(() => undefined)

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByText('Waiting: 1')
  })

  it('opens empty over the draft of another form', async () => {
    localStorage.setItem(DRAFT, '{"version":1,"idempotencyKey":"k","fields":{"reviewText":7}}')
    openNew()
    clickLeave()

    expect(await textBox()).toHaveProperty('value', '')
    await type('Anew')
    expect(await textBox()).toHaveProperty('value', 'Anew')
  })

  it('opens without its pictures where the browser never opens their store', async () => {
    Object.assign(globalThis, { indexedDB: { open: () => ({}) } })
    const first = openNew()
    clickLeave()
    await type('Half a thought')
    first.unmount()
    changeElsewhere((draft) => ({ ...draft, picturesAt: 1 }))

    openNew()
    clickLeave()

    expect(await textBox()).toHaveProperty('value', 'Half a thought')
    Reflect.deleteProperty(globalThis, 'indexedDB')
  })

  it('is not sent as somebody else, who signs in when the session is over', async () => {
    const network: Network = { isOnline: true, calls: [], status: 401 }
    openNew(NOAH)
    globalThis.fetch = (input, init) =>
      String(input) === '/api/auth/refresh'
        ? Promise.resolve(new Response('{}', { status: 401 }))
        : doubleNetwork(network)(input, init)
    clickLeave()
    await fillIn()
    submit()

    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to leave a review' }))

    expect(await screen.findByText('Sign in as the person who wrote this to send it.')).toBeTruthy()
    expect(reviewsIn(network)).toHaveLength(1)
    expect(await textBox()).toHaveProperty('value', 'A quiet house with thick walls.')
  })

  describe('offline', () => {
    const submitOffline = (network: Network) => submitOver(network, /^You are offline/)

    it('queues the review, closes the form and sends it when back online', async () => {
      const network: Network = { isOnline: false, calls: [] }
      openNew()
      globalThis.fetch = doubleNetwork(network)
      clickLeave()
      await fillIn()
      await addPictures('kitchen.png')

      submit()

      expect(await screen.findByText(/^You are offline. Your review is saved/)).toBeTruthy()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      connect(network)
      expect(
        await screen.findByText('Review submitted! Your review is awaiting approval from the admin.'),
      ).toBeTruthy()
      fireEvent(window, new Event('online'))
      const sent = reviewsIn(network)
      expect(sent).toHaveLength(1)
      expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
      clickLeave()
      expect(await textBox()).toHaveProperty('value', '')
    })

    it('discards the queued review when its author signs out', async () => {
      const network: Network = { isOnline: false, calls: [] }
      await submitOffline(network)
      network.isOnline = true

      await act(() => signOut())
      act(() => replaceUser(MAYA))
      fireEvent(window, new Event('online'))

      await waitFor(() => expect(network.calls.map(({ url }) => url)).toContain('/api/auth/sign-out'))
      expect(reviewsIn(network)).toEqual([])
    })

    it('sends the newest text once, though an older one was queued', async () => {
      const network: Network = { isOnline: false, calls: [] }
      await submitOffline(network)
      clickLeave()
      await type('A quiet house, except for the cellar.')
      network.isOnline = true

      submit()
      await screen.findByText(/^Review submitted!/)
      fireEvent(window, new Event('online'))

      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      const sent = reviewsIn(network)
      expect(sent.map(({ text }) => text)).toEqual(['A quiet house, except for the cellar.'])
    })

    it('is taken back by nothing that is typed after it', async () => {
      const network: Network = { isOnline: false, calls: [] }
      await submitOffline(network)
      clickLeave()
      await type('A quiet house, and then')

      connect(network)
      await screen.findByText(/^Review submitted!/)

      expect(network.calls.map(({ text }) => text)).toContain('A quiet house with thick walls.')
      expect(await textBox()).toHaveProperty('value', 'A quiet house, and then')
    })

    it('restores the draft of a queued review that the server rejects', async () => {
      const network: Network = { isOnline: false, calls: [], status: 400 }
      await submitOffline(network)

      connect(network)

      expect(await screen.findByText(/^Your review of Gull House was not sent/)).toBeTruthy()
      clickLeave()
      expect(await textBox()).toHaveProperty('value', 'A quiet house with thick walls.')
    })
  })
})

const EDIT_CALL = '/api/edit-review/r1'

/** The author's own copy. */
const OWN_COPY: ApiResponses = { '/api/review-by-id/r1': { body: buildReview({ userId: MAYA.uid }) } }

/** @param shown the review as lists show it to everyone */
function openEdit(responses: ApiResponses, shown = buildReview({ bedrooms: 0, userId: 'anonymous' })) {
  const onClose = jest.fn()
  // Added to the given object, which tests change later.
  const result = renderApp(
    <>
      <EditReview review={shown} onClose={onClose} />
      <ToastHost />
    </>,
    { responses: Object.assign(responses, { ...OWN_COPY, ...responses }) },
  )
  return { ...result, onClose }
}

describe('EditReview', () => {
  it('asks whether to go on with an abandoned edit of a review that has changed since', async () => {
    const first = openEdit({})
    await type('Quiet building, at least on Sundays.')
    first.unmount()
    const changed: ApiResponses = {
      '/api/review-by-id/r1': {
        body: buildReview({ userId: MAYA.uid, reviewText: 'Loud since the spring.' }),
      },
      [EDIT_CALL]: { body: buildReview() },
    }

    const second = openEdit({ ...changed })
    expect(await screen.findByText(/has changed since you began to edit it/)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Continue with it' }))
    expect(await textBox()).toHaveProperty('value', 'Quiet building, at least on Sundays.')
    second.unmount()

    openEdit({
      ...changed,
      '/api/review-by-id/r1': { body: buildReview({ userId: MAYA.uid, reviewText: 'Quiet again.' }) },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Discard it' }))
    expect(await textBox()).toHaveProperty('value', 'Quiet again.')
  })

  it('asks whether to go on when the review has changed while it was edited', async () => {
    const responses: ApiResponses = {
      '/api/review-by-id/r1': { body: buildReview({ userId: MAYA.uid, version: 'v1' }) },
      [EDIT_CALL]: { status: 409, code: 'review-changed', detail: 'What has changed: the text.' },
    }
    openEdit(responses)
    await type('Quiet building, at least on Sundays.')
    Object.assign(responses, {
      '/api/review-by-id/r1': {
        body: buildReview({ userId: MAYA.uid, version: 'v2', reviewText: 'Loud since the spring.' }),
      },
    })
    const sent = recordBodies(EDIT_CALL)

    submit()
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with it' }))
    expect(await textBox()).toHaveProperty('value', 'Quiet building, at least on Sundays.')
    Object.assign(responses, { [EDIT_CALL]: { body: buildReview({ status: 'PENDING' }) } })
    submit()

    await screen.findByText(/^Review successfully edited!/)
    expect(sent).toMatchObject([{ version: 'v1' }, { version: 'v2' }])
  })

  it('has the bedrooms that lists hide, sends the edit and says that it awaits approval', async () => {
    const { calls, onClose } = openEdit({ [EDIT_CALL]: { body: buildReview({ status: 'PENDING' }) } })
    expect(await textBox()).toHaveProperty('value', 'Quiet building, decent people.')
    const bedrooms = within(screen.getByRole('radiogroup', { name: /^Bedrooms/ }))
    expect(bedrooms.getByRole('radio', { name: '2' })).toHaveProperty('checked', true)
    await type('Quiet building, indecent neighbours.')

    submit()

    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(calls).toContain(EDIT_CALL)
    expect(
      await screen.findByText(
        'Review successfully edited! Your updated review is now pending approval from the admin.',
      ),
    ).toBeTruthy()
  })

  it('takes back when the lease was signed', async () => {
    openEdit({ '/api/review-by-id/r1': { body: buildReview({ userId: MAYA.uid, signedMonth: 3 }) } })
    const network: Network = { isOnline: true, calls: [] }
    const month = await screen.findByRole('combobox', { name: 'Lease signed in' })
    expect(month).toHaveProperty('value', '3')
    globalThis.fetch = doubleNetwork(network)

    fireEvent.change(month, { target: { value: '0' } })
    submit()

    await waitFor(() => expect(network.calls).toMatchObject([{ url: EDIT_CALL, signedMonth: 0 }]))
  })

  it('keeps the draft until the edit is sent', async () => {
    const responses: ApiResponses = { [EDIT_CALL]: { status: 503 } }
    const first = openEdit(responses)
    await textBox()
    expect(screen.queryByText(/Draft saved/)).toBeNull()
    await type('Quiet building, indecent neighbours.')
    expect(screen.getByText('Draft saved on this device')).toBeTruthy()
    submit()
    expect(await screen.findByText(FAILED)).toBeTruthy()
    expect(await textBox()).toHaveProperty('value', 'Quiet building, indecent neighbours.')
    first.unmount()

    const second = openEdit({ [EDIT_CALL]: { body: buildReview() } })
    expect(await textBox()).toHaveProperty('value', 'Quiet building, indecent neighbours.')
    submit()
    await waitFor(() => expect(second.onClose).toHaveBeenCalled())
    second.unmount()

    openEdit({})
    expect(await textBox()).toHaveProperty('value', 'Quiet building, decent people.')
  })

  it.each([
    ['deleted', { status: 404, code: 'review-not-found' }, /has been deleted/],
    ['reported', { status: 409, code: 'wrong-review-status' }, /was reported/],
  ])(
    'says that the review was %s while it was edited, instead of asking to try again',
    async (_how, response, said) => {
      openEdit({ [EDIT_CALL]: response })
      await textBox()

      submit()

      expect(await screen.findByText(said)).toBeTruthy()
      expect(screen.queryByText(FAILED)).toBeNull()
    },
  )

  it('shows a validation error of the server until that field changes', async () => {
    const message = 'This review contains profanity. Please edit it and try again.'
    openEdit({ [EDIT_CALL]: { status: 400, errors: [{ field: 'reviewText', message }] } })
    await textBox()
    submit()
    expect(await screen.findByText(message)).toBeTruthy()
    const box = await textBox()
    expect(document.getElementById(box.getAttribute('aria-describedby')?.split(' ')[0] ?? '')).toBe(
      screen.getByText(message),
    )
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(screen.queryByText(FAILED)).toBeNull()
    // The draft was not there when the form was opened.
    expect(screen.queryByText(/This is what you typed before/)).toBeNull()

    choose('Overall', '2 stars, Fair')
    expect(screen.getByText(message)).toBeTruthy()
    await type('A quiet building with decent people.')

    expect(screen.queryByText(message)).toBeNull()
  })

  it('uploads a picture once, however often the review is submitted, and forgets the error of before', async () => {
    const responses: ApiResponses = {
      '/api/photos': { body: { id: 'p1', url: '/api/photos/p1' } },
      [EDIT_CALL]: { status: 503 },
    }
    const { calls, onClose } = openEdit(responses)
    await textBox()
    await addPictures('kitchen.png')
    submit()
    await screen.findByText(FAILED)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', false),
    )
    responses[EDIT_CALL] = { body: buildReview() }

    submit()

    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(calls.filter((url) => url === '/api/photos')).toHaveLength(1)
    expect(calls.filter((url) => url === EDIT_CALL)).toHaveLength(2)
    await waitFor(() => expect(screen.queryByText(FAILED)).toBeNull())
  })

  it('names the file that is not a picture, keeps the input and shows no other error', async () => {
    const responses: ApiResponses = {
      '/api/photos': { status: 415, detail: 'This file is not a picture that can be shown.' },
      [EDIT_CALL]: { body: buildReview() },
    }
    const { calls } = openEdit(responses)
    await type('A quiet building with decent people.')
    await addPictures('kitchen.png')

    submit()

    const message = 'kitchen.png: This file is not a picture that can be shown.'
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByText(FAILED)).toBeNull()
    expect(await textBox()).toHaveProperty('value', 'A quiet building with decent people.')
    expect(calls).not.toContain(EDIT_CALL)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Remove picture 1' })))
    expect(screen.queryByText(message)).toBeNull()
  })
})
