import { REVIEW_MESSAGES, type ReviewForm, validateReview } from './review-form'

const form: ReviewForm = {
  ...{ aptId: 'a1', landlordId: 'l1', overallRating: 4 },
  detailedRatings: { location: 5, maintenance: 4, safety: 3, conditions: 2 },
  ...{ bedrooms: 2, price: 3, photos: [], reviewText: 'Warm rooms and thin walls.' },
}
const own = `/api/photos/${'0a'.repeat(16)}`
const messageFor = (changes: object) => {
  const problems = validateReview({ ...form, ...changes })
  return problems.map(({ field, message }) => `${field}: ${message}`).join('; ')
}

describe('a review', () => {
  it.each([
    [{}],
    [{ aptId: null }],
    [{ aptId: '' }],
    [{ landlordId: null }],
    [{ landlordId: '' }],
    [{ overallRating: 0.5 }],
    [{ signedMonth: undefined }],
    [{ signedMonth: 0 }],
    [{ signedMonth: 12 }],
    [{ photos: undefined }],
    [{ photos: [own, `https://offquad.test${own}`, `${own}/full`] }],
    [{ reviewText: 'Fifteen letters' }],
    [{ reviewText: '🏠'.repeat(2000) }],
    [{ userId: 'somebody', date: 'yesterday', likes: 100 }],
  ])('may say %j', (changes) => {
    expect(messageFor(changes)).toBe('')
  })

  it.each([
    [{ aptId: null, landlordId: null }, 'landlordId: * Required'],
    [{ aptId: '', landlordId: '' }, 'landlordId: * Required'],
    [{ landlordId: 4 }, 'landlordId: * Required'],
    [{ landlordId: 'x'.repeat(65) }, 'landlordId: * Required'],
    [{ aptId: { $ne: 1 } }, 'aptId: * Required'],
    [{ bedrooms: 0 }, 'bedrooms: * Required'],
    [{ bedrooms: 7 }, 'bedrooms: * Required'],
    [{ bedrooms: 1.5 }, 'bedrooms: * Required'],
    [{ price: '3' }, 'price: * Required'],
    [{ price: 7 }, 'price: * Required'],
    [{ signedMonth: 13 }, 'signedMonth: * Choose a month'],
    [{ signedMonth: 1.5 }, 'signedMonth: * Choose a month'],
    [{ signedMonth: '10' }, 'signedMonth: * Choose a month'],
    [{ overallRating: 0 }, 'overallRating: * Required'],
    [{ overallRating: 5.5 }, 'overallRating: * Required'],
    [{ overallRating: Number.NaN }, 'overallRating: * Required'],
    [{ overallRating: null }, 'overallRating: * Required'],
    [{ detailedRatings: undefined }, 'detailedRatings: * These fields are required'],
    [{ detailedRatings: [5, 5, 5, 5] }, 'detailedRatings: * These fields are required'],
    [
      { detailedRatings: { ...form.detailedRatings, safety: 0 } },
      'detailedRatings: * These fields are required',
    ],
    [{ reviewText: undefined }, 'reviewText: * Required'],
    [{ reviewText: '  \n ' }, 'reviewText: * Required'],
    [{ reviewText: '\u200b'.repeat(20) }, 'reviewText: * Required'],
    [{ reviewText: ['a long enough text'] }, 'reviewText: * Required'],
    [{ reviewText: ' too short      ' }, 'reviewText: A minimum of 15 characters is required'],
    [{ reviewText: '🏠'.repeat(14) }, 'reviewText: A minimum of 15 characters is required'],
    [{ reviewText: 'x'.repeat(2001) }, 'reviewText: A maximum of 2000 characters is allowed'],
    [{ photos: [own, own, own, own] }, 'photos: A maximum of 3 photos is allowed'],
    [{ photos: own }, `photos: ${REVIEW_MESSAGES.unknownPhoto}`],
    [{ photos: ['javascript:alert(1)'] }, `photos: ${REVIEW_MESSAGES.unknownPhoto}`],
    [{ photos: ['http://photos.test/a.jpg'] }, `photos: ${REVIEW_MESSAGES.unknownPhoto}`],
    [{ photos: [own, 'https://photos.test/a.jpg'] }, `photos: ${REVIEW_MESSAGES.unknownPhoto}`],
    [{ photos: [`https://photos.test/?${own}`] }, `photos: ${REVIEW_MESSAGES.unknownPhoto}`],
    [{ photos: ['/media/hall.webp'] }, `photos: ${REVIEW_MESSAGES.unknownPhoto}`],
    [{ photos: ['/api/photos/../auth/me'] }, `photos: ${REVIEW_MESSAGES.unknownPhoto}`],
    [{ photos: [{ url: own }] }, `photos: ${REVIEW_MESSAGES.unknownPhoto}`],
  ])('may not say %j', (changes, message) => {
    expect(messageFor(changes)).toBe(message)
  })

  it('is told everything that is missing at once', () => {
    expect(validateReview({}).map(({ field }) => field)).toEqual([
      ...['landlordId', 'bedrooms', 'price', 'overallRating', 'detailedRatings', 'reviewText'],
    ])
  })
})
