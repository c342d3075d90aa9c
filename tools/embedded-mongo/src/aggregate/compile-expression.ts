import { unsupported } from '../errors'
import { compareValues } from '../values/compare-values'
import { type Path, splitFieldPath } from '../values/document-path'
import { assertExact } from '../values/numbers'
import { type Document, getField, isDocument, isNullish, isNumber, kindOf } from '../values/value'

/** A compiled aggregation expression over the document at hand; `undefined` is a missing value. */
export type Evaluate = (root: Document) => unknown

/** The sum of the numbers among the values, with the rounding errors carried along, as MongoDB's own summation does. */
export function sumOf(values: unknown[]): number {
  const numbers = values.filter(isNumber)
  let sum = 0
  let lost = 0
  for (const value of numbers) {
    const next = sum + value
    const share = next - sum
    lost += sum - (next - share) + (value - share)
    sum = next
  }
  return assertExact(Number.isFinite(sum) ? sum + lost : sum, numbers)
}

/** The mean of the numbers among the values; null when there are none. */
export function averageOf(values: unknown[]): number | null {
  const numbers = values.filter(isNumber)
  return numbers.length === 0 ? null : sumOf(numbers) / numbers.length
}

/** The greatest value, null and missing left out; null when none is left. */
export function greatestOf(values: unknown[]): unknown {
  const present = values.filter((value) => !isNullish(value))
  return present.length === 0
    ? null
    : present.reduce((best, value) => (compareValues(value, best) > 0 ? value : best))
}

function addAll(values: unknown[]): unknown {
  if (values.some(isNullish)) return null
  const invalid = values.find((value) => !isNumber(value))
  if (invalid !== undefined) throw unsupported(`$add of a value of type ${kindOf(invalid)}`)
  return sumOf(values)
}

function sizeOf([list]: unknown[]): number {
  if (Array.isArray(list)) return list.length
  throw unsupported(`$size of a value of type ${kindOf(list)}`)
}

/** Operators over evaluated arguments, with how many they take. */
const operators: Record<string, { least: number; most: number; apply: (values: unknown[]) => unknown }> = {
  $add: { least: 1, most: Infinity, apply: addAll },
  $ifNull: {
    least: 2,
    most: Infinity,
    apply: (values) => values.find((value) => !isNullish(value)) ?? values.at(-1),
  },
  // With one argument it would be the greatest in a list.
  $max: { least: 2, most: Infinity, apply: greatestOf },
  $size: { least: 1, most: 1, apply: sizeOf },
}

function compileOperator(expression: Document, name: string): Evaluate {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (!operator) throw unsupported(`the expression '${name}'`)
  const operand = expression[name]
  const parts: unknown[] = Array.isArray(operand) ? operand : [operand]
  if (Object.keys(expression).length > 1 || parts.length < operator.least || parts.length > operator.most)
    throw unsupported(`the expression '${name}' with these arguments`)
  const compiled = parts.map(compileExpression)
  return (root) => operator.apply(compiled.map((evaluate) => evaluate(root)))
}

/** Follows names through documents; an array answers with the values found in its documents. */
function follow(value: unknown, path: Path, depth = 0): unknown {
  if (depth === path.length) return value
  if (isDocument(value)) return follow(getField(value, path[depth] ?? ''), path, depth + 1)
  if (!Array.isArray(value)) return undefined
  return value
    .filter(isDocument)
    .map((element) => follow(element, path, depth))
    .filter((member) => member !== undefined)
}

function compileObject(expression: Document): Evaluate {
  const [first = ''] = Object.keys(expression)
  if (first.startsWith('$')) return compileOperator(expression, first)
  const parts = Object.entries(expression).map(([name, part]) => {
    if (splitFieldPath(name).length > 1) throw unsupported(`the computed field '${name}'`)
    return { name, evaluate: compileExpression(part) }
  })
  return (root) => {
    const result: Document = {}
    for (const { name, evaluate } of parts) {
      const value = evaluate(root)
      if (value !== undefined) result[name] = value
    }
    return result
  }
}

/** Compiles an aggregation expression. Throws `NotImplemented` with the name of an operator that it does not support. */
export function compileExpression(expression: unknown): Evaluate {
  if (typeof expression === 'string' && expression.startsWith('$')) {
    if (expression.startsWith('$$')) throw unsupported(`the variable '${expression}'`)
    const path = splitFieldPath(expression.slice(1))
    return (root) => follow(root, path)
  }
  if (Array.isArray(expression)) throw unsupported('a list as an expression')
  return isDocument(expression) ? compileObject(expression) : () => expression
}
