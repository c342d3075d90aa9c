import { CommandError, unsupported } from '../errors'
import { updateOperatorsOfMongoDB } from '../mongodb-names'
import type { Collation } from '../values/collation'
import { isIndex, type Path, splitPath } from '../values/document-path'
import { type Document, fieldNames, fieldsOf, isDocument, typeNameOf } from '../values/value'
import { arrayOperators } from './array-operators'
import { compileArrayFilters, type ElementFilters } from './array-filters'
import { fieldOperators } from './field-operators'
import type { CompileModification, Modification } from './modification'
import { parsePipeline } from './parse-pipeline'
import { assertNoConflicts } from './path-conflicts'

/** A parsed update: a new document, changes field by field, or a function from pipeline stages. */
export type Update =
  | { kind: 'replacement'; document: Document }
  | { kind: 'modifications'; modifications: Modification[] }
  | { kind: 'pipeline'; transform: (document: Document) => Document }

const operators: Record<string, CompileModification> = { ...fieldOperators, ...arrayOperators }

const identifierPattern = /^\$\[([a-z][a-zA-Z0-9]*)?\]$/

function checkDynamicNames(field: string, path: Path): void {
  const dynamic = path.filter((name) => name === '$' || identifierPattern.test(name))
  if (dynamic[0] !== undefined && dynamic[0] === path[0]) {
    const what = path[0] === '$' ? "positional (i.e. '$')" : "array filter identifier (i.e. '$[<id>]')"
    throw new CommandError('BadValue', `Cannot have ${what} element in the first position in path '${field}'`)
  }
  if (dynamic.filter((name) => name === '$').length > 1) {
    throw new CommandError('BadValue', `Too many positional (i.e. '$') elements found in path '${field}'`)
  }
}

function checkPath(field: string): Path {
  if (field === '') throw new CommandError('EmptyFieldName', 'An empty update path is not valid.')
  const path = splitPath(field)
  if (path.includes('')) {
    throw new CommandError(
      'EmptyFieldName',
      `The update path '${field}' contains an empty field name, which is not allowed.`,
    )
  }
  checkDynamicNames(field, path)
  const dollar = path.find(
    (name) => name.startsWith('$') && name !== '$' && !identifierPattern.test(name) && !isIndex(name),
  )
  if (dollar !== undefined) {
    throw new CommandError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${dollar}' in '${field}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    )
  }
  return path
}

function compileOperator(
  operator: string,
  fields: unknown,
  collation: Collation | undefined,
): Modification[] {
  const compile = Object.hasOwn(operators, operator) ? operators[operator] : undefined
  if (!compile) {
    if (updateOperatorsOfMongoDB.has(operator)) throw unsupported(`the update operator '${operator}'`)
    throw new CommandError(
      'FailedToParse',
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    )
  }
  if (!isDocument(fields)) {
    throw new CommandError(
      'FailedToParse',
      `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ...}`,
    )
  }
  return fieldsOf(fields).map(([field, operand]) => {
    const path = checkPath(field)
    return { path, operator, change: compile(operand, { field, collation }) }
  })
}

function compareNames(left: string, right: string): number {
  if (isIndex(left) && isIndex(right)) return Number(left) - Number(right)
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

function parseOperators(update: Document, collation: Collation | undefined): Update {
  const modifications = fieldNames(update).flatMap((operator) =>
    compileOperator(operator, update[operator], collation),
  )
  assertNoConflicts(modifications.map(({ path }) => path))
  return { kind: 'modifications', modifications: modifications.sort(comparePaths) }
}

/**
 * Parses the update of an `update` or `findAndModify` command.
 * @throws `FailedToParse` for unknown operators, `ConflictingUpdateOperators` for overlapping paths, `NotImplemented`
 * for operators that only MongoDB has.
 * @see https://www.mongodb.com/docs/manual/reference/operator/update/
 */
export function parseUpdate(update: unknown, collation: Collation | undefined): Update {
  if (Array.isArray(update)) return { kind: 'pipeline', transform: parsePipeline(update, collation) }
  if (!isDocument(update))
    throw new CommandError('FailedToParse', 'Update argument must be either an object or an array')
  const names = fieldNames(update)
  if (names[0]?.startsWith('$')) return parseOperators(update, collation)
  const dollar = names.find((name) => name.startsWith('$'))
  if (dollar === undefined) return { kind: 'replacement', document: update }
  throw new CommandError(
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${dollar}' in '${dollar}' is not allowed in the context of an update's replacement document.`,
  )
}

function identifiersIn(update: Update): Set<string> {
  const modifications = update.kind === 'modifications' ? update.modifications : []
  const names = modifications.flatMap(({ path }) => path)
  return new Set(names.map((name) => identifierPattern.exec(name)?.[1]).filter((name) => name !== undefined))
}

/**
 * Compiles the array filters of an update.
 * @throws `FailedToParse` for a filter that the update does not use, `BadValue` for an identifier without a filter.
 */
export function parseArrayFilters(
  filters: Document[],
  update: Update,
  collation: Collation | undefined,
): ElementFilters {
  if (update.kind === 'pipeline' && filters.length > 0) {
    throw new CommandError('FailedToParse', 'arrayFilters may not be specified for pipeline-syle updates')
  }
  const compiled = compileArrayFilters(filters, collation)
  const used = identifiersIn(update)
  const missing = [...used].find((identifier) => !compiled.has(identifier))
  if (missing !== undefined) {
    throw new CommandError('BadValue', `No array filter found for identifier '${missing}'`)
  }
  const unused = [...compiled.keys()].find((identifier) => !used.has(identifier))
  if (unused === undefined) return compiled
  throw new CommandError(
    'FailedToParse',
    `The array filter for identifier '${unused}' was not used in the update`,
  )
}
