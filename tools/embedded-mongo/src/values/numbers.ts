import { Double, Long } from 'bson'
import { unsupported } from '../errors'
import { type BsonNumber, isInt32, numberTypeOf, toNumber } from './value'

/** A number of BSON type double. */
export function toDouble(value: number): BsonNumber {
  return isInt32(value) ? new Double(value) : value
}

function toBigInt(value: BsonNumber): bigint {
  return typeof value === 'object' && value._bsontype === 'Long' ? value.toBigInt() : BigInt(toNumber(value))
}

/**
 * The sum in the wider of the two types; two ints that overflow make a long.
 * @see https://www.mongodb.com/docs/manual/reference/operator/update/inc/
 */
export function add(left: BsonNumber, right: BsonNumber): BsonNumber {
  const types = [numberTypeOf(left), numberTypeOf(right)]
  if (types.includes('double')) return toDouble(toNumber(left) + toNumber(right))
  const sum = toBigInt(left) + toBigInt(right)
  if (!types.includes('long') && BigInt.asIntN(32, sum) === sum) return Number(sum)
  if (BigInt.asIntN(64, sum) === sum) return Long.fromBigInt(sum)
  throw unsupported('sums beyond 64 bits')
}

/** Numerically, whatever the types, also beyond 2^53; NaN comes first. */
export function compareNumbers(left: BsonNumber, right: BsonNumber): number {
  const [a, b] = [toNumber(left), toNumber(right)]
  const order = comparePlain(a, b)
  const areExact = typeof left === 'number' && typeof right === 'number'
  if (order !== 0 || areExact || !Number.isFinite(a) || Number.isSafeInteger(a)) return order
  // Equal as doubles and both whole: fractions end far below 2^53.
  return Number(toBigInt(left) - toBigInt(right))
}

function comparePlain(left: number, right: number): number {
  if (left < right) return -1
  if (left > right) return 1
  return left === right ? 0 : Number(Number.isNaN(right)) - Number(Number.isNaN(left))
}

/** A text that equal numbers share, whatever their types. */
export function numberKey(value: BsonNumber): string {
  const number = toNumber(value)
  const isExact = Number.isSafeInteger(number) || !Number.isInteger(number)
  // Adding zero turns -0, which MongoDB holds equal to 0, into 0.
  return isExact ? `${number + 0}` : `${toBigInt(value)}`
}

/** Whether two numbers have the same type and value, where 0 and -0 differ. */
export function isIdenticalNumber(left: BsonNumber, right: BsonNumber): boolean {
  if (numberTypeOf(left) !== numberTypeOf(right)) return false
  return numberTypeOf(left) === 'long'
    ? compareNumbers(left, right) === 0
    : Object.is(toNumber(left), toNumber(right))
}
