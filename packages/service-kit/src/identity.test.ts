import { createVerifiedTokens } from './identity'

describe('verified tokens', () => {
  it('are known until they expire', () => {
    let now = 1_000_000
    const tokens = createVerifiedTokens(() => now)
    const claims = { sub: 'ann', exp: 1_010 }
    tokens.add('Bearer a', claims)

    expect(tokens.find('Bearer a')).toBe(claims)
    expect(tokens.find('Bearer b')).toBeUndefined()
    now = 1_010_000
    expect(tokens.find('Bearer a')).toBeUndefined()
  })

  it('are limited in number', () => {
    const tokens = createVerifiedTokens(() => 0)

    for (let n = 0; n <= 5_000; n += 1) tokens.add(`Bearer ${n}`, { exp: n + 1 })

    expect(tokens.find('Bearer 0')).toBeUndefined()
    expect(tokens.find('Bearer 1')).toEqual({ exp: 2 })
    expect(tokens.find('Bearer 5000')).toEqual({ exp: 5_001 })
  })
})
