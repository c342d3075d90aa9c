import { CommandError } from '../errors'
import { type Document, isDocument, isNullish } from '../values/value'
import { type Compile, type Evaluate, type OperatorTable, overArguments, unary, variadic } from './expression'
import { isTruthy } from './truth'

function requireFields(operand: unknown, operator: string, fields: string[]): Document {
  if (!isDocument(operand)) throw new CommandError('FailedToParse', `${operator} needs an object`)
  const unknown = Object.keys(operand).find((field) => !fields.includes(field))
  if (unknown !== undefined)
    throw new CommandError('FailedToParse', `${operator}: unknown argument '${unknown}'`)
  return operand
}

function compileCond(operand: unknown, compile: Compile): Evaluate {
  const parts = Array.isArray(operand)
    ? { if: operand[0], then: operand[1], else: operand[2] }
    : requireFields(operand, '$cond', ['if', 'then', 'else'])
  const isIncomplete = [parts.if, parts.then, parts.else].includes(undefined)
  if (isIncomplete || (Array.isArray(operand) && operand.length !== 3)) {
    throw new CommandError('FailedToParse', "$cond needs 'if', 'then' and 'else'")
  }
  const condition = compile(parts.if)
  const then = compile(parts.then)
  const otherwise = compile(parts.else)
  return (scope) => (isTruthy(condition(scope)) ? then(scope) : otherwise(scope))
}

function compileSwitch(operand: unknown, compile: Compile): Evaluate {
  const { branches, default: fallback } = requireFields(operand, '$switch', ['branches', 'default'])
  if (!Array.isArray(branches))
    throw new CommandError('FailedToParse', "$switch needs an array for 'branches'")
  const compiled = branches.map((branch: unknown) => {
    const parts = requireFields(branch, '$switch', ['case', 'then'])
    return { condition: compile(parts['case']), then: compile(parts['then']) }
  })
  const otherwise = fallback === undefined ? undefined : compile(fallback)
  return (scope) => {
    const taken = compiled.find((branch) => isTruthy(branch.condition(scope)))?.then ?? otherwise
    if (!taken)
      throw new CommandError('BadValue', '$switch could not find a matching branch and has no default')
    return taken(scope)
  }
}

function compileLet(operand: unknown, compile: Compile): Evaluate {
  const { vars, in: body } = requireFields(operand, '$let', ['vars', 'in'])
  if (!isDocument(vars)) throw new CommandError('FailedToParse', "$let needs an object for 'vars'")
  const bindings = Object.entries(vars).map(([name, expression]) => ({ name, evaluate: compile(expression) }))
  const inner = compile(body)
  return (scope) => {
    const bound = Object.fromEntries(bindings.map(({ name, evaluate }) => [name, evaluate(scope)]))
    return inner({ root: scope.root, variables: { ...scope.variables, ...bound } })
  }
}

export const conditionalOperators: OperatorTable = {
  $and: overArguments(variadic, (values) => values.every(isTruthy)),
  $cond: compileCond,
  $ifNull: overArguments({ least: 2, most: Number.POSITIVE_INFINITY }, (values) => {
    const present = values.find((value) => !isNullish(value))
    return present === undefined ? values.at(-1) : present
  }),
  $let: compileLet,
  $not: overArguments(unary, ([value]) => !isTruthy(value)),
  $or: overArguments(variadic, (values) => values.some(isTruthy)),
  $switch: compileSwitch,
}
