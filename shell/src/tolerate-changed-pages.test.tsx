import { translatePage } from '@offquad/web-kit/testing'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { tolerateChangedPages } from './tolerate-changed-pages'

const original = Object.getOwnPropertyDescriptors(Node.prototype)

function Part() {
  const [isOpen, setIsOpen] = useState(false)
  const [times, setTimes] = useState(0)
  const toggle = () => {
    setIsOpen(!isOpen)
    setTimes(times + 1)
  }
  return (
    <p>
      {isOpen && <b>open</b>}
      {isOpen ? null : 'closed'} <button onClick={toggle}>Toggle</button>
      {times} times
    </p>
  )
}

/** Wraps text as an extension does that marks words. */
function wrap(): void {
  const text = document.querySelector('p')?.firstChild
  const mark = document.createElement('mark')
  text?.replaceWith(mark)
  if (text) mark.append(text)
}

describe('a page that others change', () => {
  beforeEach(() => tolerateChangedPages())
  afterEach(() => {
    const { removeChild, insertBefore, nodeValue } = original
    Object.defineProperties(Node.prototype, { removeChild, insertBefore, nodeValue })
  })

  it.each([
    ['translated', translatePage],
    ['with a word wrapped', wrap],
  ])('goes on to work %s', (_how, change) => {
    render(<Part />)
    change()

    fireEvent.click(screen.getByRole('button'))
    expect(screen.getByText('open')).toBeTruthy()
    expect(document.body.textContent).not.toContain('closed')
    expect(document.body.textContent).toContain('1 times')
    fireEvent.click(screen.getByRole('button'))

    expect(screen.queryByText('open')).toBeNull()
    expect(screen.getByRole('button')).toBeTruthy()
  })
})
