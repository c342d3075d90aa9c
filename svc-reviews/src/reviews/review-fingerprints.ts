import { createHash } from 'node:crypto'
import { type FieldError } from '@offquad/contracts'
import { ConflictError } from '@offquad/service-kit'
import { type ReviewContent, type StoredReview } from './stored-review'

// Version of the normalization below: changes need a new number and a migration.
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

/** The content that a decision or an edit is based on. */
export type ReadReview = ReviewContent & Pick<StoredReview, 'reports'>

/**
 * The parts of a version, in order; reports, which only administrators see, come last. A new field is appended to a part only
 * if a review has it: otherwise the versions of all reviews would change.
 */
const PARTS: {
  name: string
  valueOf: (review: ReadReview) => unknown
  change: (now: ReadReview) => FieldError
}[] = [
  {
    name: 'the text',
    valueOf: ({ reviewText }) => reviewText,
    change: ({ reviewText }) => ({ field: 'reviewText', message: `It says now: “${reviewText}”` }),
  },
  {
    name: 'the pictures',
    valueOf: ({ photos }) => photos,
    change: ({ photos }) => ({ field: 'photos', message: `There are ${photos.length} pictures now.` }),
  },
  {
    name: 'the ratings, bedrooms or rent',
    valueOf: ({ overallRating, detailedRatings, bedrooms, price, signedMonth }) => {
      const { location, maintenance, safety, conditions } = detailedRatings
      const numbers = [overallRating, location, maintenance, safety, conditions, bedrooms, price]
      return signedMonth ? [...numbers, signedMonth] : numbers
    },
    change: ({ overallRating }) => ({
      field: 'overallRating',
      message: `Ratings, bedrooms or rent are others now; overall it is ${overallRating}.`,
    }),
  },
  {
    name: 'the reports',
    valueOf: ({ reports }) => reports.map(({ date, reason }) => [date, reason]),
    change: ({ reports }) => ({
      field: 'reports',
      message: `There are ${reports.length} reports now, the last of them: “${reports.at(-1)?.reason ?? ''}”`,
    }),
  },
]

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12)

/** Changes whenever the content that an author or an administrator sees changes. */
export const versionOf = (review: ReadReview, reader: 'author' | 'admin'): string =>
  (reader === 'admin' ? PARTS : PARTS.slice(0, -1)).map(({ valueOf }) => hashOf(valueOf(review))).join('.')

/** @throws ConflictError with all parts that differ from this version */
export function requireVersion(version: string, review: ReadReview): void {
  const read = version.split('.')
  const changed = PARTS.filter(
    ({ valueOf }, index) => (read[index] ?? hashOf(valueOf(review))) !== hashOf(valueOf(review)),
  )
  if (changed.length === 0) return
  throw new ConflictError(
    'review-changed',
    `The review is not as it was when you read it. What has changed: ${changed.map(({ name }) => name).join(', ')}.`,
    changed.map(({ change }) => change(review)),
  )
}
