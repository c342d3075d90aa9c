import { CommandError } from '../errors'
import type { Collation } from '../values/collation'
import { type BsonNumber, type Document, isNullish, isNumber, typeNameOf } from '../values/value'

/** A compiled aggregation expression over the document at hand; `undefined` is a missing value. */
export type Evaluate = (root: Document) => unknown

export interface CompileContext {
  compile: (expression: unknown) => Evaluate
  collation: Collation | undefined
}

export type CompileOperator = (operand: unknown, context: CompileContext) => Evaluate
export type OperatorTable = Record<string, CompileOperator>

interface Arity {
  least: number
  most: number
}

type Apply = (values: unknown[], context: CompileContext) => unknown

function compileArguments(
  operator: string,
  operand: unknown,
  arity: Arity,
  context: CompileContext,
): Evaluate[] {
  const expressions: unknown[] = Array.isArray(operand) ? operand : [operand]
  if (expressions.length < arity.least || expressions.length > arity.most) {
    const count = arity.least === arity.most ? `exactly ${arity.least}` : `at least ${arity.least}`
    throw new CommandError(
      'Location16020',
      `Expression ${operator} takes ${count} arguments. ${expressions.length} were passed in.`,
    )
  }
  return expressions.map(context.compile)
}

/** An operator over evaluated arguments. */
export function overArguments(operator: string, arity: Arity, apply: Apply): CompileOperator {
  return (operand, context) => {
    const parts = compileArguments(operator, operand, arity, context)
    return (root) =>
      apply(
        parts.map((part) => part(root)),
        context,
      )
  }
}

/** An operator over evaluated arguments that answers null when one of them is null or missing. */
export function overPresent(operator: string, arity: Arity, apply: Apply): CompileOperator {
  return overArguments(operator, arity, (values, context) =>
    values.some(isNullish) ? null : apply(values, context),
  )
}

export const unary = { least: 1, most: 1 }
export const binary = { least: 2, most: 2 }
export const variadic = { least: 0, most: Number.POSITIVE_INFINITY }

export function asNumber(value: unknown, operator: string): BsonNumber {
  if (isNumber(value)) return value
  throw new CommandError('TypeMismatch', `${operator} only supports numeric types, not ${typeNameOf(value)}`)
}
