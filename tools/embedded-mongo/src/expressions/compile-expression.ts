import { CommandError, unsupported } from '../errors'
import { expressionsOfMongoDB } from '../mongodb-names'
import type { Collation } from '../values/collation'
import { type Path, splitFieldPath } from '../values/document-path'
import { type Document, fieldsOf, getField, isDocument, setField, typeNameOf } from '../values/value'
import { arithmeticOperators } from './arithmetic'
import { conditionalOperators } from './conditionals'
import { type CompileContext, type Evaluate, type OperatorTable, overArguments, unary } from './expression'

const operators: OperatorTable = {
  ...arithmeticOperators,
  ...conditionalOperators,
  $literal: (operand) => () => operand,
  $size: overArguments('$size', unary, ([list]) => {
    if (Array.isArray(list)) return list.length
    throw new CommandError(
      'Location17124',
      `The argument to $size must be an array, but was of type: ${typeNameOf(list)}`,
    )
  }),
}

export function isExpressionName(name: string): boolean {
  return Object.hasOwn(operators, name)
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
  if (expression === '$') {
    throw new CommandError('Location16872', "'$' by itself is not a valid FieldPath")
  }
  const path = splitFieldPath(expression.slice(1))
  const [name = ''] = path
  if (path.length === 1) return (root) => getField(root, name)
  return (root) => follow(root, path, 0)
}

function compileVariable(expression: string): Evaluate {
  const dot = expression.indexOf('.')
  const name = expression.slice(2, dot < 0 ? undefined : dot)
  const path = dot < 0 ? [] : splitFieldPath(expression.slice(dot + 1))
  if (name === '') throw new CommandError('Location16869', 'empty variable names are not allowed')
  if (name === 'ROOT' || name === 'CURRENT') return (root) => follow(root, path, 0)
  if (name === 'REMOVE') return () => undefined
  if (name === 'NOW') {
    const now = new Date()
    return () => (path.length === 0 ? now : undefined)
  }
  if (['CLUSTER_TIME', 'SEARCH_META', 'USER_ROLES', 'JS_SCOPE', 'IS_MR'].includes(name)) {
    throw unsupported(`the variable $$${name}`)
  }
  throw new CommandError('Location17276', `Use of undefined variable: ${name}`)
}

function compileString(expression: string): Evaluate {
  if (expression.startsWith('$$')) return compileVariable(expression)
  return expression.startsWith('$') ? compileFieldPath(expression) : () => expression
}

class Compiler implements CompileContext {
  constructor(readonly collation: Collation | undefined) {}

  readonly compile = (expression: unknown): Evaluate => {
    if (typeof expression === 'string') return compileString(expression)
    if (Array.isArray(expression)) return this.array(expression)
    return isDocument(expression) ? this.object(expression) : () => expression
  }

  private array(expression: unknown[]): Evaluate {
    const parts = expression.map(this.compile)
    return (root) => parts.map((part) => part(root) ?? null)
  }

  private operator(expression: Document, name: string): Evaluate {
    const fields = Object.keys(expression)
    if (fields.length !== 1) {
      throw new CommandError(
        'Location15983',
        `an object representing an expression must have exactly one field: { ${fields.join(', ')} }`,
      )
    }
    const compileOperator = Object.hasOwn(operators, name) ? operators[name] : undefined
    if (compileOperator) return compileOperator(expression[name], this)
    if (expressionsOfMongoDB.has(name)) throw unsupported(`the expression '${name}'`)
    throw new CommandError('InvalidPipelineOperator', `Unrecognized expression '${name}'`)
  }

  private object(expression: Document): Evaluate {
    const first = Object.keys(expression)[0] ?? ''
    if (first.startsWith('$')) return this.operator(expression, first)
    const parts = fieldsOf(expression).map(([name, part]) => {
      if (splitFieldPath(name).length > 1) {
        throw new CommandError(
          'Location16412',
          "FieldPath field names may not contain '.'. Consider using $getField or $setField.",
        )
      }
      return { name, evaluate: this.compile(part) }
    })
    return (root) => {
      const result: Document = {}
      for (const { name, evaluate } of parts) {
        const value = evaluate(root)
        if (value !== undefined) setField(result, name, value)
      }
      return result
    }
  }
}

/**
 * Compiles an aggregation expression; strings compare by the collation where one is given.
 * @throws `InvalidPipelineOperator` for an unknown operator, `NotImplemented` for one that only MongoDB has.
 */
export function compileExpression(expression: unknown, collation?: Collation): Evaluate {
  return new Compiler(collation).compile(expression)
}

export function evaluateFor(root: Document, evaluate: Evaluate): unknown {
  return evaluate(root)
}
