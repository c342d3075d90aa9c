import { createByteLru } from './byte-lru'

describe('a map with a share of memory', () => {
  it('forgets what was not used for longest', () => {
    const lru = createByteLru<number>(20_000)
    for (const key of ['a', 'b', 'c', 'd']) lru.set(key, 1, 3000)
    lru.get('a')

    lru.set('e', 1, 3000)

    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => lru.get(key) !== undefined)).toEqual([
      'a',
      'c',
      'd',
      'e',
    ])
    expect(lru.bytes).toBeLessThanOrEqual(20_000)
  })

  it('is bounded by bytes also when the values are tiny', () => {
    const lru = createByteLru<number>(20_000)

    for (let key = 0; key < 1000; key++) lru.set(String(key), key, 1)

    expect(lru.bytes).toBeLessThanOrEqual(20_000)
    expect([lru.get('999'), lru.get('0')]).toEqual([999, undefined])
  })

  it('counts a replaced value once', () => {
    const lru = createByteLru<number>(20_000)
    lru.set('a', 1, 1000)
    const { bytes } = lru

    lru.set('a', 2, 1000)

    expect([lru.get('a'), lru.bytes]).toEqual([2, bytes])
  })

  it('does not let one value push out everything else', () => {
    const lru = createByteLru<number>(20_000)
    lru.set('a', 1, 1000)

    lru.set('huge', 2, 10_000)

    expect([lru.get('a'), lru.get('huge')]).toEqual([1, undefined])
  })
})
