import { reviewSuggestionSlot } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import { type ContactRequest, provideSlot, requestContact, useContactRequest } from '@offquad/web-kit'
import {
  MAYA,
  recordIdempotencyKeys,
  renderApp,
  replaceUser,
  signInBeforeEach,
  SignInDouble,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { ContactModal } from './contact-modal'

/** Renders the form as the shell does while contact is requested. */
function Host() {
  const { request } = useContactRequest()
  return (
    <>
      {request ? <ContactModal {...request} /> : <p>Closed</p>}
      <SignInDouble />
      <ToastHost />
    </>
  )
}

function open(props: Partial<ContactRequest> = {}, responses: Parameters<typeof renderApp>[1] = {}) {
  requestContact({ view: 'choice', ...props })
  return renderApp(<Host />, responses)
}
const isClosed = () => screen.queryByText('Closed') !== null
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })

/** Holds the next response of a call. @returns a function that sends it, once it is awaited */
function holdNext(path: string): (body: unknown) => Promise<void> {
  const { fetch } = globalThis
  let resolve: ((response: Response) => void) | undefined
  globalThis.fetch = (input, init) =>
    String(input).endsWith(path) ? new Promise((hand) => (resolve = hand)) : fetch(input, init)
  return async (body) => {
    await waitFor(() => expect(resolve).toBeDefined())
    const json = { ok: true, status: 201, json: () => Promise.resolve(body) }
    act(() => resolve?.(json as Response))
  }
}

describe('the contact form', () => {
  signInBeforeEach()
  afterEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })

  it('opens on a choice, to which Back returns, and keeps the focus inside', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: /Ask us a question/ }))
    expect(await screen.findByRole('textbox', { name: /Message/ })).toBeTruthy()
    const back = screen.getByRole('button', { name: /Back/ })
    expect(document.activeElement).toBe(back)

    fireEvent.click(back)

    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Can’t find your apartment/ }))
  })

  it('prefills the apartment form with the search that found nothing', async () => {
    open({ view: 'apartment', apartmentName: 'Gull House' })

    expect(await screen.findByRole('textbox', { name: /Name of the apartment/ })).toHaveProperty(
      'value',
      'Gull House',
    )
  })

  it('marks missing fields and sends nothing', async () => {
    const { calls } = open({ view: 'question' })
    await screen.findByRole('textbox', { name: /Message/ })

    submit()

    expect(screen.getByText('This field is required')).toBeTruthy()
    const message = screen.getByRole('textbox', { name: /Message/ })
    expect(message.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(message))
    expect(calls).toEqual([])
    expect(isClosed()).toBe(false)
  })

  it.each([
    ['question', /Message/],
    ['apartment', /Address/],
  ] as const)(
    'keeps what was typed into the form of %s when it closes, until that is discarded',
    async (view, label) => {
      const first = open({ view })
      await screen.findByRole('textbox', { name: label })
      type(label, 'Ten minutes of typing')
      fireEvent.click(screen.getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(isClosed()).toBe(true))
      act(() => requestContact({ view }))

      expect(await screen.findByRole('textbox', { name: label })).toHaveProperty(
        'value',
        'Ten minutes of typing',
      )
      fireEvent.click(screen.getByRole('button', { name: 'Discard it' }))

      expect(screen.getByRole('textbox', { name: label })).toHaveProperty('value', '')
      first.unmount()
    },
  )

  it('knows the address of the user, sends what was typed once, and then forgets it', async () => {
    const first = open({ view: 'question' }, { responses: { '/api/add-contact-question': { body: 'q1' } } })
    await screen.findByRole('textbox', { name: /Message/ })
    expect(screen.getByRole('textbox', { name: /Testville Email/ })).toHaveProperty('value', MAYA.email)
    type(/Message/, 'Is the heating included?')
    submit()
    await waitFor(() => expect(isClosed()).toBe(true))
    expect(first.calls).toEqual(['/api/add-contact-question'])
    act(() => requestContact({ view: 'question' }))

    expect(await screen.findByRole('textbox', { name: /Message/ })).toHaveProperty('value', '')
    first.unmount()
  })

  it.each(['stays open', 'was closed and opened again'])(
    'keeps what is typed while it sends, in a form that %s',
    async (state) => {
      const first = open({ view: 'question' })
      await screen.findByRole('textbox', { name: /Message/ })
      type(/Message/, 'Is the heating included?')
      const answer = holdNext('/api/add-contact-question')
      submit()
      if (state !== 'stays open') {
        fireEvent.click(screen.getByRole('button', { name: 'Close' }))
        await waitFor(() => expect(isClosed()).toBe(true))
        act(() => requestContact({ view: 'question' }))
        await screen.findByRole('textbox', { name: /Message/ })
      }
      type(/Message/, 'Is the heating included? And the water?')

      await answer('q1')

      await waitFor(() => expect(isClosed()).toBe(true))
      act(() => requestContact({ view: 'question' }))
      expect(await screen.findByRole('textbox', { name: /Message/ })).toHaveProperty(
        'value',
        'Is the heating included? And the water?',
      )
      first.unmount()
    },
  )

  it('leads from a sent apartment to its first review, also when it is opened again', async () => {
    /** A stub of mfe-reviews. */
    const reviews = {
      routes: [],
      slots: provideSlot(reviewSuggestionSlot, ({ suggestionId, name }) => (
        <button>
          Review {name} ({suggestionId})
        </button>
      )),
    }
    const responses = { '/api/add-pending-building': { body: 's1' } }
    open({ view: 'apartment', apartmentName: 'Gull House' }, { responses, remotes: { reviews } })
    await screen.findByRole('textbox', { name: /Name of the apartment/ })

    submit()

    const review = { name: 'Review Gull House (s1)' }
    await screen.findByRole('button', review)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement?.textContent).toMatch(/^You suggested Gull House\./)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(isClosed()).toBe(true))
    act(() => requestContact({ view: 'apartment' }))
    expect(await screen.findByRole('button', review)).toBeTruthy()
    expect(await screen.findByRole('textbox', { name: /Name of the apartment/ })).toHaveProperty('value', '')
  })

  it('shows what a visitor suggests to the user who signs in to send it, and to no one after', async () => {
    replaceUser(undefined)
    const reviews = { routes: [], slots: provideSlot(reviewSuggestionSlot, () => <button>Review it</button>) }
    const responses = { '/api/add-pending-building': { body: 's1' } }
    open({ view: 'apartment', apartmentName: 'Gull House' }, { responses, remotes: { reviews } })
    await screen.findByRole('textbox', { name: /Name of the apartment/ })

    submit()
    fireEvent.click(await screen.findByRole('button', { name: /Sign in to/ }))
    expect(await screen.findByText(/^You suggested/)).toBeTruthy()
    act(() => replaceUser(undefined))

    expect(screen.queryByText(/^You suggested/)).toBeNull()
  })

  it.each([
    { what: 'a question', view: 'question', path: '/api/add-contact-question', label: /Message/ },
    { what: 'an apartment', view: 'apartment', path: '/api/add-pending-building', label: /Address/ },
  ] as const)(
    'keeps $what when sending fails, and sends it again with the same idempotency key',
    async ({ view, path, label }) => {
      open({ view, apartmentName: 'Gull House' }, { responses: { [path]: { status: 503 } } })
      const keys = recordIdempotencyKeys(path)
      await screen.findByRole('textbox', { name: label })
      type(label, '1 Gull Lane')

      for (const attempt of [1, 2]) {
        submit()
        await waitFor(() => expect(keys).toHaveLength(attempt))
        await waitFor(() =>
          expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', false),
        )
      }

      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
      expect(keys[1]).toBe(keys[0])
      expect(screen.getByRole('textbox', { name: label })).toHaveProperty('value', '1 Gull Lane')
    },
  )

  it('shows a validation error of the server beside its field, and no other error', async () => {
    const message = 'This contains profanity. Please edit it and try again.'
    open(
      { view: 'question' },
      { responses: { '/api/add-contact-question': { status: 400, errors: [{ field: 'msg', message }] } } },
    )
    await screen.findByRole('textbox', { name: /Message/ })
    type(/Message/, 'Something rude.')

    submit()

    await screen.findByText(message)
    const box = screen.getByRole('textbox', { name: /Message/ })
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message)
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(screen.queryByText('Error submitting form. Please try again.')).toBeNull()
    type(/Message/, 'Something kind.')
    expect(screen.queryByText(message)).toBeNull()
  })

  it('names the file that is not a picture and keeps the others', async () => {
    URL.createObjectURL = () => 'blob:test'
    URL.revokeObjectURL = () => undefined
    open(
      { view: 'apartment', apartmentName: 'Gull House' },
      { responses: { '/api/photos': { status: 415, detail: 'This file is not a picture.' } } },
    )
    const input = await screen.findByLabelText('Pictures', { selector: 'input' })
    const files = ['front.png', 'back.png'].map((name) => new File([name], name, { type: 'image/png' }))
    fireEvent.change(input, { target: { files } })

    submit()

    await screen.findByText('front.png: This file is not a picture.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('img', { name: 'back.png' })).toBeTruthy()
    expect(screen.queryByText('Error submitting form. Please try again.')).toBeNull()
  })
})
