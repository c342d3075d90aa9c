import { type Migration } from '@offquad/service-kit'
import { fingerprintOf } from './text-fingerprint'

interface FingerprintedReview {
  _id: string
  reviewText: string
  textFingerprint?: string
  changedAt: Date
}

/** Gives reviews that were stored before fingerprints existed, or edited by a process that knows none, theirs. */
export const fingerprintReviews: Migration<FingerprintedReview> = {
  id: 'review-text-fingerprint-1',
  collection: 'reviews',
  // Equal to null: absent as well.
  pending: { textFingerprint: null as never },
  changedAt: 'changedAt',
  fields: ['reviewText', 'textFingerprint'],
  migrate({ reviewText, textFingerprint }) {
    const fingerprint = fingerprintOf(reviewText)
    if (textFingerprint === fingerprint) return undefined
    return { unless: { reviewText }, set: { textFingerprint: fingerprint } }
  },
}
