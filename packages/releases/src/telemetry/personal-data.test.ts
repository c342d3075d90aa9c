import { withoutPersonalData } from './personal-data'

describe('the message of an error', () => {
  it.each([
    ['Unexpected token A, "Anna Smit"... is not valid JSON', 'Unexpected token A, "…"... is not valid JSON'],
    ['Unexpected end of "Anna', 'Unexpected end of "…"'],
    ['no page at /search?q=anna+smit&near=home for you', 'no page at /search for you'],
    ['https://x.edu/reset#token=abc failed', 'https://x.edu/reset failed'],
    ['anna.smit@cornell.edu is taken', '… is taken'],
    ['no review 65f1c2aa90b1e2d3c4f5a6b7', 'no review …'],
    ['no user 3f2a1bc0-1111-4222-8333-944455556666', 'no user …'],
    ['call +1 (607) 255-4455 now', 'call … now'],
  ])('loses what may be of a person: %s', (message, expected) => {
    expect(withoutPersonalData(message)).toBe(expected)
  })

  it.each([
    "TypeError: Cannot read properties of undefined (reading 'address')",
    'Minified React error #31',
    'It shows nothing after 10 s.',
    'GET /api/apts/:ids failed with 404',
  ])('keeps what a team needs: %s', (message) => {
    expect(withoutPersonalData(message)).toBe(message)
  })
})
