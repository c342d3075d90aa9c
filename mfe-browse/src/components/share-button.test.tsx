import { ToastHost } from '@offquad/ui'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { ShareButton } from './share-button'

const URL_OF_PAGE = 'http://localhost/search?q=lane'

function give(capabilities: { share?: jest.Mock; clipboard?: { writeText: jest.Mock } }): void {
  for (const [name, value] of Object.entries(capabilities))
    Object.defineProperty(navigator, name, { value, configurable: true })
}

async function share(path?: string): Promise<void> {
  render(
    <>
      <ShareButton title="Gull House" path={path} />
      <ToastHost />
    </>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Share' })))
}

beforeEach(() => history.replaceState(null, '', '/search?q=lane'))
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'clipboard')
})

describe('the button that shares', () => {
  it("opens the device's menu, which may be closed without more", async () => {
    const menu = jest.fn().mockRejectedValue(new DOMException('closed', 'AbortError'))
    give({ share: menu })

    await share('/apartment/7')

    expect(menu).toHaveBeenCalledWith({ title: 'Gull House', url: 'http://localhost/apartment/7' })
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('copies the link of the page as it is, and says so', async () => {
    const writeText = jest.fn().mockResolvedValue(undefined)
    give({ clipboard: { writeText } })

    await share()

    expect(writeText).toHaveBeenCalledWith(URL_OF_PAGE)
    expect(screen.getByText('Link copied')).toBeTruthy()
  })

  it('shows the link, selected, where it may not copy it', async () => {
    give({ clipboard: { writeText: jest.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError')) } })

    await share()

    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
    fireEvent.focus(field)
    expect(field.value).toBe(URL_OF_PAGE)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, URL_OF_PAGE.length])
  })
})
