import { EARLY_CLICKS } from '@offquad/contracts'
import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { takeEarlyInput } from './early-input'

function Search() {
  const [text, setText] = useState('')
  const [count, setCount] = useState(0)
  return (
    <>
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <button onClick={() => setCount((before) => before + 1)}>Count</button>
      <output>{`${text} ${count}`}</output>
    </>
  )
}

it('what a visitor typed and clicked before a page was hydrated is not lost', async () => {
  const container = document.createElement('div')
  container.innerHTML = '<input aria-label="Text" value=""/><button>Count</button><output> 0</output>'
  document.body.replaceChildren(container)
  const [input, button] = [container.querySelector('input'), container.querySelector('button')]
  if (input) input.value = 'gorge'
  Object.assign(window, { [EARLY_CLICKS]: [button, button] })

  const repeat = takeEarlyInput(container)
  await act(async () => {
    hydrateRoot(container, <Search />)
    repeat()
  })

  expect(container.querySelector('output')?.textContent).toBe('gorge 2')
  expect(input?.value).toBe('gorge')
  expect(Reflect.get(window, EARLY_CLICKS)).toBeUndefined()
})
