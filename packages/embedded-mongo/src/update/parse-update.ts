import { CommandError, unsupported } from '../errors'
import { type Path, splitPath } from '../values/document-path'
import { type Document, getField, isDocument, typeNameOf } from '../values/value'
import { arrayOperators } from './array-operators'
import { parsePipeline } from './parse-pipeline'
import type { ChangeValue, CompileModification, Modification } from './modification'
import { numberOperators } from './number-operators'

/** A parsed update: a new document, changes field by field, or a function from pipeline stages. */
export type Update =
  | { kind: 'replacement'; document: Document }
  | { kind: 'modifications'; modifications: Modification[] }
  | { kind: 'pipeline'; transform: (document: Document) => Document }

const operators: Record<string, CompileModification> = {
  ...numberOperators,
  ...arrayOperators,
  $set: (_field, operand) => () => operand,
  $setOnInsert: (_field, operand) => () => operand,
  $unset: () => () => undefined,
}

function checkPath(field: string): Path {
  if (field === '') throw new CommandError('EmptyFieldName', 'An empty update path is not valid.')
  if (field.includes('\0')) throw new CommandError('BadValue', 'An update path cannot contain a null byte')
  const path = splitPath(field)
  if (path.includes('')) {
    throw new CommandError(
      'EmptyFieldName',
      `The update path '${field}' contains an empty field name, which is not allowed.`,
    )
  }
  const dollar = path.find(
    (name, depth) => name.startsWith('$') && (depth === 0 || !/^\$(\[\w*\])?$/.test(name)),
  )
  if (dollar !== undefined) {
    throw new CommandError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${dollar}' in '${field}' is not valid for storage.`,
    )
  }
  return path
}

function valueToMove(document: Document, path: Path): unknown {
  let value: unknown = document
  for (const name of path) {
    if (Array.isArray(value)) {
      throw new CommandError('BadValue', `The source field cannot be an array element, '${path.join('.')}'`)
    }
    value = isDocument(value) ? getField(value, name) : undefined
  }
  return value
}

function compileRename(field: string, operand: unknown): Modification[] {
  if (typeof operand !== 'string') {
    throw new CommandError(
      'BadValue',
      `The 'to' field for $rename must be a string: ${field}: ${typeNameOf(operand)}`,
    )
  }
  const source = checkPath(field)
  if (`${field}.${operand}`.includes('$'))
    throw new CommandError('BadValue', `The source field for $rename may not be dynamic: ${field}`)
  // Both sides read the document as it was, so the order in which the two are applied does not matter.
  const move: ChangeValue = (current, { original }) => {
    const value = valueToMove(original, source)
    return value === undefined ? current : value
  }
  return [
    { path: checkPath(operand), operator: '$rename', change: move },
    { path: source, operator: '$rename', change: () => undefined },
  ]
}

function compileOperator(operator: string, fields: unknown): Modification[] {
  if (operator !== '$rename' && !Object.hasOwn(operators, operator)) {
    if (operator === '$bit') throw unsupported('$bit')
    throw new CommandError(
      'FailedToParse',
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    )
  }
  if (!isDocument(fields)) {
    throw new CommandError(
      'FailedToParse',
      `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead: ${operator}`,
    )
  }
  return Object.entries(fields).flatMap(([field, operand]) => {
    if (operator === '$rename') return compileRename(field, operand)
    const change = operators[operator]?.(field, operand)
    return change ? [{ path: checkPath(field), operator, change }] : []
  })
}

function assertNoConflicts(modifications: Modification[]): void {
  const ends = new Set<string>()
  const prefixes = new Set<string>()
  for (const { path } of modifications) {
    const names = path.map((_name, depth) => path.slice(0, depth + 1).join('.'))
    const whole = path.join('.')
    const at = names.find((name) => ends.has(name)) ?? (prefixes.has(whole) ? whole : undefined)
    if (at !== undefined) {
      throw new CommandError(
        'ConflictingUpdateOperators',
        `Updating the path '${whole}' would create a conflict at '${at}'`,
      )
    }
    ends.add(whole)
    for (const name of names) prefixes.add(name)
  }
}

function compareNames(left: string, right: string): number {
  const [a, b] = [Number(left), Number(right)]
  if (Number.isInteger(a) && Number.isInteger(b)) return a - b
  return left < right ? -1 : Number(left > right)
}

/** MongoDB applies an update in the order of field names, which decides where new fields end up. */
function comparePaths(left: Modification, right: Modification): number {
  for (const [depth, name] of left.path.entries()) {
    const other = right.path[depth]
    if (other === undefined) return 1
    if (name !== other) return compareNames(name, other)
  }
  return -1
}

/**
 * Parses the update of an `update` or `findAndModify` command.
 * Throws `FailedToParse` for unknown operators and `ConflictingUpdateOperators` for overlapping paths.
 */
export function parseUpdate(update: unknown): Update {
  if (Array.isArray(update)) return { kind: 'pipeline', transform: parsePipeline(update) }
  if (!isDocument(update))
    throw new CommandError('FailedToParse', 'Update argument must be either an object or an array')
  const names = Object.keys(update)
  if (!names[0]?.startsWith('$')) {
    const dollar = names.find((name) => name.startsWith('$'))
    if (dollar === undefined) return { kind: 'replacement', document: update }
    throw new CommandError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${dollar}' is not allowed in the context of an update's replacement document.`,
    )
  }
  const modifications = names.flatMap((operator) => compileOperator(operator, update[operator]))
  assertNoConflicts(modifications)
  return { kind: 'modifications', modifications: modifications.sort(comparePaths) }
}
