import { CommandError } from '../errors'
import { isSameValue } from '../values/compare-values'
import { type Document, isDocument, isNullish } from '../values/value'
import { keyOf } from '../values/value-key'
import {
  asArray,
  asNumber,
  binary,
  type Compile,
  type Evaluate,
  type OperatorTable,
  overArguments,
  overPresent,
  type Scope,
  unary,
  variadic,
} from './expression'
import { isTruthy } from './truth'

function bind(scope: Scope, variables: Record<string, unknown>): Scope {
  return { root: scope.root, variables: { ...scope.variables, ...variables } }
}

function requireParts(operand: unknown, operator: string, fields: string[]): Document {
  if (!isDocument(operand)) throw new CommandError('FailedToParse', `${operator} needs an object`)
  const unknown = Object.keys(operand).find((field) => !fields.includes(field))
  if (unknown !== undefined)
    throw new CommandError('FailedToParse', `${operator}: unknown argument '${unknown}'`)
  if (operand['input'] === undefined) throw new CommandError('FailedToParse', `${operator} needs 'input'`)
  return operand
}

function compileFilterOperator(operand: unknown, compile: Compile): Evaluate {
  const parts = requireParts(operand, '$filter', ['input', 'cond', 'as'])
  const input = compile(parts['input'])
  const condition = compile(parts['cond'])
  const name = String(parts['as'] ?? 'this')
  return (scope) => {
    const list = input(scope)
    if (isNullish(list)) return null
    return asArray(list, '$filter').filter((item) => isTruthy(condition(bind(scope, { [name]: item }))))
  }
}

function compileMap(operand: unknown, compile: Compile): Evaluate {
  const parts = requireParts(operand, '$map', ['input', 'in', 'as'])
  const input = compile(parts['input'])
  const body = compile(parts['in'])
  const name = String(parts['as'] ?? 'this')
  return (scope) => {
    const list = input(scope)
    if (isNullish(list)) return null
    return asArray(list, '$map').map((item) => body(bind(scope, { [name]: item })) ?? null)
  }
}

function compileReduce(operand: unknown, compile: Compile): Evaluate {
  const parts = requireParts(operand, '$reduce', ['input', 'initialValue', 'in'])
  const input = compile(parts['input'])
  const initial = compile(parts['initialValue'])
  const body = compile(parts['in'])
  return (scope) => {
    const list = input(scope)
    if (isNullish(list)) return null
    return asArray(list, '$reduce').reduce(
      (value, item) => body(bind(scope, { value, this: item })),
      initial(scope),
    )
  }
}

function slice([list, ...bounds]: unknown[]): unknown {
  const array = asArray(list, '$slice')
  const [first = 0, second] = bounds.map((bound) => asNumber(bound, '$slice'))
  if (second === undefined) return first < 0 ? array.slice(first) : array.slice(0, first)
  if (second <= 0) throw new CommandError('BadValue', 'third argument to $slice must be positive')
  const start = first < 0 ? Math.max(0, array.length + first) : first
  return array.slice(start, start + second)
}

function unique(values: unknown[]): unknown[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}

function difference([left, right]: unknown[]): unknown {
  const excluded = new Set(asArray(right, '$setDifference').map(keyOf))
  return unique(asArray(left, '$setDifference')).filter((value) => !excluded.has(keyOf(value)))
}

function intersection(lists: unknown[]): unknown {
  const [first = [], ...others] = lists.map((list) => asArray(list, '$setIntersection'))
  const sets = others.map((list) => new Set(list.map(keyOf)))
  return unique(first).filter((value) => sets.every((set) => set.has(keyOf(value))))
}

export const arrayOperators: OperatorTable = {
  $arrayElemAt: overPresent(binary, ([list, index]) =>
    asArray(list, '$arrayElemAt').at(asNumber(index, '$arrayElemAt')),
  ),
  $concatArrays: overPresent(variadic, (lists) => lists.flatMap((list) => asArray(list, '$concatArrays'))),
  $filter: compileFilterOperator,
  $first: overPresent(unary, ([list]) => asArray(list, '$first').at(0)),
  $in: overArguments(binary, ([value, list]) =>
    asArray(list, '$in').some((item) => isSameValue(item, value)),
  ),
  $indexOfArray: overArguments(binary, ([list, value]) =>
    isNullish(list) ? null : asArray(list, '$indexOfArray').findIndex((item) => isSameValue(item, value)),
  ),
  $isArray: overArguments(unary, ([value]) => Array.isArray(value)),
  $last: overPresent(unary, ([list]) => asArray(list, '$last').at(-1)),
  $map: compileMap,
  $reduce: compileReduce,
  $reverseArray: overPresent(unary, ([list]) => asArray(list, '$reverseArray').toReversed()),
  $setDifference: overPresent(binary, difference),
  $setIntersection: overPresent(variadic, intersection),
  $setUnion: overPresent(variadic, (lists) => unique(lists.flatMap((list) => asArray(list, '$setUnion')))),
  $size: overArguments(unary, ([list]) => asArray(list, '$size').length),
  $slice: overPresent({ least: 2, most: 3 }, slice),
}
