import { fingerprintOf, versionOf } from './review-fingerprints'

const TEXT = "Warm rooms, and thin walls. Don't expect quiet!"

describe('the fingerprint of a review text', () => {
  it.each([
    TEXT.toUpperCase(),
    'warm rooms and thin walls dont expect quiet',
    `  Warm   rooms, and\nthin walls.\tDon’t expect quiet!!! `,
    "Warm rooms - and thin walls... Don't expect\u200b quiet",
  ])('is the same for %j, which reads the same', (text) => {
    expect(fingerprintOf(text)).toBe(fingerprintOf(TEXT))
  })

  it('is the same for an accent written in two ways', () => {
    expect(fingerprintOf('caf\u00e9 below')).toBe(fingerprintOf('cafe\u0301 below'))
  })

  it.each(['Warm rooms, and thick walls. Do not expect quiet!', '🏠'.repeat(15), '🚗'.repeat(15), ''])(
    'is another one for %j',
    (text) => {
      expect(fingerprintOf(text)).not.toBe(fingerprintOf(TEXT))
    },
  )

  it('differs between texts that consist of different emoji', () => {
    expect(fingerprintOf('🏠'.repeat(15))).not.toBe(fingerprintOf('🚗'.repeat(15)))
  })
})

it('the version of a stored review stays, or every draft and open decision would be refused as outdated', () => {
  const stored = {
    overallRating: 4,
    detailedRatings: { location: 5, maintenance: 4, safety: 3, conditions: 2 },
    bedrooms: 2,
    price: 3,
    photos: [],
    reviewText: TEXT,
    reports: [],
  }

  expect(versionOf(stored, 'admin')).toBe('LFAO3JlEJlht.T1PNoYwrqgwD.oL4g_haGzS54.T1PNoYwrqgwD')
})
