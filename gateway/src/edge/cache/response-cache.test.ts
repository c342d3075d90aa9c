import { createCacheLifetime } from './response-cache'

describe('the lifetime of cached responses', () => {
  let now = 0
  const cacheLifetime = () => createCacheLifetime(() => now)

  it('is two seconds until the gateway is subscribed to changes, then a minute', () => {
    const { maxAgeMs, onSubscribed } = cacheLifetime()
    expect(maxAgeMs()).toBe(2_000)

    onSubscribed()

    expect(maxAgeMs()).toBe(60_000)
  })

  it('is two seconds again after a connection failure, until there has been none for ten seconds', () => {
    const { maxAgeMs, onSubscribed, onGap } = cacheLifetime()
    onSubscribed()

    onGap()
    expect(maxAgeMs()).toBe(2_000)
    now += 10_001

    expect(maxAgeMs()).toBe(60_000)
  })
})
