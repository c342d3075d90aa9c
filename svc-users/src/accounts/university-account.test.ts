import { isUniversityEmail } from './university-account'

describe('isUniversityEmail', () => {
  it.each(['ann@cornell.edu', 'Ann.Lee@CORNELL.EDU', 'a+b@cornell.edu'])('accepts %s', (email) => {
    expect(isUniversityEmail(email, 'cornell.edu')).toBe(true)
  })

  it.each([
    'x@cornell.edu.evil.com',
    'x@notcornell.edu',
    'x@cs.cornell.edu',
    'x@evil.com@cornell.edu',
    'x@cornell.edu@evil.com',
    '@cornell.edu',
    'cornell.edu',
    'x@cornell.edu ',
    'x@cornell.edu.',
    '',
  ])('refuses "%s"', (email) => {
    expect(isUniversityEmail(email, 'cornell.edu')).toBe(false)
  })
})
