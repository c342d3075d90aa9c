import { isNullish, isNumber, toNumber } from '../values/value'

/** Truth in an aggregation expression: false, null, missing and 0 are false, everything else is true. */
export function isTruthy(value: unknown): boolean {
  return !(isNullish(value) || value === false || (isNumber(value) && toNumber(value) === 0))
}
