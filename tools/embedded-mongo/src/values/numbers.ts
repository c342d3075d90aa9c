import { Double, Long } from 'bson'
import { type BsonNumber, isInt32, numberTypeOf, toNumber } from './value'

/** A number of BSON type double. */
export function toDouble(value: number): BsonNumber {
  return isInt32(value) ? new Double(value) : value
}

/** An integer in the narrowest of int and long that holds it; undefined beyond 64 bits. */
function toInteger(value: bigint, isLong: boolean): BsonNumber | undefined {
  if (!isLong && BigInt.asIntN(32, value) === value) return Number(value)
  return BigInt.asIntN(64, value) === value ? Long.fromBigInt(value) : undefined
}

function toBigInt(value: BsonNumber): bigint {
  return typeof value === 'object' && value._bsontype === 'Long' ? value.toBigInt() : BigInt(toNumber(value))
}

interface Operation {
  doubles: (left: number, right: number) => number
  integers: (left: bigint, right: bigint) => bigint
}

function combine(
  left: BsonNumber,
  right: BsonNumber,
  { doubles, integers }: Operation,
): BsonNumber | undefined {
  const types = [numberTypeOf(left), numberTypeOf(right)]
  if (types.includes('double')) return toDouble(doubles(toNumber(left), toNumber(right)))
  const isLong = types.includes('long')
  if (!isLong) {
    const result = doubles(toNumber(left), toNumber(right))
    // Of whole numbers no result is -0.
    if (isInt32(result + 0)) return result + 0
  }
  return toInteger(integers(toBigInt(left), toBigInt(right)), isLong)
}

const addition: Operation = {
  doubles: (left, right) => left + right,
  integers: (left, right) => left + right,
}
const subtraction: Operation = {
  doubles: (left, right) => left - right,
  integers: (left, right) => left - right,
}
const product: Operation = { doubles: (left, right) => left * right, integers: (left, right) => left * right }

/**
 * The sum in the wider of the two types; two ints that overflow make a long. Undefined when a long overflows.
 * @see https://www.mongodb.com/docs/manual/reference/operator/update/inc/
 */
export function add(left: BsonNumber, right: BsonNumber): BsonNumber | undefined {
  return combine(left, right, addition)
}

/** Like `add`. */
export function subtract(left: BsonNumber, right: BsonNumber): BsonNumber | undefined {
  return combine(left, right, subtraction)
}

/** Like `add`. */
export function multiply(left: BsonNumber, right: BsonNumber): BsonNumber | undefined {
  return combine(left, right, product)
}

/** Numerically, whatever the types, also beyond 2^53; NaN comes first. */
export function compareNumbers(left: BsonNumber, right: BsonNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return comparePlain(left, right)
  const [a, b] = [toNumber(left), toNumber(right)]
  const order = comparePlain(a, b)
  const areBothExact =
    Number.isSafeInteger(a) || Number.isSafeInteger(b) || !Number.isFinite(a) || !Number.isFinite(b)
  if (order !== 0 || areBothExact) return order
  // Both are whole: fractions end far below 2^53.
  const [wholeLeft, wholeRight] = [toBigInt(left), toBigInt(right)]
  return wholeLeft < wholeRight ? -1 : Number(wholeLeft > wholeRight)
}

function comparePlain(left: number, right: number): number {
  if (left < right) return -1
  if (left > right) return 1
  if (left === right) return 0
  return Number(Number.isNaN(right)) - Number(Number.isNaN(left))
}

/** A text that equal numbers share, whatever their types. */
export function numberKey(value: BsonNumber): string {
  const number = toNumber(value)
  // Adding zero turns -0, which MongoDB holds equal to 0, into 0.
  if (Number.isSafeInteger(number) || !Number.isInteger(number) || Math.abs(number) > 2 ** 64)
    return `${number + 0}`
  return `${toBigInt(value)}`
}

/** Whether two numbers have the same type and value, where 0 and -0 differ. */
export function isIdenticalNumber(left: BsonNumber, right: BsonNumber): boolean {
  if (typeof left === 'number') return Object.is(left, right)
  if (numberTypeOf(left) !== numberTypeOf(right)) return false
  return left._bsontype === 'Long'
    ? compareNumbers(left, right) === 0
    : Object.is(left.value, toNumber(right))
}
