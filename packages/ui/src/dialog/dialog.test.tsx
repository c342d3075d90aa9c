import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from './dialog'

const mockShown = jest.fn<void, [boolean]>()
jest.mock('./prepare-overlays', () => ({
  prepareOverlays: () => undefined,
  loadOverlays: async () => ({
    Modal({ open }: { open: boolean }) {
      mockShown(open)
    },
  }),
}))

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button onClick={() => setIsOpen(!isOpen)}>Report</button>
      <Dialog title="Report" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p>Why?</p>
      </Dialog>
    </>
  )
}

it('a dialog is rendered after the click that opens it has been handled', async () => {
  render(<Page />)
  const button = screen.getByRole('button')
  await act(async () => button.click())
  await act(async () => button.click())
  expect(mockShown).toHaveBeenLastCalledWith(false)

  act(() => {
    flushSync(() => button.click())
    expect(mockShown).toHaveBeenLastCalledWith(false)
  })

  expect(mockShown).toHaveBeenLastCalledWith(true)
})
