import { act, fireEvent, render, screen } from '@testing-library/react'
import { lazyComponent } from './lazy-component'

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>

describe('a component that is loaded when it is first rendered', () => {
  it('shows its placeholder until then, and is rendered immediately afterwards', async () => {
    const load = jest.fn(() => Promise.resolve(Greeting))
    const Lazy = lazyComponent(load, { Placeholder: ({ name }) => <p>Wait, {name}</p> })
    expect(load).not.toHaveBeenCalled()

    const { unmount } = render(<Lazy name="Maya" />)
    expect(screen.getByText('Wait, Maya')).toBeTruthy()
    expect(await screen.findByText('Hello, Maya')).toBeTruthy()
    unmount()
    render(<Lazy name="Jo" />)

    expect(screen.getByText('Hello, Jo')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(1)
  })

  function failingOnce() {
    const loads = [() => Promise.reject(new Error('no answer')), () => Promise.resolve(Greeting)]
    return lazyComponent(() => loads.shift()?.() ?? Promise.reject(new Error('loaded too often')), {
      label: 'The greeting',
    })
  }

  it('is loaded again when the visitor asks for it, and only its own place says that it failed', async () => {
    const Lazy = failingOnce()
    render(
      <>
        <h1>The page</h1>
        <Lazy name="Maya" />
      </>,
    )

    expect(await screen.findByText('The greeting cannot be loaded right now.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('Hello, Maya')).toBeTruthy()
  })

  it('is loaded again at its next use', async () => {
    const Lazy = failingOnce()
    const { unmount } = render(<Lazy name="Maya" />)
    await screen.findByText('The greeting cannot be loaded right now.')
    unmount()

    await act(async () => render(<Lazy name="Jo" />))

    expect(await screen.findByText('Hello, Jo')).toBeTruthy()
  })
})
