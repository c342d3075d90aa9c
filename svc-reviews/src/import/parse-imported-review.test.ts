import { sampleContent, sampleRowContent } from '../../test/sample-content'
import { parseImportedReview } from './parse-imported-review'

const NOW = new Date('2026-01-01')

const row = {
  id: 7,
  aptId: 10,
  landlordId: ' 4 ',
  date: 'April 10, 2021',
  ...sampleRowContent,
  reviewText: '  Warm rooms and thin walls. ',
  likes: 1,
}

const parse = (changes: object) => {
  const parsed = parseImportedReview({ ...row, ...changes }, NOW)
  if ('reason' in parsed) throw new Error(parsed.reason)
  return parsed
}
const reasonFor = (changes: object) => {
  const parsed = parseImportedReview({ ...row, ...changes }, NOW)
  return 'reason' in parsed ? parsed.reason : 'accepted'
}

describe('a row of an old export', () => {
  it('becomes a review with ids as text and trimmed text', () => {
    expect(parse({}).review).toEqual({
      id: '7',
      aptId: '10',
      landlordId: '4',
      date: new Date('2021-04-10T12:00:00Z'),
      ...sampleContent,
      likes: 1,
    })
  })

  it('has the same id in every version of the service, or a file imported again would become other reviews', () => {
    const detailedRatings = { location: 5, maintenance: 4, safety: 3, conditions: 2 }
    const reviewText = 'Warm rooms and thin walls.'
    const old = { landlordId: '4', date: '2021-04-10', overallRating: 4, detailedRatings, reviewText }

    expect(parseImportedReview(old, NOW)).toMatchObject({ review: { id: 'fb0fa2bd873c7ba29b99fa5d' } })
  })

  it.each([
    ['nested', { location: 1, maintenance: 2, safety: 3, conditions: 4 }],
    ['nested and in the other spelling', { location: 1, maintenance: 2, safety: 3, condition: 4 }],
    ['text, as CSV has it', { location: '1', maintenance: ' 2 ', safety: '3.0', conditions: '4' }],
  ])('may have its ratings %s', (_how, detailedRatings) => {
    const { id, aptId, landlordId, date, overallRating, reviewText } = row

    const parsed = parseImportedReview(
      { id, aptId, landlordId, date, overallRating, reviewText, detailedRatings },
      NOW,
    )

    expect(parsed).toMatchObject({
      review: { detailedRatings: { location: 1, maintenance: 2, safety: 3, conditions: 4 } },
    })
  })

  it('may use another spelling of conditions in a flat key, beside an empty one', () => {
    const spelled = { 'detailedRatings.conditions': '', 'detailedRatings.condition': 5 }

    expect(parse(spelled).review.detailedRatings.conditions).toBe(5)
  })

  it.each([
    ['April 10, 2021', '2021-04-10T12:00:00.000Z'],
    ['2021-04-10T12:30:00Z', '2021-04-10T12:30:00.000Z'],
    ['2021-04-10 12:30', '2021-04-10T12:30:00.000Z'],
    ['2021-04-10T12:30:00.250-0400', '2021-04-10T16:30:00.250Z'],
    [1618012800000, '2021-04-10T00:00:00.000Z'],
    ['1618012800000', '2021-04-10T00:00:00.000Z'],
    ['2021-04-30T00:00:00.000Z', '2021-04-30T12:00:00.000Z'],
    ['2021-04-30T00:00:00-04:00', '2021-04-30T04:00:00.000Z'],
    ['4/30/2021 11:30 PM', '2021-04-30T23:30:00.000Z'],
    ['30-Apr-21 0:05', '2021-04-30T00:05:00.000Z'],
    ['2021-04-30T23:30:00-04:00', '2021-05-01T03:30:00.000Z'],
  ])('may have the date %p', (date, expected) => {
    expect(parse({ date }).review.date.toISOString()).toBe(expected)
  })

  it.each([
    [{ aptId: null }, { aptId: null }],
    [{ aptId: ' ' }, { aptId: null }],
    [{ aptId: 'NULL' }, { aptId: null }],
    [{ bedrooms: 'NaN' }, { bedrooms: 0 }],
    [{ likes: '1,234' }, { likes: 1234 }],
    [
      { bedrooms: '', price: null },
      { bedrooms: 0, price: 0 },
    ],
    [
      { bedrooms: '6', price: '6' },
      { bedrooms: 6, price: 6 },
    ],
    [{ likes: undefined }, { likes: 0 }],
    [{ overallRating: '4.5' }, { overallRating: 4.5 }],
    [{ photos: '' }, { photos: [] }],
    [{ photos: 'https://x.test/a.jpg' }, { photos: ['https://x.test/a.jpg'] }],
    [
      { reviewText: 'Warm \u0000rooms\u001b and \u202eloud\u202c walls' },
      { reviewText: 'Warm rooms and loud walls' },
    ],
    [{ reviewText: '🏠'.repeat(2000) }, { reviewText: '🏠'.repeat(2000) }],
  ])('may contain %j', (changes, expected) => {
    expect(parse(changes).review).toMatchObject(expected)
  })

  it('loses photos that are not links, with a note', () => {
    const parsed = parse({ photos: ['javascript:alert(1)', 'https://x.test/a.jpg', null, 5] })

    expect(parsed.review.photos).toEqual(['https://x.test/a.jpg'])
    expect(parsed.notes).toEqual([
      '2 of photos left out: not a link',
      '1 of photos not shown: not uploaded here',
    ])
  })

  it('gets an id derived from its content when it has none', () => {
    const [first, again, other] = [{}, { likes: 5 }, { price: 1 }].map((changes) =>
      parse({ id: '', ...changes }),
    )

    expect(first?.review.id).toMatch(/^[0-9a-f]{24}$/)
    expect(again?.review.id).toBe(first?.review.id)
    expect(other?.review.id).not.toBe(first?.review.id)
  })

  it.each([
    [{ overallRating: null }, 'overallRating is missing'],
    [{ overallRating: 0 }, 'overallRating is missing'],
    [{ 'detailedRatings.safety': '' }, 'detailedRatings.safety is missing'],
    [{ overallRating: 6 }, 'overallRating must be a number from 1 to 5, not 6'],
    [{ overallRating: 'good' }, 'overallRating must be a number from 1 to 5, not "good"'],
    [{ aptId: '', landlordId: '' }, 'landlordId is missing'],
    [
      { landlordId: { id: 4 } },
      'landlordId must be at most 64 letters, digits, "-", "_", "." or ":", not {"id":4}',
    ],
    [{ aptId: 'a/b' }, 'aptId must be at most 64 letters, digits, "-", "_", "." or ":", not "a/b"'],
    [{ reviewText: '  too short   ' }, 'reviewText is shorter than 15 characters'],
    [{ reviewText: 'x'.repeat(2001) }, 'reviewText is longer than 2000 characters (2001)'],
    [{ reviewText: null }, 'reviewText is missing'],
    [{ reviewText: 12345678901234567890 }, 'reviewText is not a text'],
    [{ bedrooms: 7 }, 'bedrooms must be a whole number from 0 to 6, not 7'],
    [{ price: 1200 }, 'price must be a whole number from 0 to 6, not 1200'],
    [{ likes: -1 }, 'likes must be a whole number from 0 to 1000000, not -1'],
    [{ likes: 1_000_001 }, 'likes must be a whole number from 0 to 1000000, not 1000001'],
    [{ date: '' }, 'date is missing'],
    [{ date: 'Smarch 1, 2021' }, 'date must be a day like 2027-08-01, not "Smarch 1, 2021"'],
    [{ date: '2026-01-02' }, 'date is in the future'],
    [
      { date: 1618012800 },
      'date is before the year 2000 (1970-01-19T17:26:52.800Z): write it like 2024-08-31',
    ],
    [{ date: 45535 }, 'date is before the year 2000 (1970-01-01T00:00:45.535Z): write it like 2024-08-31'],
    [{ date: '45535' }, 'date must be a day like 2027-08-01, not "45535"'],
    [{ date: '2021-04-10 25:00' }, 'date must be a day like 2027-08-01, not "2021-04-10 25:00"'],
    [{ overallRating: '#REF!' }, 'overallRating is an error of the spreadsheet (#REF!): fill in the value'],
    [{ reviewText: '\u200b'.repeat(30) }, 'reviewText is shorter than 15 characters'],
  ])('is rejected when it contains %j', (changes, reason) => {
    expect(reasonFor(changes)).toBe(reason)
  })

  it('is rejected with all reasons at once', () => {
    expect(reasonFor({ aptId: '', landlordId: '', overallRating: '' })).toBe(
      'landlordId is missing; overallRating is missing',
    )
  })
})
