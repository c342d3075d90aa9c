import { BSONRegExp } from 'bson'
import { CommandError } from '../errors'
import { compileExpression, evaluateFor } from '../expressions/compile-expression'
import { isTruthy } from '../expressions/truth'
import { splitPath } from '../values/document-path'
import { type Document, isDocument } from '../values/value'
import { comparisonOperators, compileImplicit, matchesRegex } from './comparisons'
import { type ArrayMatch, type FieldTest, testEvery, testNot, testWhole } from './field-test'
import { hasType } from './type-test'

/** Whether a document passes a filter; fills in `match` where an array element decided it. */
export type Matcher = (document: Document, match?: ArrayMatch) => boolean

type CompileOperator = (operand: unknown, siblings: Document) => FieldTest

const operators: Record<string, CompileOperator> = {
  ...comparisonOperators,
  $exists: (operand) => {
    const exists = testWhole((value) => value !== undefined)
    return operand === false || operand === 0 || operand === null ? testNot(exists) : exists
  },
  $type: hasType,
  $not: (operand) => {
    if (operand instanceof BSONRegExp) return testNot(matchesRegex(operand))
    if (!isDocument(operand)) throw new CommandError('BadValue', '$not needs a regex or a document')
    if (Object.keys(operand).length === 0) throw new CommandError('BadValue', '$not cannot be empty')
    return testNot(compileOperators(operand))
  },
  $regex: (operand, siblings) => matchesRegex(regexOf(operand, siblings)),
  $options: (_operand, siblings) => {
    if (!('$regex' in siblings)) throw new CommandError('BadValue', '$options needs a $regex')
    return testEvery([])
  },
  $size: (operand) => {
    if (!Number.isInteger(operand) || Number(operand) < 0) {
      throw new CommandError('BadValue', '$size must be a whole number of at least 0')
    }
    return testWhole((value) => Array.isArray(value) && value.length === operand)
  },
  $all: (operand) => {
    if (!Array.isArray(operand)) throw new CommandError('BadValue', '$all needs an array')
    if (operand.length === 0) return testWhole(() => false)
    return testEvery(
      operand.map((item) => (isOperators(item) ? compileAllItem(item) : compileImplicit(item))),
    )
  },
  $elemMatch: (operand) => {
    if (!isDocument(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object')
    return compileElemMatch(operand)
  },
}

function regexOf(operand: unknown, siblings: Document): BSONRegExp {
  const options = siblings['$options']
  if (options !== undefined && typeof options !== 'string') {
    throw new CommandError('BadValue', '$options has to be a string')
  }
  if (operand instanceof BSONRegExp) return new BSONRegExp(operand.pattern, options ?? operand.options)
  if (typeof operand !== 'string') throw new CommandError('BadValue', '$regex has to be a string')
  return new BSONRegExp(operand, options)
}

function compileAllItem(item: Document): FieldTest {
  if (Object.keys(item).join() !== '$elemMatch')
    throw new CommandError('BadValue', 'no $ expressions in $all')
  return compileOperators(item)
}

function compileElemMatch(operand: Document): FieldTest {
  const isValueForm = isOperators(operand) && !Object.hasOwn(logicalOperators, Object.keys(operand)[0] ?? '')
  const accepts = isValueForm ? elementTest(compileOperators(operand)) : documentTest(compileFilter(operand))
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

function documentTest(matches: Matcher): (value: unknown) => boolean {
  return (value) => isDocument(value) && matches(value)
}

function isOperators(condition: unknown): condition is Document {
  return isDocument(condition) && (Object.keys(condition)[0] ?? '').startsWith('$')
}

function compileOperators(condition: Document): FieldTest {
  const tests = Object.entries(condition).map(([name, operand]) => {
    const compile = Object.hasOwn(operators, name) ? operators[name] : undefined
    if (!compile) throw new CommandError('BadValue', `unknown operator: ${name}`)
    return compile(operand, condition)
  })
  return tests[0] && tests.length === 1 ? tests[0] : testEvery(tests)
}

/** A condition on one field, as it stands beside the field's name in a filter. */
export function compileCondition(condition: unknown): FieldTest {
  return isOperators(condition) ? compileOperators(condition) : compileImplicit(condition)
}

function compileBranches(operand: unknown, operator: string): Matcher[] {
  if (!Array.isArray(operand) || operand.length === 0 || !operand.every(isDocument)) {
    throw new CommandError('BadValue', `${operator} must be a nonempty array of documents`)
  }
  return operand.map((branch) => compileFilter(branch))
}

const logicalOperators: Record<string, (operand: unknown) => Matcher> = {
  $and: (operand) => everyOf(compileBranches(operand, '$and')),
  $or: (operand) => {
    const branches = compileBranches(operand, '$or')
    return (document, match) => branches.some((branch) => branch(document, match))
  },
  $nor: (operand) => {
    const branches = compileBranches(operand, '$nor')
    return (document) => !branches.some((branch) => branch(document))
  },
  $expr: (operand) => {
    const evaluate = compileExpression(operand)
    return (document) => isTruthy(evaluateFor(document, evaluate))
  },
  $comment: () => () => true,
}

function everyOf(matchers: Matcher[]): Matcher {
  return (document, match) => matchers.every((matches) => matches(document, match))
}

function compileEntry([name, condition]: [string, unknown]): Matcher {
  if (name.startsWith('$')) {
    const compile = Object.hasOwn(logicalOperators, name) ? logicalOperators[name] : undefined
    if (!compile) throw new CommandError('BadValue', `unknown top level operator: ${name}`)
    return compile(condition)
  }
  const path = splitPath(name)
  const test = compileCondition(condition)
  return (document, match) => test.atPath(document, path, match)
}

/** Compiles a query filter. Throws `BadValue` naming the operator that is unknown or misused. */
export function compileFilter(filter: Document): Matcher {
  return everyOf(Object.entries(filter).map(compileEntry))
}

/** The elements `$pull` removes: a document is a filter on elements that are documents, operators test any element. */
export function compileElementFilter(condition: unknown): (element: unknown) => boolean {
  if (!isDocument(condition)) return elementTest(compileImplicit(condition))
  if (!isOperators(condition)) return documentTest(compileFilter(condition))
  return elementTest(compileOperators(condition))
}
