import { buildReview } from '@offquad/web-kit/testing'
import { averageOf, sortReviews } from './sort-reviews'

describe('sortReviews', () => {
  const reviews = [
    buildReview({ id: 'b', likes: 1 }),
    buildReview({ id: 'a', likes: 1 }),
    buildReview({ id: 'c', likes: 9, date: '2020-01-01T00:00:00.000Z' }),
  ]

  it('puts the newest first and keeps ties in a stable order', () => {
    expect(sortReviews(reviews, 'recent').map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('puts the most helpful first', () => {
    expect(sortReviews(reviews, 'helpful').map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  })
})

describe('averageOf', () => {
  it('is 0 for no reviews', () => {
    expect(averageOf([], ({ overallRating }) => overallRating)).toBe(0)
  })
})
