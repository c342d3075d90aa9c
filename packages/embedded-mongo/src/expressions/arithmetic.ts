import { CommandError } from '../errors'
import { compareValues } from '../values/compare-values'
import { isNullish } from '../values/value'
import {
  asNumber,
  binary,
  type OperatorTable,
  overArguments,
  overPresent,
  unary,
  variadic,
} from './expression'

/** Half to even at the given decimal place (negative places are left of the point), as MongoDB rounds. */
function round(value: number, place: number): number {
  if (!Number.isFinite(value)) return value
  const scale = 10 ** Math.abs(place)
  const scaled = place < 0 ? value / scale : value * scale
  const floor = Math.floor(scaled)
  const isTie = scaled - floor === 0.5
  const rounded = isTie ? floor + Math.abs(floor % 2) : Math.round(scaled)
  return place < 0 ? rounded * scale : rounded / scale
}

function truncate(value: number, place: number): number {
  const scale = 10 ** place
  return Math.trunc(value * scale) / scale
}

function atPlace(operator: string, apply: (value: number, place: number) => number) {
  return overPresent({ least: 1, most: 2 }, ([value, place = 0]) => {
    const digits = asNumber(place, operator)
    if (!Number.isInteger(digits) || digits < -20 || digits > 100) {
      throw new CommandError('BadValue', `${operator} needs a whole number of places from -20 to 100`)
    }
    return apply(asNumber(value, operator), digits)
  })
}

function unaryMath(operator: string, apply: (value: number) => number) {
  return overPresent(unary, ([value]) => apply(asNumber(value, operator)))
}

function add(values: unknown[]): unknown {
  const dates = values.filter((value) => value instanceof Date)
  if (dates.length > 1) throw new CommandError('TypeMismatch', 'only one date allowed in an $add expression')
  const sum = values.reduce<number>(
    (total, value) => total + (value instanceof Date ? value.getTime() : asNumber(value, '$add')),
    0,
  )
  return dates.length === 1 ? new Date(sum) : sum
}

function subtract([left, right]: unknown[]): unknown {
  if (!(left instanceof Date)) return asNumber(left, '$subtract') - asNumber(right, '$subtract')
  if (right instanceof Date) return left.getTime() - right.getTime()
  return new Date(left.getTime() - asNumber(right, '$subtract'))
}

function divide([left, right]: unknown[]): number {
  const divisor = asNumber(right, '$divide')
  if (divisor === 0) throw new CommandError('BadValue', "can't $divide by zero")
  return asNumber(left, '$divide') / divisor
}

function remainder([left, right]: unknown[]): number {
  const divisor = asNumber(right, '$mod')
  if (divisor === 0) throw new CommandError('BadValue', "can't $mod by zero")
  return asNumber(left, '$mod') % divisor
}

function flatNumbers(values: unknown[]): number[] {
  const [first] = values
  const list: unknown[] = values.length === 1 && Array.isArray(first) ? first : values
  return list.filter((value) => typeof value === 'number')
}

/** The sum of the numbers, with the rounding errors carried along as MongoDB's own summation does. */
export function sumOf(numbers: number[]): number {
  let sum = 0
  let lost = 0
  for (const value of numbers) {
    const next = sum + value
    const share = next - sum
    lost += sum - (next - share) + (value - share)
    sum = next
  }
  return Number.isFinite(sum) ? sum + lost : sum
}

/** The mean of the numbers, null when there are none. */
export function averageOf(numbers: number[]): number | null {
  return numbers.length === 0 ? null : sumOf(numbers) / numbers.length
}

/** The least (direction 1) or greatest (direction -1) value, null and missing left out; null when none is left. */
export function extremeOf(values: unknown[], direction: 1 | -1): unknown {
  const present = values.filter((value) => !isNullish(value))
  if (present.length === 0) return null
  return present.reduce((best, value) => (compareValues(value, best) * direction < 0 ? value : best))
}

function extreme(direction: 1 | -1) {
  return overArguments(variadic, (values) => {
    const [first] = values
    return extremeOf(values.length === 1 && Array.isArray(first) ? first : values, direction)
  })
}

function comparison(accepts: (order: number) => unknown) {
  return overArguments(binary, ([left, right]) => accepts(compareValues(left, right)))
}

export const arithmeticOperators: OperatorTable = {
  $abs: unaryMath('$abs', Math.abs),
  $add: overPresent(variadic, add),
  $avg: overArguments(variadic, (values) => averageOf(flatNumbers(values))),
  $ceil: unaryMath('$ceil', Math.ceil),
  $cmp: comparison(Math.sign),
  $divide: overPresent(binary, divide),
  $eq: comparison((order) => order === 0),
  $floor: unaryMath('$floor', Math.floor),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $max: extreme(-1),
  $min: extreme(1),
  $mod: overPresent(binary, remainder),
  $multiply: overPresent(variadic, (values) =>
    values.reduce<number>((product, value) => product * asNumber(value, '$multiply'), 1),
  ),
  $ne: comparison((order) => order !== 0),
  $round: atPlace('$round', round),
  $subtract: overPresent(binary, subtract),
  $sum: overArguments(variadic, (values) => sumOf(flatNumbers(values))),
  $trunc: atPlace('$trunc', truncate),
}
