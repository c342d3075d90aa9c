import { Type } from 'typebox'
import { storedValue } from './stored-value'

const KEY = 'offquad/test'
const list = () => storedValue(KEY, Type.Array(Type.String()))

/** Stores a value as another tab does. */
function storeElsewhere(text: string | null): void {
  if (text === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, text)
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: text }))
}

describe('a value that the browser stores', () => {
  afterEach(() => {
    jest.restoreAllMocks()
    localStorage.clear()
  })

  it('is the same until it changes, and found by the next page', () => {
    const value = list()
    expect(value.get()).toBeUndefined()

    value.set(['a'])

    expect(value.get()).toBe(value.get())
    expect(list().get()).toEqual(['a'])
    value.set(undefined)
    expect(list().get()).toBeUndefined()
  })

  it('follows other tabs', () => {
    const value = list()
    const seen: unknown[] = []
    const stop = value.subscribe(() => seen.push(value.get()))

    storeElsewhere('["b"]')
    value.set(['c'])
    storeElsewhere(null)
    stop()
    storeElsewhere('["d"]')

    expect(seen).toEqual([['b'], ['c'], undefined])
  })

  it.each(['{', '7', '[1]', '{"length":0}'])('is none where %s is stored', (text) => {
    localStorage.setItem(KEY, text)

    expect(list().get()).toBeUndefined()
  })

  it.each(['getItem', 'setItem'] as const)('is known to the page where %s fails', (method) => {
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new Error('blocked')
    })
    const value = list()

    value.set(['a'])

    expect(value.get()).toEqual(['a'])
  })
})
