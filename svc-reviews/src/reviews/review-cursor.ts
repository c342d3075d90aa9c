import { type ReviewSort } from '@offquad/contracts'
import { InvalidInputError } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The last review of a page: the next one begins right after it, whatever has arrived before it since. */
export interface ReviewCursor {
  /** Likes or rating, where these are sorted by; 0 otherwise. */
  value: number
  id: string
  /** The month it is dated, as "2026-11": readers may know no more, and a cursor hides nothing from them. */
  month: string
}

const Encoded = Type.Tuple([
  Type.String(),
  Type.Number(),
  Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  Type.String({ maxLength: 64 }),
])

export function encodeCursor(sort: ReviewSort, { value, month, id }: ReviewCursor): string {
  const encoded: Static<typeof Encoded> = [sort, value, month, id]
  return Buffer.from(JSON.stringify(encoded)).toString('base64url')
}

/** @throws InvalidInputError when it is none of this API, or of a list sorted otherwise */
export function decodeCursor(sort: ReviewSort, cursor: string): ReviewCursor {
  const decoded = parse(Buffer.from(cursor, 'base64url').toString())
  if (!Value.Check(Encoded, decoded) || decoded[0] !== sort) {
    const message = 'is not the `next` of a page of this list: leave it out to begin again'
    throw new InvalidInputError('invalid-cursor', `cursor ${message}`, [{ field: 'cursor', message }])
  }
  const [, value, month, id] = decoded
  return { value, month, id }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
