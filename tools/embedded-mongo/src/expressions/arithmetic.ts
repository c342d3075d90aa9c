import { Long } from 'bson'
import { CommandError, unsupported } from '../errors'
import type { Collation } from '../values/collation'
import { compareValues } from '../values/compare-values'
import * as numbers from '../values/numbers'
import { type BsonNumber, isNullish, isNumber, numberTypeOf, toNumber, typeNameOf } from '../values/value'
import { asNumber, binary, type OperatorTable, overArguments, overPresent, variadic } from './expression'

type Combine = (left: BsonNumber, right: BsonNumber) => BsonNumber | undefined

/** Where 64 bits overflow an expression goes on with doubles. */
function orDouble(combine: Combine, withDoubles: (left: number, right: number) => number) {
  return (left: BsonNumber, right: BsonNumber): BsonNumber =>
    combine(left, right) ?? numbers.toDouble(withDoubles(toNumber(left), toNumber(right)))
}

const add = orDouble(numbers.add, (left, right) => left + right)
const subtract = orDouble(numbers.subtract, (left, right) => left - right)
const multiply = orDouble(numbers.multiply, (left, right) => left * right)

function milliseconds(value: unknown, operator: string): number {
  const number = toNumber(asNumber(value, operator))
  if (Number.isInteger(number)) return number
  throw unsupported(`fractions of a millisecond in ${operator}`)
}

function dateAt(time: number): Date {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw new CommandError('Overflow', 'date overflow')
  return date
}

function addAll(values: unknown[]): unknown {
  const dates = values.filter((value) => value instanceof Date)
  if (dates.length > 1) {
    throw new CommandError('Location16612', 'only one date allowed in an $add expression')
  }
  const [date] = dates
  const others = values.filter((value) => value !== date)
  const wrong = others.find((value) => !isNumber(value))
  if (wrong !== undefined) {
    throw new CommandError(
      'TypeMismatch',
      `$add only supports numeric or date types, not ${typeNameOf(wrong)}`,
    )
  }
  if (date)
    return dateAt(others.reduce<number>((sum, value) => sum + milliseconds(value, '$add'), date.getTime()))
  return sumOf(others)
}

function subtractOne([left, right]: unknown[]): unknown {
  if (left instanceof Date) {
    if (right instanceof Date) return Long.fromNumber(left.getTime() - right.getTime())
    if (isNumber(right)) return dateAt(left.getTime() - milliseconds(right, '$subtract'))
  } else if (isNumber(left) && isNumber(right)) return subtract(left, right)
  throw new CommandError('TypeMismatch', `can't $subtract ${typeNameOf(right)} from ${typeNameOf(left)}`)
}

function divide([left, right]: unknown[]): unknown {
  if (!isNumber(left) || !isNumber(right)) {
    throw new CommandError(
      'TypeMismatch',
      `$divide only supports numeric types, not ${typeNameOf(left)} and ${typeNameOf(right)}`,
    )
  }
  if (toNumber(right) === 0) throw new CommandError('BadValue', "can't $divide by zero")
  return numbers.toDouble(toNumber(left) / toNumber(right))
}

function listOf(values: unknown[]): unknown[] {
  const [first] = values
  return values.length === 1 && Array.isArray(first) ? first : values
}

/** The sum of doubles, with the rounding errors carried along as MongoDB's own summation does. */
function sumOfDoubles(values: number[]): number {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    const share = next - sum
    lost += sum - (next - share) + (value - share)
    sum = next
  }
  return Number.isFinite(sum) ? sum + lost : sum
}

/**
 * The sum of the numbers among the values, in the widest of their types.
 * @see https://www.mongodb.com/docs/manual/reference/operator/aggregation/sum/
 */
export function sumOf(values: unknown[]): BsonNumber {
  const summands = values.filter(isNumber)
  if (summands.some((value) => numberTypeOf(value) === 'double')) {
    return numbers.toDouble(sumOfDoubles(summands.map(toNumber)))
  }
  return summands.reduce<BsonNumber>(add, 0)
}

/** The mean of the numbers among the values, always a double; null when there are none. */
export function averageOf(values: unknown[]): BsonNumber | null {
  const summands = values.filter(isNumber).map(toNumber)
  return summands.length === 0 ? null : numbers.toDouble(sumOfDoubles(summands) / summands.length)
}

/** The least (direction 1) or greatest (direction -1) value, null and missing left out; null when none is left. */
export function extremeOf(values: unknown[], direction: 1 | -1, collation: Collation | undefined): unknown {
  const present = values.filter((value) => !isNullish(value))
  if (present.length === 0) return null
  return present.reduce((best, value) =>
    compareValues(value, best, collation) * direction < 0 ? value : best,
  )
}

function extreme(operator: string, direction: 1 | -1) {
  return overArguments(operator, variadic, (values, { collation }) =>
    extremeOf(listOf(values), direction, collation),
  )
}

function comparison(operator: string, accepts: (order: number) => unknown) {
  return overArguments(operator, binary, ([left, right], { collation }) =>
    accepts(compareValues(left, right, collation)),
  )
}

export const arithmeticOperators: OperatorTable = {
  $add: overPresent('$add', variadic, addAll),
  $avg: overArguments('$avg', variadic, (values) => averageOf(listOf(values))),
  $cmp: comparison('$cmp', Math.sign),
  $divide: overPresent('$divide', binary, divide),
  $eq: comparison('$eq', (order) => order === 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $max: extreme('$max', -1),
  $min: extreme('$min', 1),
  $multiply: overPresent('$multiply', variadic, (values) =>
    values.map((value) => asNumber(value, '$multiply')).reduce<BsonNumber>(multiply, 1),
  ),
  $ne: comparison('$ne', (order) => order !== 0),
  $subtract: overPresent('$subtract', binary, subtractOne),
  $sum: overArguments('$sum', variadic, (values) => sumOf(listOf(values))),
}
