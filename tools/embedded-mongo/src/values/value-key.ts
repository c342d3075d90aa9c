import type { Binary, BSONRegExp, ObjectId } from 'bson'
import { type Document, type Kind, kindOf } from './value'

const joinKeys = (keys: string[]): string => keys.map((key) => `${key.length}:${key}`).join('')

const writers: Record<Kind, (value: never) => string> = {
  missing: () => 'u',
  null: () => 'z',
  // Adding zero turns -0, which MongoDB holds equal to 0, into 0.
  number: (value: number) => `n${value + 0}`,
  string: (value: string) => `s${value}`,
  object: (value: Document) =>
    `O${joinKeys(Object.entries(value).flatMap(([name, inner]) => [name, keyOf(inner)]))}`,
  array: (value: unknown[]) => `a${joinKeys(value.map(keyOf))}`,
  binary: (value: Binary) => `x${value.sub_type}:${value.toString('base64')}`,
  objectId: (value: ObjectId) => `o${value.toHexString()}`,
  boolean: (value: boolean) => `b${value}`,
  date: (value: Date) => `d${value.getTime()}`,
  regex: (value: BSONRegExp) => `r${joinKeys([value.pattern, value.options])}`,
}

/** A string that two values share exactly when MongoDB holds them equal; the hash key of documents and groups. */
export function keyOf(value: unknown): string {
  return writers[kindOf(value)](value as never)
}
