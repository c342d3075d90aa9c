import { createHash } from 'node:crypto'
import { type Migration } from '@offquad/service-kit'

// Names the folding below: another one gets another number, and a migration of its own.
const FOLDING = '1'
const FINGERPRINT_LENGTH = 22

/**
 * Equal for texts that read the same: case, punctuation, accents written in two ways, white space and invisible
 * characters are folded.
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

/** Fills in fingerprints of reviews that were stored before there were any, or edited by a process that writes none. */
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
