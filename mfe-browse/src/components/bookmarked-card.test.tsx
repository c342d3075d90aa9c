import { saveToggleSlot } from '@offquad/contracts'
import { ToastHost } from '@offquad/ui'
import { defineRemote, provideSlot } from '@offquad/web-kit'
import { MAYA, type Remotes, renderApp, replaceUser } from '@offquad/web-kit/testing'
import { buildListing } from '@offquad/web-kit/testing/build'
import { fireEvent, screen } from '@testing-library/react'
import { BookmarkedCard } from './bookmarked-card'

const pressed = jest.fn<void, [string]>()
const account = defineRemote({
  routes: [],
  slots: provideSlot(saveToggleSlot, ({ name, isOnPicture }) => (
    <button onClick={() => pressed(name)}>{isOnPicture ? `Bookmark of ${name}` : 'A wide button'}</button>
  )),
})

const open = (remotes: Remotes) =>
  renderApp(
    <>
      {['Gull House', 'Tern House'].map((name) => (
        <BookmarkedCard key={name} listing={buildListing({ id: name, name })} />
      ))}
      <ToastHost />
    </>,
    { remotes },
  )
const drawn = () => screen.getByRole('button', { name: 'Save: Gull House' })

describe('the bookmark of a card', () => {
  beforeEach(() => {
    pressed.mockClear()
    Object.assign(window, {
      requestIdleCallback: (callback: () => void) => setTimeout(callback),
      cancelIdleCallback: clearTimeout,
    })
  })
  afterEach(() => replaceUser(undefined))

  it('is only drawn for a visitor until it is pressed, which then counts', async () => {
    const load = jest.fn(() => Promise.resolve(account))
    open({ account: load })
    expect(load).not.toHaveBeenCalled()
    drawn().focus()

    fireEvent.click(drawn())

    expect(await screen.findByText('Bookmark of Gull House')).toBe(document.activeElement)
    expect(pressed.mock.calls).toEqual([['Gull House']])
    expect(screen.getByRole('button', { name: 'Save: Tern House' })).toBeTruthy()
  })

  it('says so when its code cannot be loaded', async () => {
    open({ account: () => Promise.reject(new Error('offline')) })

    fireEvent.click(drawn())

    expect(await screen.findByText('Error with saving apartment')).toBeTruthy()
    expect(drawn()).toBeTruthy()
  })

  it('is there on all cards of a user once the page is idle, unpressed, and keeps the focus', async () => {
    replaceUser(MAYA)
    open({ account: () => Promise.resolve(account) })
    drawn().focus()

    expect(await screen.findByText('Bookmark of Gull House')).toBe(document.activeElement)
    expect(screen.getByText('Bookmark of Tern House')).toBeTruthy()
    expect(pressed).not.toHaveBeenCalled()
  })
})
