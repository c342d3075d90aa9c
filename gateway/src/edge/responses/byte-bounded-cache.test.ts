import { createByteBoundedCache } from './byte-bounded-cache'

describe('a cache bounded by bytes', () => {
  it('stays within its bound when the values are tiny', () => {
    const cache = createByteBoundedCache<{ id: number }>(20_000)

    for (let key = 0; key < 1000; key++) cache.set(String(key), { id: key }, 1)

    expect([cache.get('999'), cache.get('900')]).toEqual([{ id: 999 }, undefined])
  })

  it('does not let one value evict everything else', () => {
    const cache = createByteBoundedCache<{ id: number }>(20_000)
    cache.set('a', { id: 1 }, 1000)

    cache.set('huge', { id: 2 }, 10_000)

    expect([cache.get('a'), cache.get('huge')]).toEqual([{ id: 1 }, undefined])
  })
})
