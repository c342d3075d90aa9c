import { CommandError } from '../errors'
import { type Document, fieldNames, isDocument, isNullish, typeNameOf } from '../values/value'
import {
  type CompileContext,
  type Evaluate,
  type OperatorTable,
  overArguments,
  unary,
  variadic,
} from './expression'
import { isTruthy } from './truth'

const conditionParts = [
  ['if', 'Location17080'],
  ['then', 'Location17081'],
  ['else', 'Location17082'],
] as const

function conditionOf(operand: unknown): unknown[] {
  if (!isDocument(operand)) {
    const parts: unknown[] = Array.isArray(operand) ? operand : [operand]
    if (parts.length === 3) return parts
    throw new CommandError(
      'Location16020',
      `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`,
    )
  }
  const other = fieldNames(operand).find((name) => !['if', 'then', 'else'].includes(name))
  if (other !== undefined) {
    throw new CommandError('Location17083', `Unrecognized parameter to $cond: ${other}`)
  }
  return conditionParts.map(([name, codeName]) => {
    if (name in operand) return operand[name]
    throw new CommandError(codeName, `Missing '${name}' parameter to $cond`)
  })
}

function compileCond(operand: unknown, { compile }: CompileContext): Evaluate {
  const [condition, then, otherwise] = conditionOf(operand).map(compile)
  return (root) => (isTruthy(condition?.(root)) ? then?.(root) : otherwise?.(root))
}

function requireDocument(operand: unknown, codeName: `Location${number}`, what: string): Document {
  if (isDocument(operand)) return operand
  throw new CommandError(codeName, `${what} requires an object as an argument, found: ${typeNameOf(operand)}`)
}

function compileBranch(
  branch: unknown,
  { compile }: CompileContext,
): { condition: Evaluate; then: Evaluate } {
  const parts = requireDocument(branch, 'Location40062', 'a $switch branch')
  const other = fieldNames(parts).find((name) => name !== 'case' && name !== 'then')
  if (other !== undefined) {
    throw new CommandError('Location40063', `$switch found an unknown argument to a branch: ${other}`)
  }
  if (!('case' in parts)) {
    throw new CommandError('Location40064', "$switch requires each branch have a 'case' expression")
  }
  if (!('then' in parts)) {
    throw new CommandError('Location40065', "$switch requires each branch have a 'then' expression.")
  }
  return { condition: compile(parts['case']), then: compile(parts['then']) }
}

function compileSwitch(operand: unknown, context: CompileContext): Evaluate {
  const parts = requireDocument(operand, 'Location40060', '$switch')
  const other = fieldNames(parts).find((name) => name !== 'branches' && name !== 'default')
  if (other !== undefined) {
    throw new CommandError('Location40067', `$switch found an unknown argument: ${other}`)
  }
  const branches = parts['branches'] ?? []
  if (!Array.isArray(branches)) {
    throw new CommandError(
      'Location40061',
      `$switch expected an array for 'branches', found: ${typeNameOf(branches)}`,
    )
  }
  if (branches.length === 0) throw new CommandError('Location40068', '$switch requires at least one branch.')
  const compiled = branches.map((branch) => compileBranch(branch, context))
  const otherwise = 'default' in parts ? context.compile(parts['default']) : undefined
  return (root) => {
    const taken = compiled.find((branch) => isTruthy(branch.condition(root)))?.then ?? otherwise
    if (taken) return taken(root)
    throw new CommandError(
      'Location40066',
      '$switch could not find a matching branch for an input, and no default was specified.',
    )
  }
}

function compileIfNull(operand: unknown, { compile }: CompileContext): Evaluate {
  const parts: unknown[] = Array.isArray(operand) ? operand : [operand]
  if (parts.length < 2) {
    throw new CommandError('Location1257300', `$ifNull needs at least two arguments, had: ${parts.length}`)
  }
  const compiled = parts.map(compile)
  return (root) => {
    let value: unknown
    for (const part of compiled) {
      value = part(root)
      if (!isNullish(value)) break
    }
    return value
  }
}

export const conditionalOperators: OperatorTable = {
  $and: overArguments('$and', variadic, (values) => values.every(isTruthy)),
  $cond: compileCond,
  $ifNull: compileIfNull,
  $not: overArguments('$not', unary, ([value]) => !isTruthy(value)),
  $or: overArguments('$or', variadic, (values) => values.some(isTruthy)),
  $switch: compileSwitch,
}
