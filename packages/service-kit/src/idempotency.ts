import { createHash, randomUUID } from 'node:crypto'
import { ConflictError } from './errors'

/**
 * The id (a UUID) of a document that a write with an Idempotency-Key creates. The same user and key always yield the same id,
 * so that concurrent repetitions cannot create duplicates. Random without a key.
 */
export function idOfWrite(userId: string, key: string | undefined): string {
  if (key === undefined) return randomUUID()
  const bytes = createHash('sha256').update(`${userId}\n${key}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/**
 * The error for a key whose document differs from the current request: the document was edited since, or the key was reused
 * by mistake. Neither content must be lost silently.
 * @param what "review"
 * @param id of the document that the key created
 */
export const idempotencyKeyUsed = (what: string, id: string): ConflictError =>
  new ConflictError(
    'idempotency-key-used',
    `This Idempotency-Key was used for another ${what}. Send a new ${what} with a new key.`,
    [{ field: 'id', message: id }],
  )
