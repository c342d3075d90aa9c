import { BSONRegExp } from 'bson'
import { CommandError } from '../errors'
import { compareValues, isSameValue } from '../values/compare-values'
import { isDocument, isNullish, kindOf } from '../values/value'
import { keyOf } from '../values/value-key'
import { type FieldTest, testElements, testNot, type ValueTest } from './field-test'
import { fromBsonRegex } from './regex'

function refuseRegex(operand: unknown, operator: string): void {
  if (operand instanceof BSONRegExp) {
    throw new CommandError('BadValue', `Can't have RegEx as arg to predicate over field (${operator}).`)
  }
}

function equalTo(operand: unknown): ValueTest {
  if (isNullish(operand)) return isNullish
  return (value) => isSameValue(value, operand)
}

/** Compares only within one type bracket, and never orders NaN, as MongoDB does. */
function ordered(operand: unknown, accepts: (order: number) => boolean): ValueTest {
  const kind = kindOf(operand)
  if (kind === 'null') return (value) => isNullish(value) && accepts(0)
  const isOperandNaN = Number.isNaN(operand)
  return (value) => {
    if (kindOf(value) !== kind) return false
    if (isOperandNaN || Number.isNaN(value)) return isOperandNaN && Number.isNaN(value) && accepts(0)
    return accepts(compareValues(value, operand))
  }
}

function orderOperator(operator: string, accepts: (order: number) => boolean) {
  return (operand: unknown): FieldTest => {
    refuseRegex(operand, operator)
    return testElements(ordered(operand, accepts))
  }
}

function assertInList(operand: unknown, operator: string): unknown[] {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', `${operator} needs an array`)
  for (const item of operand) {
    if (isDocument(item) && Object.keys(item)[0]?.startsWith('$')) {
      throw new CommandError('BadValue', `cannot nest $ under ${operator}`)
    }
  }
  return operand
}

function isIn(operand: unknown, operator: string): FieldTest {
  const list = assertInList(operand, operator)
  const keys = new Set(list.map(keyOf))
  const acceptsMissing = list.includes(null)
  const regexes = list.filter((item) => item instanceof BSONRegExp).map(fromBsonRegex)
  return testElements((value) => {
    if (value === undefined) return acceptsMissing
    if (keys.has(keyOf(value))) return true
    return typeof value === 'string' && regexes.some((regex) => regex.test(value))
  })
}

function isMultiple(operand: unknown): FieldTest {
  if (!Array.isArray(operand) || operand.length !== 2 || operand.some((part) => !Number.isFinite(part))) {
    throw new CommandError('BadValue', 'malformed mod, needs to be an array of two numbers')
  }
  const [divisor, remainder] = operand.map((part) => Math.trunc(Number(part)))
  if (!divisor) throw new CommandError('BadValue', 'divisor cannot be 0')
  return testElements((value) => Number.isFinite(value) && Math.trunc(Number(value)) % divisor === remainder)
}

function isEqual(operand: unknown): FieldTest {
  return testElements(equalTo(operand))
}

export const comparisonOperators: Record<string, (operand: unknown) => FieldTest> = {
  $eq: isEqual,
  $ne: (operand) => {
    refuseRegex(operand, '$ne')
    return testNot(isEqual(operand))
  },
  $gt: orderOperator('$gt', (order) => order > 0),
  $gte: orderOperator('$gte', (order) => order >= 0),
  $lt: orderOperator('$lt', (order) => order < 0),
  $lte: orderOperator('$lte', (order) => order <= 0),
  $in: (operand) => isIn(operand, '$in'),
  $nin: (operand) => testNot(isIn(operand, '$nin')),
  $mod: isMultiple,
}

/** The condition a bare value in a filter stands for: equality, or a match when it is a regular expression. */
export function compileImplicit(operand: unknown): FieldTest {
  if (!(operand instanceof BSONRegExp)) return isEqual(operand)
  return matchesRegex(operand)
}

export function matchesRegex(operand: BSONRegExp): FieldTest {
  const regex = fromBsonRegex(operand)
  return testElements((value) =>
    typeof value === 'string' ? regex.test(value) : isSameValue(value, operand),
  )
}
