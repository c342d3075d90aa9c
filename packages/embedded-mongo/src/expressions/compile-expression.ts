import { CommandError } from '../errors'
import { type Path, splitPath } from '../values/document-path'
import { type Document, getField, isDocument, setField } from '../values/value'
import { arithmeticOperators } from './arithmetic'
import { arrayOperators } from './arrays'
import { conditionalOperators } from './conditionals'
import { dateOperators } from './dates'
import type { Evaluate, OperatorTable } from './expression'
import { objectOperators } from './objects'
import { stringOperators } from './strings'
import { typeOperators } from './types'

const operators: OperatorTable = {
  ...arithmeticOperators,
  ...arrayOperators,
  ...conditionalOperators,
  ...dateOperators,
  ...objectOperators,
  ...stringOperators,
  ...typeOperators,
  $literal: (operand) => () => operand,
}

/** Follows names through documents; an array answers with the values found in its documents. */
function follow(value: unknown, path: Path, depth: number): unknown {
  if (depth === path.length) return value
  if (isDocument(value)) return follow(getField(value, path[depth] ?? ''), path, depth + 1)
  if (!Array.isArray(value)) return undefined
  return value
    .filter(isDocument)
    .map((element) => follow(element, path, depth))
    .filter((found) => found !== undefined)
}

function compileFieldPath(expression: string): Evaluate {
  const path = splitPath(expression.slice(1))
  if (path.some((name) => name === '' || name.startsWith('$'))) {
    throw new CommandError('FailedToParse', `'${expression}' is not a valid field path`)
  }
  return (scope) => follow(scope.root, path, 0)
}

function compileVariable(expression: string): Evaluate {
  const [name = '', ...path] = splitPath(expression.slice(2))
  if (name === 'ROOT' || name === 'CURRENT') return (scope) => follow(scope.root, path, 0)
  if (name === 'REMOVE') return () => undefined
  if (name === 'NOW') {
    const now = new Date()
    return () => now
  }
  if (!/^[a-z]/.test(name))
    throw new CommandError('BadValue', `embedded-mongo does not support the variable $$${name}`)
  return (scope) => {
    if (!Object.hasOwn(scope.variables, name)) {
      throw new CommandError('FailedToParse', `Use of undefined variable: ${name}`)
    }
    return follow(scope.variables[name], path, 0)
  }
}

function compileString(expression: string): Evaluate {
  if (expression.startsWith('$$')) return compileVariable(expression)
  return expression.startsWith('$') ? compileFieldPath(expression) : () => expression
}

function compileArray(expression: unknown[]): Evaluate {
  const parts = expression.map(compileExpression)
  return (scope) => parts.map((part) => part(scope) ?? null)
}

function compileOperator(expression: Document, name: string): Evaluate {
  const compile = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (!compile) throw new CommandError('InvalidPipelineOperator', `Unrecognized expression '${name}'`)
  if (Object.keys(expression).length !== 1) {
    throw new CommandError(
      'FailedToParse',
      `an expression must have exactly one operator, found one beside ${name}`,
    )
  }
  return compile(expression[name], compileExpression)
}

function compileObject(expression: Document): Evaluate {
  const first = Object.keys(expression)[0] ?? ''
  if (first.startsWith('$')) return compileOperator(expression, first)
  const parts = Object.entries(expression).map(([name, part]) => ({
    name,
    evaluate: compileExpression(part),
  }))
  return (scope) => {
    const result: Document = {}
    for (const { name, evaluate } of parts) {
      const value = evaluate(scope)
      if (value !== undefined) setField(result, name, value)
    }
    return result
  }
}

/** Compiles an aggregation expression. Throws `InvalidPipelineOperator` naming an operator that is not supported. */
export function compileExpression(expression: unknown): Evaluate {
  if (typeof expression === 'string') return compileString(expression)
  if (Array.isArray(expression)) return compileArray(expression)
  return isDocument(expression) ? compileObject(expression) : () => expression
}

export function evaluateFor(root: Document, evaluate: Evaluate): unknown {
  return evaluate({ root, variables: {} })
}
