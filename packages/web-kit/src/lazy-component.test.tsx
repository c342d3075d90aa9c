import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { lazyComponent } from './lazy-component'

class Boundary extends Component<{ children: ReactNode }, { failure?: string }> {
  override state: { failure?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ failure: error.message })
  override render = () => this.state.failure ?? this.props.children
}

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>

describe('a component that is loaded when it is first rendered', () => {
  it('is empty until then, and rendered immediately afterwards', async () => {
    const load = jest.fn(() => Promise.resolve(Greeting))
    const Lazy = lazyComponent(load)
    expect(load).not.toHaveBeenCalled()

    const { container, unmount } = render(<Lazy name="Maya" />)
    expect(container.textContent).toBe('')
    await act(async () => undefined)
    expect(screen.getByText('Hello, Maya')).toBeTruthy()
    unmount()
    render(<Lazy name="Jo" />)

    expect(screen.getByText('Hello, Jo')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('throws when it cannot be loaded, and tries again when it is mounted again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const loads = [() => Promise.reject(new Error('no answer')), () => Promise.resolve(Greeting)]
    const Lazy = lazyComponent(() => loads.shift()?.() ?? Promise.reject(new Error('loaded too often')))
    const page = (key: number) => (
      <Boundary key={key}>
        <Lazy name="Maya" />
      </Boundary>
    )

    const { rerender } = render(page(1))
    expect(await screen.findByText('no answer')).toBeTruthy()
    rerender(page(2))

    expect(await screen.findByText('Hello, Maya')).toBeTruthy()
    jest.restoreAllMocks()
  })
})
