import { createHash } from 'node:crypto'
import { ConflictError } from './errors'

/**
 * The id of what a write with an Idempotency-Key creates, a UUID: one key of one user always leads to the same id, so that
 * two repetitions at once cannot store two.
 */
export function idOfWrite(userId: string, key: string): string {
  const bytes = createHash('sha256').update(`${userId}\n${key}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/**
 * For a write whose key created something that differs from what is sent now: edited since, or sent with the key by mistake.
 * Neither must be lost without a word.
 * @param what "review"
 */
export const idempotencyKeyUsed = (what: string): ConflictError =>
  new ConflictError(
    'idempotency-key-used',
    `This Idempotency-Key was used for another ${what}. Send a new ${what} with a new key.`,
  )
