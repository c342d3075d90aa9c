import { unsupported } from '../errors'

/** @throws `NotImplemented` for a sum of whole numbers that JavaScript would round, which 64-bit integers do not */
export function assertExact(sum: number, terms: number[]): number {
  if (Number.isInteger(sum) && !Number.isSafeInteger(sum) && terms.every(Number.isInteger))
    throw unsupported('sums beyond 2^53')
  return sum
}

/** NaN comes first. */
export function compareNumbers(left: number, right: number): number {
  if (left < right) return -1
  if (left > right) return 1
  return left === right ? 0 : Number(Number.isNaN(right)) - Number(Number.isNaN(left))
}
