import { truncate } from './listing-card'

describe('truncate', () => {
  it('returns a text that fits unchanged', () => {
    expect(truncate('1234', 4)).toBe('1234')
  })

  it('does not split an emoji', () => {
    expect(truncate('ab🏠🏠🏠', 3)).toBe('ab🏠…')
    expect(truncate('ab👩‍👩‍👧👩‍👩‍👧', 3)).toBe('ab👩‍👩‍👧…')
  })
})
