import { createHash } from 'node:crypto'
import { type Migration } from '@offquad/service-kit'

// The version of the normalization below: a changed one needs a new number and a migration.
const FOLDING = '1'
const FINGERPRINT_LENGTH = 22

/**
 * Equal for texts that read the same: case, punctuation, Unicode composition, white space and invisible characters are
 * normalized.
 */
export function fingerprintOf(reviewText: string): string {
  const folded = reviewText
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, ' ')
    .trim()
  return `${FOLDING}:${createHash('sha256').update(folded).digest('base64url').slice(0, FINGERPRINT_LENGTH)}`
}

interface FingerprintedReview {
  _id: string
  reviewText: string
  textFingerprint?: string
  changedAt: Date
}

/** Adds missing fingerprints: of reviews that were stored or edited by older versions. */
export const fingerprintReviews: Migration<FingerprintedReview> = {
  id: 'review-text-fingerprint-1',
  collection: 'reviews',
  // Matches absent fields as well.
  pending: { textFingerprint: null as never },
  fields: ['reviewText', 'textFingerprint'],
  migrate({ reviewText, textFingerprint }) {
    const fingerprint = fingerprintOf(reviewText)
    if (textFingerprint === fingerprint) return undefined
    return { unless: { reviewText }, set: { textFingerprint: fingerprint } }
  },
}
