import { BSONRegExp } from 'bson'
import { unsupported } from '../errors'
import { compareValues, isSameValue } from '../values/compare-values'
import { type Path, someAtPath, splitPath } from '../values/document-path'
import { type Document, isDocument, isNullish, isNumber, isOperators, kindOf } from '../values/value'
import { keyOf } from '../values/value-key'
import { toRegExp } from './regex'

/** Whether a document passes a filter. */
export type Matcher = (document: Document) => boolean

type ValueTest = (value: unknown) => boolean

/** One condition of a filter, asked of a field of a document or of one element of an array. */
interface FieldTest {
  atPath(document: Document, path: Path): boolean
  atElement: ValueTest
}

/** Accepts the value at the path, or any element of it when it is an array. */
function testElements(test: ValueTest): FieldTest {
  return {
    atElement: test,
    atPath: (document, path) =>
      someAtPath(
        document,
        path,
        (value, isLeaf) => test(value) || (isLeaf && Array.isArray(value) && value.some(test)),
      ),
  }
}

/** Accepts the value at the path as it is, arrays included. */
function testWhole(test: ValueTest): FieldTest {
  return { atElement: test, atPath: (document, path) => someAtPath(document, path, test) }
}

function testNot({ atElement, atPath }: FieldTest): FieldTest {
  return {
    atElement: (value) => !atElement(value),
    atPath: (document, path) => !atPath(document, path),
  }
}

function equalTo(operand: unknown): ValueTest {
  return isNullish(operand) ? isNullish : (value) => isSameValue(value, operand)
}

/** Compares only within one type bracket, and never orders NaN, as MongoDB does. */
function ordered(accepts: (order: number) => boolean): CompileOperator {
  return (operand) => {
    const kind = kindOf(operand)
    if (kind === 'regex' || (kind === 'number' && Number.isNaN(operand as number)))
      throw unsupported('comparisons with NaN or a regular expression')
    if (kind === 'null') return testElements((value) => isNullish(value) && accepts(0))
    return testElements(
      (value) =>
        kindOf(value) === kind &&
        !(kind === 'number' && Number.isNaN(value as number)) &&
        accepts(compareValues(value, operand)),
    )
  }
}

function isIn(operand: unknown): FieldTest {
  if (!Array.isArray(operand) || operand.some((item) => isOperators(item) || item instanceof BSONRegExp))
    throw unsupported('$in of anything but a list of values')
  const keys = new Set(operand.map(keyOf))
  return testElements((value) => keys.has(keyOf(value ?? null)))
}

function matchesRegex(operand: BSONRegExp): FieldTest {
  const regex = toRegExp(operand)
  return testElements((value) =>
    typeof value === 'string' ? regex.test(value) : isSameValue(value, operand),
  )
}

function matchesElement(operand: unknown): FieldTest {
  if (!isDocument(operand)) throw unsupported('$elemMatch of anything but an object')
  const isOfDocuments = !isOperators(operand) || ['$and', '$or'].includes(Object.keys(operand)[0] ?? '')
  const accepts = !isOfDocuments
    ? compileOperators(operand).atElement
    : documentTest(compileFilter(operand), '$elemMatch')
  return testWhole((value) => Array.isArray(value) && value.some(accepts))
}

const documentTest =
  (matches: Matcher, operator: string): ValueTest =>
  (value) => {
    if (Array.isArray(value)) throw unsupported(`${operator} of a document with arrays in an array`)
    return isDocument(value) && matches(value)
  }

type CompileOperator = (operand: unknown, condition: Document) => FieldTest

const operators: Record<string, CompileOperator> = {
  $eq: (operand) => testElements(equalTo(operand)),
  $ne: (operand) => testNot(testElements(equalTo(operand))),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $in: isIn,
  $nin: (operand) => testNot(isIn(operand)),
  $not: (operand) => {
    if (!isOperators(operand)) throw unsupported('$not of anything but operators')
    return testNot(compileOperators(operand))
  },
  $exists: (operand) => {
    const exists = testWhole((value) => value !== undefined)
    return operand === false || operand === 0 ? testNot(exists) : exists
  },
  $regex: (operand, { $options = '' }) => {
    if (operand instanceof BSONRegExp && $options === '') return matchesRegex(operand)
    if (typeof operand !== 'string' || typeof $options !== 'string')
      throw unsupported('$regex of anything but a text and its options')
    return matchesRegex(new BSONRegExp(operand, $options))
  },
  $size: (operand) => {
    const size = isNumber(operand) ? operand : -1
    if (!(Number.isInteger(size) && size >= 0)) throw unsupported('$size of anything but a whole number')
    return testWhole((value) => Array.isArray(value) && value.length === size)
  },
  $elemMatch: matchesElement,
}

function compileOperators(condition: Document): FieldTest {
  if ('$options' in condition && !('$regex' in condition)) throw unsupported('$options without $regex')
  const tests = Object.entries(condition)
    .filter(([name]) => name !== '$options')
    .map(([name, operand]) => {
      const compile = Object.hasOwn(operators, name) ? operators[name] : undefined
      if (compile) return compile(operand, condition)
      throw unsupported(`the query operator '${name}'`)
    })
  return {
    atElement: (value) => tests.every((test) => test.atElement(value)),
    atPath: (document, path) => tests.every((test) => test.atPath(document, path)),
  }
}

/** A condition as it stands beside the field's name: operators, a regular expression to match, or a value to equal. */
function compileCondition(condition: unknown): FieldTest {
  if (isOperators(condition)) return compileOperators(condition)
  return condition instanceof BSONRegExp ? matchesRegex(condition) : testElements(equalTo(condition))
}

function compileBranches(operator: string, operand: unknown): Matcher[] {
  if (Array.isArray(operand) && operand.length > 0 && operand.every(isDocument))
    return operand.map(compileFilter)
  throw unsupported(`${operator} of anything but a list of conditions`)
}

function compileEntry([name, condition]: [string, unknown]): Matcher {
  if (name === '$and') return everyOf(compileBranches(name, condition))
  if (name === '$or') {
    const branches = compileBranches(name, condition)
    return (document) => branches.some((matches) => matches(document))
  }
  if (name.startsWith('$')) throw unsupported(`the query operator '${name}'`)
  const path = splitPath(name)
  const test = compileCondition(condition)
  return (document) => test.atPath(document, path)
}

const everyOf =
  (matchers: Matcher[]): Matcher =>
  (document) =>
    matchers.every((matches) => matches(document))

/** Compiles a query filter. Throws `NotImplemented` with the name of what it does not support. */
export function compileFilter(filter: Document): Matcher {
  return everyOf(Object.entries(filter).map(compileEntry))
}

/** The elements `$pull` removes: a document is a filter on elements that are documents, operators test any element. */
export function compileElementFilter(condition: unknown): ValueTest {
  if (isDocument(condition) && !isOperators(condition)) return documentTest(compileFilter(condition), '$pull')
  const test = compileCondition(condition)
  // Operators enter an element that is an array, as they enter a field; a value is compared with the whole element.
  return isOperators(condition) ? (element) => test.atPath({ '': element }, ['']) : test.atElement
}
