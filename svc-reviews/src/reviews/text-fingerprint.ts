import { createHash } from 'node:crypto'

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
