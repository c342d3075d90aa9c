import { CommandError } from '../errors'
import { type Document, isNullish, typeNameOf } from '../values/value'

/** What an expression may refer to: the document at hand and the variables in force, by name without `$$`. */
export interface Scope {
  root: Document
  variables: Record<string, unknown>
}

/** A compiled aggregation expression; `undefined` is a missing value. */
export type Evaluate = (scope: Scope) => unknown
export type Compile = (expression: unknown) => Evaluate
export type CompileOperator = (operand: unknown, compile: Compile) => Evaluate
export type OperatorTable = Record<string, CompileOperator>

interface Arity {
  least: number
  most: number
}

function compileArguments(operand: unknown, arity: Arity, compile: Compile): Evaluate[] {
  const expressions: unknown[] = Array.isArray(operand) ? operand : [operand]
  if (expressions.length < arity.least || expressions.length > arity.most) {
    const range = arity.least === arity.most ? `${arity.least}` : `${arity.least} to ${arity.most}`
    throw new CommandError('FailedToParse', `expression takes ${range} arguments, got ${expressions.length}`)
  }
  return expressions.map(compile)
}

/** An operator over evaluated arguments. */
export function overArguments(arity: Arity, apply: (values: unknown[]) => unknown): CompileOperator {
  return (operand, compile) => {
    const parts = compileArguments(operand, arity, compile)
    return (scope) => apply(parts.map((part) => part(scope)))
  }
}

/** An operator over evaluated arguments that answers null when one of them is null or missing. */
export function overPresent(arity: Arity, apply: (values: unknown[]) => unknown): CompileOperator {
  return overArguments(arity, (values) => (values.some(isNullish) ? null : apply(values)))
}

export const unary = { least: 1, most: 1 }
export const binary = { least: 2, most: 2 }
export const variadic = { least: 0, most: Number.POSITIVE_INFINITY }

export function asNumber(value: unknown, operator: string): number {
  if (typeof value === 'number') return value
  throw new CommandError('TypeMismatch', `${operator} only supports numeric types, not ${typeNameOf(value)}`)
}

export function asString(value: unknown, operator: string): string {
  if (typeof value === 'string') return value
  throw new CommandError('TypeMismatch', `${operator} only supports strings, not ${typeNameOf(value)}`)
}

export function asArray(value: unknown, operator: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new CommandError('TypeMismatch', `${operator} only supports arrays, not ${typeNameOf(value)}`)
}

export function asDate(value: unknown, operator: string): Date {
  if (value instanceof Date) return value
  throw new CommandError('TypeMismatch', `${operator} only supports dates, not ${typeNameOf(value)}`)
}
