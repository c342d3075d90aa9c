import { cacheSigningKeys } from './signing-keys'

const MINUTE_MS = 60_000

function startPublisher(...ids: string[]) {
  let [clock, loads] = [1, 0]
  let failure: Error | undefined
  let isHanging = false
  const published = new Set(ids)
  const keys = cacheSigningKeys({
    async load() {
      loads += 1
      if (failure) throw failure
      if (isHanging) await new Promise(() => undefined)
      return new Map([...published].map((id) => [id, `key ${id}`]))
    },
    now: () => clock,
  })
  return {
    find: keys.find,
    published,
    loads: () => loads,
    pass: (ms: number) => (clock += ms),
    hang: () => (isHanging = true),
    fail: (error?: Error) => (failure = error),
  }
}

describe('published keys', () => {
  it('are loaded once for many requests at once, and again when they are a minute old', async () => {
    const publisher = startPublisher('a')

    const keys = await Promise.all(Array.from({ length: 20 }, () => publisher.find('a')))
    publisher.pass(MINUTE_MS)
    await publisher.find('a')
    expect([new Set(keys), publisher.loads()]).toEqual([new Set(['key a']), 1])

    publisher.pass(1)
    await publisher.find('a')
    expect(publisher.loads()).toBe(2)
  })

  it('include a new one within a minute although unknown ids are requested all the time', async () => {
    const publisher = startPublisher('a')
    await publisher.find('forged')
    publisher.published.add('b')
    expect(await publisher.find('b')).toBeUndefined()

    for (let second = 0; second < 60; second += 1) {
      publisher.pass(1_000)
      await publisher.find(`forged-${second}`)
    }

    expect(await publisher.find('b')).toBe('key b')
    expect(publisher.loads()).toBeLessThanOrEqual(3)
  })

  it('exclude one that is no longer published', async () => {
    const publisher = startPublisher('a', 'b')
    await publisher.find('a')
    publisher.published.delete('a')
    publisher.pass(MINUTE_MS + 1)
    await publisher.find('b')

    expect(await publisher.find('a')).toBeUndefined()
  })

  it('are found at once while a publisher that hangs is asked again', async () => {
    const publisher = startPublisher('a')
    await publisher.find('a')
    publisher.hang()
    publisher.pass(MINUTE_MS + 1)

    expect(await publisher.find('a')).toBe('key a')
    expect(publisher.loads()).toBe(2)
  })

  it('stay in use while they cannot be loaded, and are available afterwards', async () => {
    const publisher = startPublisher('a')
    publisher.fail(new Error('down'))
    await expect(publisher.find('a')).rejects.toThrow('down')
    publisher.fail(undefined)
    expect(await publisher.find('a')).toBe('key a')

    publisher.fail(new Error('down'))
    publisher.pass(10 * MINUTE_MS)

    expect(await publisher.find('a')).toBe('key a')
    await expect(publisher.find('b')).rejects.toThrow('down')
    publisher.fail(undefined)
    publisher.published.add('b')
    expect(await publisher.find('b')).toBe('key b')
  })
})
