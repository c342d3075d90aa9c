import { BSONRegExp } from 'bson'
import { CommandError } from '../errors'
import type { Collation } from '../values/collation'
import { compareValues, isSameValue } from '../values/compare-values'
import { isNullish, isNumber, isOperators, kindOf, toNumber, typeNameOf } from '../values/value'
import { createKeyOf } from '../values/value-key'
import { type FieldTest, testElements, testNot, type ValueTest } from './field-test'
import { fromBsonRegex } from './regex'

type CompileComparison = (operand: unknown, collation: Collation | undefined) => FieldTest

function refuseRegex(operand: unknown, operator: string): void {
  if (operand instanceof BSONRegExp) {
    throw new CommandError('BadValue', `Can't have RegEx as arg to predicate over field (${operator}).`)
  }
}

function equalTo(operand: unknown, collation: Collation | undefined): ValueTest {
  if (isNullish(operand)) return isNullish
  return (value) => isSameValue(value, operand, collation)
}

function isNaNumber(value: unknown): boolean {
  return isNumber(value) && Number.isNaN(toNumber(value))
}

/** Compares only within one type bracket, and never orders NaN, as MongoDB does. */
function ordered(
  operand: unknown,
  collation: Collation | undefined,
  accepts: (order: number) => boolean,
): ValueTest {
  const kind = kindOf(operand)
  if (kind === 'null') return (value) => isNullish(value) && accepts(0)
  const isOperandNaN = isNaNumber(operand)
  return (value) => {
    if (kindOf(value) !== kind) return false
    if (isOperandNaN || (kind === 'number' && isNaNumber(value))) {
      return isOperandNaN && isNaNumber(value) && accepts(0)
    }
    return accepts(compareValues(value, operand, collation))
  }
}

function orderOperator(operator: string, accepts: (order: number) => boolean): CompileComparison {
  return (operand, collation) => {
    refuseRegex(operand, operator)
    return testElements(ordered(operand, collation, accepts))
  }
}

function assertInList(operand: unknown, operator: string): unknown[] {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', `${operator} needs an array`)
  if (operand.some(isOperators)) throw new CommandError('BadValue', `cannot nest $ under ${operator}`)
  return operand
}

function isIn(operand: unknown, operator: string, collation: Collation | undefined): FieldTest {
  const list = assertInList(operand, operator)
  const keyOf = createKeyOf(collation)
  const keys = new Set(list.map(keyOf))
  const acceptsMissing = list.includes(null)
  const regexes = list.filter((item) => item instanceof BSONRegExp).map(fromBsonRegex)
  return testElements((value) => {
    if (value === undefined) return acceptsMissing
    if (keys.has(keyOf(value))) return true
    return typeof value === 'string' && regexes.some((regex) => regex.test(value))
  })
}

function isEqual(operand: unknown, collation: Collation | undefined): FieldTest {
  return testElements(equalTo(operand, collation))
}

/** Equality as the operator takes it: a regular expression equals itself only and matches nothing. */
export const comparisonOperators: Record<string, CompileComparison> = {
  $eq: isEqual,
  $ne: (operand, collation) => {
    refuseRegex(operand, '$ne')
    return testNot(isEqual(operand, collation))
  },
  $gt: orderOperator('$gt', (order) => order > 0),
  $gte: orderOperator('$gte', (order) => order >= 0),
  $lt: orderOperator('$lt', (order) => order < 0),
  $lte: orderOperator('$lte', (order) => order <= 0),
  $in: (operand, collation) => isIn(operand, '$in', collation),
  $nin: (operand, collation) => testNot(isIn(operand, '$nin', collation)),
}

/** The condition a bare value in a filter stands for: equality, or a match when it is a regular expression. */
export function compileImplicit(operand: unknown, collation: Collation | undefined): FieldTest {
  return operand instanceof BSONRegExp ? matchesRegex(operand) : isEqual(operand, collation)
}

export function matchesRegex(operand: BSONRegExp): FieldTest {
  const regex = fromBsonRegex(operand)
  return testElements((value) =>
    typeof value === 'string' ? regex.test(value) : isSameValue(value, operand),
  )
}

/** A whole number that an operator requires, also when it is a double or a 64-bit integer. */
export function requireWholeNumber(operand: unknown, operator: string): number {
  const number = isNumber(operand) ? toNumber(operand) : undefined
  if (number !== undefined && Number.isSafeInteger(number)) return number
  throw new CommandError(
    'FailedToParse',
    `Failed to parse ${operator}. Expected an integer, but got a value of type ${typeNameOf(operand)}`,
  )
}
