import { compareValues, isSameValue } from '../values/compare-values'
import { type Document, isDocument, isOperators, type Kind, kindOf } from '../values/value'

interface End {
  value: unknown
  isIncluded: boolean
}

/** A stretch of an index in the order of its values. An end that is absent is the end of the other end's type, or of everything. */
export interface Interval {
  low?: End
  high?: End
}

/** The values that one condition allows for a field; every document that passes is inside. */
export interface FieldCondition {
  field: string
  /** Intervals in ascending order; where there are several, each is a single value. */
  intervals: Interval[]
  arePoints: boolean
  /** Whether only documents that have the field pass. */
  needsField: boolean
}

// A document that matches a value of these kinds always has the value itself among its index keys.
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

function pointsOf(field: string, values: unknown[]): FieldCondition[] {
  if (!values.every((value) => pointKinds.has(kindOf(value)))) return []
  const sorted = values.toSorted(compareValues)
  const distinct = sorted.filter((value, index) => index === 0 || !isSameValue(value, sorted[index - 1]))
  const ends = distinct.map((value) => ({ value, isIncluded: true }))
  return [
    {
      field,
      intervals: ends.map((end) => ({ low: end, high: end })),
      arePoints: true,
      needsField: !values.includes(null),
    },
  ]
}

const rangeOf = (field: string, interval: Interval): FieldCondition[] => [
  { field, intervals: [interval], arePoints: false, needsField: true },
]

function conditionsOfOperator(field: string, name: string, operand: unknown): FieldCondition[] {
  if (name === '$eq') return pointsOf(field, [operand])
  if (name === '$in' && Array.isArray(operand)) return pointsOf(field, operand)
  if (!orderedKinds.has(kindOf(operand))) return []
  const end = { value: operand, isIncluded: name.endsWith('e') }
  if (name === '$gt' || name === '$gte') return rangeOf(field, { low: end })
  return name === '$lt' || name === '$lte' ? rangeOf(field, { high: end }) : []
}

function conditionsOfField(field: string, condition: unknown): FieldCondition[] {
  if (!isOperators(condition)) return pointsOf(field, [condition])
  return Object.entries(condition).flatMap(([name, operand]) => conditionsOfOperator(field, name, operand))
}

/** Everything a document must pass, one entry per field or `$or`; `$and` is taken apart. */
export function conjuncts(filter: Document): [string, unknown][] {
  return Object.entries(filter).flatMap(([name, condition]): [string, unknown][] =>
    name === '$and' && Array.isArray(condition)
      ? condition.filter(isDocument).flatMap(conjuncts)
      : [[name, condition]],
  )
}

/** A filter's conditions on single fields that an index can use. */
export function fieldConditions(filter: Document): FieldCondition[] {
  return conjuncts(filter).flatMap(([name, condition]) =>
    name.startsWith('$') ? [] : conditionsOfField(name, condition),
  )
}

/** Negative before an interval, zero inside, positive after it. Values of another type than the ends' are outside. */
export function positionAt({ low, high }: Interval, value: unknown): number {
  const end = low ?? high
  if (!end) return 0
  if (kindOf(value) !== kindOf(end.value)) return compareValues(value, end.value)
  if (low) {
    const order = compareValues(value, low.value)
    if (order < 0 || (order === 0 && !low.isIncluded)) return -1
  }
  if (high) {
    const order = compareValues(value, high.value)
    if (order > 0 || (order === 0 && !high.isIncluded)) return 1
  }
  return 0
}

/**
 * The narrowest intervals that several conditions on one field allow; undefined when there are none.
 * @param areSeveral a document may have several values there, so that different ones may pass two conditions
 */
export function narrow(
  conditions: FieldCondition[],
  areSeveral: boolean,
): Pick<FieldCondition, 'intervals' | 'arePoints'> | undefined {
  const points = conditions.filter(({ arePoints }) => arePoints)
  if (points.length > 0)
    return points.reduce((best, next) => (next.intervals.length < best.intervals.length ? next : best))
  const [first, ...others] = conditions
  if (!first || areSeveral) return first
  // A lower end of one condition and an upper end of another bound more than either; which lower one does not matter.
  const all = [first, ...others].flatMap(({ intervals }) => intervals)
  const low = all.find((interval) => interval.low)?.low
  const high = all.find((interval) => interval.high)?.high
  if (!low || !high || kindOf(low.value) !== kindOf(high.value)) return first
  return { intervals: [{ low, high }], arePoints: false }
}
