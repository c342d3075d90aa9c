import { REVIEW_STATUSES, type ReviewStatus } from '@offquad/contracts'
import { type Migration, monthOf } from '@offquad/service-kit'

interface DatedReview {
  _id: string
  date: Date
  status: ReviewStatus
  month?: string
  changedAt: Date
}

/** Adds the month to reviews that were stored or imported by older versions. */
export const nameMonths: Migration<DatedReview> = {
  id: 'review-month-1',
  collection: 'reviews',
  // With the status, the index by status and month is used. null also matches absent fields.
  pending: { status: { $in: [...REVIEW_STATUSES] }, month: null as never },
  fields: ['date', 'month'],
  migrate({ date, month: stored }) {
    const month = monthOf(date)
    return stored === month ? undefined : { unless: { date }, set: { month } }
  },
}
