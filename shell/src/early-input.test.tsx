import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { EARLY_CLICKS } from './early/marks'
import { takeEarlyInput } from './early-input'

function Search() {
  const [text, setText] = useState('')
  const [order, setOrder] = useState('new')
  const [count, setCount] = useState(0)
  return (
    <>
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <button onClick={() => setCount((before) => before + 1)}>Count</button>
      <select aria-label="Sort by" value={order} onChange={({ target }) => setOrder(target.value)}>
        <option value="new">Newest</option>
        <option value="old">Oldest</option>
      </select>
      <output>{`${text} ${order} ${count}`}</output>
    </>
  )
}

it('what a visitor typed, chose and clicked before a page was hydrated is not lost', async () => {
  const container = document.createElement('div')
  container.innerHTML =
    '<input aria-label="Text" value=""/><button>Count</button>' +
    '<select aria-label="Sort by"><option value="new" selected="">Newest</option><option value="old">Oldest</option></select>' +
    '<output> new 0</output>'
  document.body.replaceChildren(container)
  const [input, button] = [container.querySelector('input'), container.querySelector('button')]
  const select = container.querySelector('select')
  if (input) input.value = 'gorge'
  if (select) select.value = 'old'
  Object.assign(window, { [EARLY_CLICKS]: [button, button] })

  const repeat = takeEarlyInput(container)
  await act(async () => {
    hydrateRoot(container, <Search />)
    repeat()
  })

  expect(container.querySelector('output')?.textContent).toBe('gorge old 2')
  expect(input?.value).toBe('gorge')
  expect(select?.value).toBe('old')
  expect(Reflect.get(window, EARLY_CLICKS)).toBeUndefined()
})
