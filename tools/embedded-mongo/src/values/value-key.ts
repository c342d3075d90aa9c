import type { Binary, BSONRegExp, ObjectId } from 'bson'
import type { Collation } from './collation'
import { numberKey } from './numbers'
import { type BsonNumber, type Document, type Kind, kindOf } from './value'

type Write = (value: unknown) => string

function joinKeys(keys: string[]): string {
  return keys.map((key) => `${key.length}:${key}`).join('')
}

const writers: Record<Kind, (value: never, write: Write) => string> = {
  missing: () => 'u',
  null: () => 'z',
  number: (value: BsonNumber) => `n${typeof value === 'number' ? value + 0 : numberKey(value)}`,
  string: (value: string) => `s${value}`,
  object: (value: Document, write) =>
    `O${joinKeys(Object.keys(value).flatMap((name) => [name, write(value[name])]))}`,
  array: (value: unknown[], write) => `a${joinKeys(value.map(write))}`,
  binary: (value: Binary) => `x${value.sub_type}:${value.toString('base64')}`,
  objectId: (value: ObjectId) => `o${value.toHexString()}`,
  boolean: (value: boolean) => `b${value}`,
  date: (value: Date) => `d${value.getTime()}`,
  regex: (value: BSONRegExp) => `r${joinKeys([value.pattern, value.options])}`,
}

/** A string that two values share exactly when MongoDB holds them equal; the hash key of indexes and groups. */
export function keyOf(value: unknown): string {
  if (typeof value === 'number' && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER))
    return `n${numberKey(value)}`
  return writers[kindOf(value)](value as never, keyOf)
}

/** `keyOf` for values that compare by a collation. */
export function createKeyOf(collation: Collation | undefined): (value: unknown) => string {
  if (!collation) return keyOf
  const write: Write = (value) =>
    typeof value === 'string' ? `s${collation.keyOf(value)}` : writers[kindOf(value)](value as never, write)
  return write
}
