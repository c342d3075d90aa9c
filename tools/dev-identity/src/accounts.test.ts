import { nameFromEmail } from './accounts'

describe('nameFromEmail', () => {
  it.each([
    ['ann.lee@cornell.edu', 'Ann Lee'],
    ['ann_maria-lee+test@x.edu', 'Ann Maria Lee'],
    ['abc123@x.edu', 'Abc123'],
    ['..@x.edu', '..@x.edu'],
  ])('derives from %s the name %s', (email, name) => {
    expect(nameFromEmail(email)).toBe(name)
  })
})
