import { createQuarantine } from './quarantine'

describe('the quarantine', () => {
  let now = 0
  const quarantine = createQuarantine(() => now)

  it('has a key for five seconds after it failed, and for twice as long after each further failure', () => {
    quarantine.add('page')
    expect(quarantine.has('page')).toBe(true)
    expect(quarantine.has('another')).toBe(false)
    now = 5_000
    expect(quarantine.has('page')).toBe(false)

    quarantine.add('page')
    now = 14_999
    expect(quarantine.has('page')).toBe(true)
    now = 15_000
    expect(quarantine.has('page')).toBe(false)
  })

  it('counts what fails at once as one failure', () => {
    for (let times = 0; times < 33; times += 1) quarantine.add('burst')
    now += 5_000

    expect(quarantine.has('burst')).toBe(false)
  })

  it('begins anew once the key has succeeded', () => {
    quarantine.release('page')
    quarantine.add('page')
    now += 5_000

    expect(quarantine.has('page')).toBe(false)
  })
})
