import { act, fireEvent, render, screen } from '@testing-library/react'
import { MapView } from './map-when-seen'

let loads = 0
let failures = 0
jest.mock('./map-view', () => {
  loads += 1
  if (failures-- > 0) throw new Error('no response')
  return { MapView: ({ label }: { label: string }) => <p>The map of {label}</p> }
})

/** Reports the map as being in the window. */
let see: () => void
beforeEach(() => {
  globalThis.IntersectionObserver = class {
    constructor(report: IntersectionObserverCallback) {
      see = () => report([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
    }
    observe() {}
    disconnect() {}
  } as never
})

const open = () =>
  render(
    <MapView label="Ithaca" center={{ latitude: 0, longitude: 0 }} pins={[]} onPinOpen={() => undefined} />,
  )

describe('a map', () => {
  it('is loaded when it is in the window, once for the page, and again after a failure', async () => {
    failures = 1
    const { unmount } = open()
    await act(async () => undefined)
    expect(loads).toBe(0)

    act(() => see())
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('The map of Ithaca')).toBeTruthy()
    unmount()
    open()
    act(() => see())

    expect(screen.getByText('The map of Ithaca')).toBeTruthy()
    expect(loads).toBe(2)
  })
})
