import { type Review } from '@offquad/contracts'

/** A review for tests; what matters to a test is said there. */
export const buildReview = (overrides: Partial<Review> = {}): Review => ({
  id: 'r1',
  aptId: '7',
  landlordId: '3',
  date: '2021-04-10T00:00:00.000Z',
  overallRating: 4,
  detailedRatings: { location: 5, maintenance: 3, safety: 4, conditions: 4 },
  bedrooms: 2,
  price: 3,
  photos: [],
  reviewText: 'Quiet building, decent people.',
  likes: 2,
  status: 'APPROVED',
  ...overrides,
})
