import type { Binary, BSONRegExp, ObjectId } from 'bson'
import { compareNumbers } from './numbers'
import { type Document, type Kind, kindOf } from './value'

const ranks: Record<Kind, number> = {
  missing: 0,
  null: 1,
  number: 2,
  string: 3,
  object: 4,
  array: 5,
  binary: 6,
  objectId: 7,
  boolean: 8,
  date: 9,
  regex: 10,
}

/** Orders by UTF-8 bytes as MongoDB does: surrogate halves sort after every other UTF-16 unit. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return codePointOrder(a) - codePointOrder(b)
  }
  return left.length - right.length
}

function codePointOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

function compareArrays(left: unknown[], right: unknown[]): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const order = compareValues(left[index], right[index])
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** Field by field in stored order: type first, then name, then value. */
function compareDocuments(left: Document, right: Document): number {
  const names = Object.keys(left)
  const otherNames = Object.keys(right)
  const length = Math.min(names.length, otherNames.length)
  for (let index = 0; index < length; index++) {
    const name = names[index] ?? ''
    const otherName = otherNames[index] ?? ''
    const order =
      ranks[kindOf(left[name])] - ranks[kindOf(right[otherName])] ||
      (name === otherName ? 0 : compareStrings(name, otherName)) ||
      compareValues(left[name], right[otherName])
    if (order !== 0) return order
  }
  return names.length - otherNames.length
}

function compareBinaries(left: Binary, right: Binary): number {
  return (
    left.length() - right.length() ||
    left.sub_type - right.sub_type ||
    Buffer.compare(left.value(), right.value())
  )
}

function compareRegexes(left: BSONRegExp, right: BSONRegExp): number {
  return compareStrings(left.pattern, right.pattern) || compareStrings(left.options, right.options)
}

const comparators: Record<Kind, (left: never, right: never) => number> = {
  missing: () => 0,
  null: () => 0,
  number: compareNumbers,
  string: compareStrings,
  object: compareDocuments,
  array: compareArrays,
  binary: compareBinaries,
  objectId: (left: ObjectId, right: ObjectId) => compareStrings(left.toHexString(), right.toHexString()),
  boolean: (left: boolean, right: boolean) => Number(left) - Number(right),
  date: (left: Date, right: Date) => left.getTime() - right.getTime(),
  regex: compareRegexes,
}

/**
 * MongoDB's BSON comparison order. Negative, zero or positive; a missing value (`undefined`) sorts before null.
 * @see https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/
 */
export function compareValues(left: unknown, right: unknown): number {
  const kind = kindOf(left)
  const otherKind = kindOf(right)
  // Both sides have the kind that selects the comparator, which the table's type cannot express.
  return kind === otherKind
    ? comparators[kind](left as never, right as never)
    : ranks[kind] - ranks[otherKind]
}

export function isSameValue(left: unknown, right: unknown): boolean {
  return compareValues(left, right) === 0
}
