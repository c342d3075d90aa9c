import { renderApp, signInBeforeEach } from '@offquad/web-kit/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { AddressForm } from './address-form'

const OAK = { label: '1 Oak Street', latitude: 42.44, longitude: -76.48 }
const ELM = { label: '2 Elm Street', latitude: 42.45, longitude: -76.49 }

function open() {
  const onAdd = jest.fn(() => Promise.resolve(true))
  renderApp(<AddressForm onAdd={onAdd} />)
  const respondTo: ((matches: (typeof OAK)[]) => void)[] = []
  globalThis.fetch = () =>
    new Promise((resolve) =>
      respondTo.push((items) => resolve(new Response(JSON.stringify({ items }), { status: 200 }))),
    )
  return {
    onAdd,
    /** Responds to the look-up with this index. */
    respond: (index: number, ...matches: (typeof OAK)[]) => act(async () => respondTo[index]?.(matches)),
  }
}

const type = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value } })
const lookUp = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /Look up/ })))

describe('the form for an address', () => {
  signInBeforeEach()

  it('adds what was found by the text that was looked up', async () => {
    const { onAdd, respond } = open()
    type('1 oak st')
    await lookUp()
    await respond(0, OAK)

    fireEvent.click(await screen.findByRole('button', { name: 'Add' }))

    expect(onAdd).toHaveBeenCalledWith({ name: '1 oak st', latitude: 42.44, longitude: -76.48 })
    await screen.findByDisplayValue('')
  })

  it('shows nothing for a text that was edited since', async () => {
    const { respond } = open()
    type('1 oak st')
    await lookUp()

    type('2 elm st')
    await respond(0, OAK)

    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  })

  it('looks up the edited text at once, whichever response comes first', async () => {
    const { onAdd, respond } = open()
    type('1 oak st')
    await lookUp()
    type('2 elm st')
    await lookUp()

    await respond(1, ELM)
    await respond(0, OAK)

    fireEvent.click(await screen.findByRole('button', { name: 'Add' }))
    expect(onAdd).toHaveBeenCalledWith({ name: '2 elm st', latitude: 42.45, longitude: -76.49 })
    await screen.findByDisplayValue('')
  })
})
