import { createCacheLifetime } from './cache-lifetime'

describe('how long an answer may be kept', () => {
  let now = 0
  const cacheLifetime = () => createCacheLifetime(() => now)

  it('is two seconds until changes are heard of, then a minute', () => {
    const { maxAgeMs, subscribed } = cacheLifetime()
    expect(maxAgeMs()).toBe(2_000)

    subscribed()

    expect(maxAgeMs()).toBe(60_000)
  })

  it('is two seconds again while the connection breaks, until it has been quiet', () => {
    const { maxAgeMs, subscribed, missed } = cacheLifetime()
    subscribed()

    missed()
    expect(maxAgeMs()).toBe(2_000)
    now += 10_001

    expect(maxAgeMs()).toBe(60_000)
  })
})
