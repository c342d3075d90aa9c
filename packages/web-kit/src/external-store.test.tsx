import { act, render } from '@testing-library/react'
import { createExternalStore, useExternalStore } from './external-store'

interface Settings {
  theme: string
  volume: number
}

describe('an external store', () => {
  it('renders a reader of one part only when that part changes', () => {
    const store = createExternalStore<Settings>({ theme: 'dark', volume: 1 })
    let renders = 0
    function Theme() {
      renders += 1
      return useExternalStore(store, ({ theme }) => theme)
    }
    render(<Theme />)

    act(() => store.set({ theme: 'dark', volume: 2 }))
    expect(renders).toBe(1)
    act(() => store.set({ theme: 'light', volume: 2 }))
    expect(renders).toBe(2)
  })

  it('no longer notifies a subscriber that has unsubscribed', () => {
    const store = createExternalStore(0)
    const listener = jest.fn()

    store.subscribe(listener)()
    store.set(1)

    expect(listener).not.toHaveBeenCalled()
  })
})
