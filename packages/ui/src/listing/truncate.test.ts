import { truncate } from './truncate'

describe('truncate', () => {
  it('leaves what fits alone', () => {
    expect(truncate('1234', 4)).toBe('1234')
  })

  it('never cuts an emoji in two', () => {
    expect(truncate('ab🏠🏠🏠', 3)).toBe('ab🏠…')
  })
})
