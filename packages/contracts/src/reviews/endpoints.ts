import { Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, IdParams, IMPORT_BODY_LIMIT, ImportBatch, ImportReport } from '../shapes'
import { Review, ReviewStatus } from './review'

const Reviews = Type.Array(Review)

export const getApartmentReviews = endpoint({
  method: 'GET',
  path: '/api/review/aptId/:id/:status',
  summary: 'Reviews of an apartment, newest first. Those not publicly visible are for admins.',
  params: Type.Object({ id: Id, status: ReviewStatus }),
  reply: Reviews,
  problems: [401, 403],
})

export const getLandlordReviews = endpoint({
  method: 'GET',
  path: '/api/review/landlordId/:id/:status',
  summary: 'Reviews of a landlord, newest first. Those not publicly visible are for admins.',
  params: Type.Object({ id: Id, status: ReviewStatus }),
  reply: Reviews,
  problems: [401, 403],
})

export const getReview = endpoint({
  method: 'GET',
  path: '/api/review-by-id/:id',
  summary: 'One review: visible to anyone, otherwise for its author and admins.',
  params: IdParams,
  reply: Review,
  problems: [404],
})

export const getReviewsByStatus = endpoint({
  method: 'GET',
  path: '/api/review/:status',
  summary: 'All reviews in a status, newest first. All but APPROVED are for admins.',
  params: Type.Object({ status: ReviewStatus }),
  reply: Reviews,
  problems: [401, 403],
})

export const importReviews = endpoint({
  method: 'POST',
  path: '/api/import/reviews',
  summary: 'Creates or updates reviews from rows as old exports hold them: approved, dates kept, no author.',
  access: 'admin',
  body: ImportBatch,
  bodyLimit: IMPORT_BODY_LIMIT,
  reply: ImportReport,
})
