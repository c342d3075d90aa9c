import { createHash } from 'node:crypto'

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
