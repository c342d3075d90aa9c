import { type ReviewSort } from '@offquad/contracts'
import { InvalidInputError } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The last review of a page: the next one begins right after it, whatever has arrived before it since. */
export interface ReviewCursor {
  /** Likes or rating, where these are sorted by; 0 otherwise. */
  value: number
  date: Date
  id: string
}

const Encoded = Type.Tuple([
  Type.String(),
  Type.Number(),
  Type.Integer({ minimum: -8.64e15, maximum: 8.64e15 }),
  Type.String({ maxLength: 64 }),
])

export function encodeCursor(sort: ReviewSort, { value, date, id }: ReviewCursor): string {
  const encoded: Static<typeof Encoded> = [sort, value, date.getTime(), id]
  return Buffer.from(JSON.stringify(encoded)).toString('base64url')
}

/** @throws InvalidInputError when it is none of this API, or of a list sorted otherwise */
export function decodeCursor(sort: ReviewSort, cursor: string): ReviewCursor {
  const decoded = parse(Buffer.from(cursor, 'base64url').toString())
  if (!Value.Check(Encoded, decoded) || decoded[0] !== sort) {
    const message = 'is not the `next` of a page of this list: leave it out to begin again'
    throw new InvalidInputError('invalid-cursor', `cursor ${message}`, [{ field: 'cursor', message }])
  }
  const [, value, date, id] = decoded
  return { value, date: new Date(date), id }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
