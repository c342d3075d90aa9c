import { BSONRegExp } from 'bson'
import { CommandError, unsupported } from '../errors'
import { compileExpression, evaluateFor } from '../expressions/compile-expression'
import { isTruthy } from '../expressions/truth'
import { queryOperatorsOfMongoDB, topLevelQueryOperatorsOfMongoDB } from '../mongodb-names'
import type { Collation } from '../values/collation'
import { splitPath } from '../values/document-path'
import {
  type Document,
  fieldsOf,
  isDocument,
  isNumber,
  isOperators,
  setField,
  toNumber,
} from '../values/value'
import { comparisonOperators, compileImplicit, matchesRegex, requireWholeNumber } from './comparisons'
import { type ArrayMatch, type FieldTest, testEvery, testNot, testWhole } from './field-test'

/** Whether a document passes a filter; fills in `match` where an array element decided it. */
export type Matcher = (document: Document, match?: ArrayMatch) => boolean

interface Siblings {
  condition: Document
  collation: Collation | undefined
}

type CompileOperator = (operand: unknown, siblings: Siblings) => FieldTest

function isFalse(operand: unknown): boolean {
  return operand === false || operand === null || (isNumber(operand) && toNumber(operand) === 0)
}

const operators: Record<string, CompileOperator> = {
  ...Object.fromEntries(
    Object.entries(comparisonOperators).map(([name, compile]): [string, CompileOperator] => [
      name,
      (operand, { collation }) => compile(operand, collation),
    ]),
  ),
  $exists: (operand) => {
    const exists = testWhole((value) => value !== undefined)
    return isFalse(operand) ? testNot(exists) : exists
  },
  $not: (operand, { collation }) => {
    if (operand instanceof BSONRegExp) return testNot(matchesRegex(operand))
    if (!isDocument(operand)) throw new CommandError('BadValue', '$not needs a regex or a document')
    if (Object.keys(operand).length === 0) throw new CommandError('BadValue', '$not cannot be empty')
    return testNot(compileOperators(operand, collation))
  },
  $regex: (operand, { condition }) => matchesRegex(regexOf(operand, condition)),
  $options: (_operand, { condition }) => {
    if (!('$regex' in condition)) throw new CommandError('BadValue', '$options needs a $regex')
    return testEvery([])
  },
  $size: (operand) => {
    const size = requireWholeNumber(operand, '$size')
    if (size < 0) throw new CommandError('BadValue', '$size may not be negative')
    return testWhole((value) => Array.isArray(value) && value.length === size)
  },
  $elemMatch: (operand, { collation }) => {
    if (!isDocument(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object')
    return compileElemMatch(operand, collation)
  },
}

function regexOf(operand: unknown, condition: Document): BSONRegExp {
  const options = condition['$options']
  if (options !== undefined && typeof options !== 'string') {
    throw new CommandError('BadValue', '$options has to be a string')
  }
  if (operand instanceof BSONRegExp) {
    if (options !== undefined && operand.options !== '') {
      throw new CommandError('Location51075', 'options set in both $regex and $options')
    }
    return new BSONRegExp(operand.pattern, options ?? operand.options)
  }
  if (typeof operand !== 'string') throw new CommandError('BadValue', '$regex has to be a string')
  const other = [...(options ?? '')].find((option) => !'imxsu'.includes(option))
  if (other !== undefined) {
    throw new CommandError('Location51108', `invalid flag in regex options: ${other}`)
  }
  return new BSONRegExp(operand, options)
}

function compileElemMatch(operand: Document, collation: Collation | undefined): FieldTest {
  const isValueForm = isOperators(operand) && !Object.hasOwn(logicalOperators, Object.keys(operand)[0] ?? '')
  const accepts = isValueForm
    ? elementTest(compileOperators(operand, collation))
    : documentTest(compileFilter(operand, collation))
  return testWhole((value, match) => {
    if (!Array.isArray(value)) return false
    const index = value.findIndex(accepts)
    if (index >= 0 && match) match.position = index
    return index >= 0
  })
}

function elementTest(test: FieldTest): (value: unknown) => boolean {
  return (value) => test.atElement(value)
}

/** Inside of `$elemMatch` an array is a document whose names are the positions. */
function documentTest(matches: Matcher): (value: unknown) => boolean {
  return (value) => {
    if (isDocument(value)) return matches(value)
    if (!Array.isArray(value)) return false
    const positions: Document = {}
    for (const [index, element] of value.entries()) setField(positions, String(index), element)
    return matches(positions)
  }
}

function compileOperators(condition: Document, collation: Collation | undefined): FieldTest {
  const tests = fieldsOf(condition).map(([name, operand]) => {
    const compile = Object.hasOwn(operators, name) ? operators[name] : undefined
    if (compile) return compile(operand, { condition, collation })
    if (queryOperatorsOfMongoDB.has(name)) throw unsupported(`the query operator '${name}'`)
    throw new CommandError('BadValue', `unknown operator: ${name}`)
  })
  return tests[0] && tests.length === 1 ? tests[0] : testEvery(tests)
}

/** A condition on one field, as it stands beside the field's name in a filter. */
export function compileCondition(condition: unknown, collation: Collation | undefined): FieldTest {
  return isOperators(condition)
    ? compileOperators(condition, collation)
    : compileImplicit(condition, collation)
}

function compileBranches(operand: unknown, operator: string, collation: Collation | undefined): Matcher[] {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', `${operator} must be an array`)
  if (operand.length === 0) throw new CommandError('BadValue', `${operator} must be a nonempty array`)
  if (!operand.every(isDocument)) {
    throw new CommandError('BadValue', `${operator} entries need to be full objects`)
  }
  return operand.map((branch) => compileFilter(branch, collation))
}

const logicalOperators: Record<string, (operand: unknown, collation: Collation | undefined) => Matcher> = {
  $and: (operand, collation) => everyOf(compileBranches(operand, '$and', collation)),
  $or: (operand, collation) => {
    const branches = compileBranches(operand, '$or', collation)
    return (document, match) => branches.some((branch) => branch(document, match))
  },
  $nor: (operand, collation) => {
    const branches = compileBranches(operand, '$nor', collation)
    return (document) => !branches.some((branch) => branch(document))
  },
  $expr: (operand, collation) => {
    const evaluate = compileExpression(operand, collation)
    return (document) => isTruthy(evaluateFor(document, evaluate))
  },
  $comment: () => () => true,
}

function everyOf(matchers: Matcher[]): Matcher {
  const [first] = matchers
  if (first && matchers.length === 1) return first
  return (document, match) => matchers.every((matches) => matches(document, match))
}

function compileEntry([name, condition]: [string, unknown], collation: Collation | undefined): Matcher {
  if (name.startsWith('$')) {
    const compile = Object.hasOwn(logicalOperators, name) ? logicalOperators[name] : undefined
    if (compile) return compile(condition, collation)
    if (topLevelQueryOperatorsOfMongoDB.has(name)) throw unsupported(`the query operator '${name}'`)
    throw new CommandError('BadValue', `unknown top level operator: ${name}`)
  }
  const path = splitPath(name)
  const test = compileCondition(condition, collation)
  return (document, match) => test.atPath(document, path, match)
}

/**
 * Compiles a query filter; strings compare by the collation where one is given.
 * @throws `BadValue` naming the operator that is unknown or misused, `NotImplemented` for one that only MongoDB has.
 */
export function compileFilter(filter: Document, collation?: Collation): Matcher {
  return everyOf(fieldsOf(filter).map((entry) => compileEntry(entry, collation)))
}

const wholeElement = ['']

/** The elements `$pull` removes: a document is a filter on elements that are documents, operators test any element. */
export function compileElementFilter(
  condition: unknown,
  collation: Collation | undefined,
): (element: unknown) => boolean {
  if (isDocument(condition) && !isOperators(condition)) {
    const matches = compileFilter(condition, collation)
    return (element) => isDocument(element) && matches(element)
  }
  if (!isDocument(condition) && !(condition instanceof BSONRegExp)) {
    return elementTest(compileImplicit(condition, collation))
  }
  // Conditions enter an element that is an array, as they enter a field.
  const test = compileCondition(condition, collation)
  return (element) => test.atPath({ '': element }, wholeElement)
}

/** The fields that a filter names outside of `$nor`, by the first component of their paths. */
export function fieldsInFilter(filter: Document): string[] {
  return fieldsOf(filter).flatMap(([name, condition]) => {
    if (!name.startsWith('$')) return [splitPath(name)[0] ?? '']
    return Array.isArray(condition) ? condition.filter(isDocument).flatMap(fieldsInFilter) : []
  })
}
