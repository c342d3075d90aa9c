import { Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Review, ReviewStatus } from './review'

export const getModeratedReviews = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  summary: 'A page of the reviews in a status, newest first, and how many there are in all.',
  access: 'admin',
  query: Type.Object({
    status: ReviewStatus,
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '20 unless said otherwise' })),
  }),
  reply: Type.Object({ reviews: Type.Array(Review), total: Type.Integer() }),
})

const Count = Type.Integer({ minimum: 0 })

export const getReviewCounts = endpoint({
  method: 'GET',
  path: '/api/admin/review-counts',
  summary: 'How many reviews are in each status that an administrator deals with.',
  access: 'admin',
  reply: Type.Object({ approved: Count, reported: Count, pending: Count, declined: Count }),
})
