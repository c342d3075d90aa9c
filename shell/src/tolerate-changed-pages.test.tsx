import { translatePage } from '@offquad/web-kit/testing'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { tolerateChangedPages } from './tolerate-changed-pages'

const original = { removeChild: Node.prototype.removeChild, insertBefore: Node.prototype.insertBefore }

function Part() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <p>
      {isOpen && <b>open</b>}
      {isOpen ? null : 'closed'} <button onClick={() => setIsOpen(!isOpen)}>Toggle</button>
    </p>
  )
}

/** As an extension that marks words. */
function wrap(): void {
  const text = document.querySelector('p')?.firstChild
  const mark = document.createElement('mark')
  text?.replaceWith(mark)
  if (text) mark.append(text)
}

describe('a page that others change', () => {
  beforeEach(() => tolerateChangedPages())
  afterEach(() => Object.assign(Node.prototype, original))

  it.each([
    ['translated', translatePage],
    ['with a word wrapped', wrap],
  ])('goes on to work %s', (_how, change) => {
    render(<Part />)
    change()

    fireEvent.click(screen.getByRole('button'))
    expect(screen.getByText('open')).toBeTruthy()
    fireEvent.click(screen.getByRole('button'))

    expect(screen.queryByText('open')).toBeNull()
    expect(screen.getByRole('button')).toBeTruthy()
  })
})
