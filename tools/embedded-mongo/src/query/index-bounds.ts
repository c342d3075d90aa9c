import { BSONRegExp } from 'bson'
import type { Collation } from '../values/collation'
import { compareValues, isSameValue } from '../values/compare-values'
import { type Document, isDocument, isOperators, type Kind, kindOf } from '../values/value'

/** A stretch of an index in the order of its values. An end that is absent is the end of the operand's type. */
export interface Interval {
  low?: { value: unknown; isIncluded: boolean }
  high?: { value: unknown; isIncluded: boolean }
}

/** What a condition allows for the values of a field: intervals that do not overlap, in ascending order. */
export interface Bounds {
  intervals: readonly Interval[]
  /** Every interval is a single value. */
  arePoints: boolean
}

/** All values there are, missing ones included. */
export const allValues: Bounds = { intervals: [{}], arePoints: false }

// For these kinds a document that matches always has the value itself among its index keys.
const pointKinds = new Set<Kind>([
  'string',
  'number',
  'boolean',
  'objectId',
  'date',
  'binary',
  'null',
  'object',
])
const orderedKinds = new Set<Kind>(['string', 'number', 'boolean', 'objectId', 'date', 'binary'])

function toPoints(values: unknown[]): Bounds | undefined {
  if (!values.every((value) => pointKinds.has(kindOf(value)))) return undefined
  const sorted = values.toSorted(compareValues)
  const distinct = sorted.filter((value, index) => index === 0 || !isSameValue(value, sorted[index - 1]))
  const intervals = distinct.map((value): Interval => {
    const end = { value, isIncluded: true }
    return { low: end, high: end }
  })
  return { intervals, arePoints: true }
}

const rangeOperators: Record<string, (value: unknown) => Interval> = {
  $gt: (value) => ({ low: { value, isIncluded: false } }),
  $gte: (value) => ({ low: { value, isIncluded: true } }),
  $lt: (value) => ({ high: { value, isIncluded: false } }),
  $lte: (value) => ({ high: { value, isIncluded: true } }),
}

/** `^abc` without options allows only strings from "abc" up to "abd"; other patterns allow any string. */
function regexBounds(regex: BSONRegExp): Bounds {
  const { pattern, options } = regex
  const prefix = options === '' ? (/^\^([\w -]+)(?![\w -]*[*?{|])/.exec(pattern)?.[1] ?? '') : ''
  const last = prefix.charCodeAt(prefix.length - 1)
  if (prefix === '' || pattern.includes('|')) return allValues
  const next = prefix.slice(0, -1) + String.fromCharCode(last + 1)
  const strings = { low: { value: prefix, isIncluded: true }, high: { value: next, isIncluded: false } }
  // A stored regular expression matches itself.
  const itself = { value: regex, isIncluded: true }
  return { intervals: [strings, { low: itself, high: itself }], arePoints: false }
}

function operatorBounds(name: string, operand: unknown): Bounds | undefined {
  if (name === '$eq') return operand instanceof BSONRegExp ? undefined : toPoints([operand])
  if (name === '$in') return Array.isArray(operand) ? toPoints(operand) : undefined
  if (name === '$exists') return operand === true ? allValues : undefined
  if (name === '$regex') return operand instanceof BSONRegExp ? regexBounds(operand) : allValues
  const toInterval = Object.hasOwn(rangeOperators, name) ? rangeOperators[name] : undefined
  if (!toInterval || !orderedKinds.has(kindOf(operand)) || Number.isNaN(operand)) return undefined
  return { intervals: [toInterval(operand)], arePoints: false }
}

export interface FieldCondition {
  field: string
  bounds: Bounds
  /** Whether only documents that have the field pass. */
  needsField: boolean
}

function conditionsOfField(field: string, condition: unknown): FieldCondition[] {
  if (condition instanceof BSONRegExp) return [{ field, bounds: regexBounds(condition), needsField: true }]
  if (!isOperators(condition)) {
    const bounds = toPoints([condition])
    return bounds ? [{ field, bounds, needsField: condition !== null }] : []
  }
  return Object.entries(condition).flatMap(([name, operand]): FieldCondition[] => {
    if (name === '$elemMatch' && isDocument(operand)) return conditionsOfElement(field, operand)
    const bounds = operatorBounds(name, operand)
    if (!bounds) return []
    const acceptsMissing = operand === null || (Array.isArray(operand) && operand.includes(null))
    return [{ field, bounds, needsField: !acceptsMissing }]
  })
}

function conditionsOfElement(field: string, operand: Document): FieldCondition[] {
  if (isOperators(operand)) return conditionsOfField(field, operand)
  return fieldConditions(operand).map((condition) => ({ ...condition, field: `${field}.${condition.field}` }))
}

/** Everything a document must pass, one entry per field or logical operator; `$and` is taken apart. */
export function conjuncts(filter: Document): [string, unknown][] {
  return Object.entries(filter).flatMap(([name, condition]): [string, unknown][] => {
    if (name === '$and' && Array.isArray(condition)) return condition.filter(isDocument).flatMap(conjuncts)
    return [[name, condition]]
  })
}

/** What a filter says about single fields as far as an index can use it. Every document that passes is inside all bounds. */
export function fieldConditions(filter: Document): FieldCondition[] {
  return conjuncts(filter).flatMap(([name, condition]) =>
    name.startsWith('$') ? [] : conditionsOfField(name, condition),
  )
}

/** Negative before an interval, zero inside, positive after it. Values of another type than the ends' are outside. */
export function positionAt({ low, high }: Interval, value: unknown, collation?: Collation): number {
  const end = low ?? high
  if (!end) return 0
  if (kindOf(value) !== kindOf(end.value)) return compareValues(value, end.value)
  if (low) {
    const order = compareValues(value, low.value, collation)
    if (order < 0 || (order === 0 && !low.isIncluded)) return -1
  }
  if (high) {
    const order = compareValues(value, high.value, collation)
    if (order > 0 || (order === 0 && !high.isIncluded)) return 1
  }
  return 0
}

export function isInside({ intervals }: Bounds, value: unknown, collation?: Collation): boolean {
  // The order of the intervals is that of no collation.
  if (collation) return intervals.some((interval) => positionAt(interval, value, collation) === 0)
  let [from, to] = [0, intervals.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const position = positionAt(intervals[middle] ?? {}, value)
    if (position === 0) return true
    if (position < 0) to = middle
    else from = middle + 1
  }
  return false
}

function intersectRanges(left: Interval, right: Interval): Interval | undefined {
  const kinds = [left, right].map(({ low, high }) => kindOf((low ?? high)?.value))
  // Of two types nothing passes both; either range alone is still right.
  if (kinds[0] !== kinds[1]) return undefined
  const lows = [left.low, right.low].filter((end) => end !== undefined)
  const highs = [left.high, right.high].filter((end) => end !== undefined)
  return {
    low: lows.reduce<Interval['low']>(
      (best, end) => (best && isInside(below(best), end.value) ? best : end),
      undefined,
    ),
    high: highs.reduce<Interval['high']>(
      (best, end) => (best && isInside(above(best), end.value) ? best : end),
      undefined,
    ),
  }
}

function below(end: { value: unknown }): Bounds {
  return { intervals: [{ high: { value: end.value, isIncluded: false } }], arePoints: false }
}

function above(end: { value: unknown }): Bounds {
  return { intervals: [{ low: { value: end.value, isIncluded: false } }], arePoints: false }
}

function isFull({ intervals }: Bounds): boolean {
  return intervals.some(({ low, high }) => !low && !high)
}

function narrower(left: Bounds, right: Bounds, isMultikey: boolean): Bounds {
  if (isFull(left)) return right
  if (isFull(right)) return left
  if (left.arePoints && right.arePoints) return right.intervals.length < left.intervals.length ? right : left
  if (left.arePoints) return left
  if (right.arePoints) return right
  const [first, ...moreOfLeft] = left.intervals
  const [second, ...moreOfRight] = right.intervals
  // Different elements of an array may pass the two conditions: only one of them bounds the scan.
  const areSimple = first && second && moreOfLeft.length + moreOfRight.length === 0
  const both = areSimple && !isMultikey ? intersectRanges(first, second) : undefined
  return both ? { intervals: [both], arePoints: false } : left
}

/** The narrowest bounds that several conditions on one field allow; undefined when there are none. */
export function narrow(conditions: Bounds[], isMultikey: boolean): Bounds | undefined {
  return conditions.reduce<Bounds | undefined>(
    (best, next) => (best ? narrower(best, next, isMultikey) : next),
    undefined,
  )
}
