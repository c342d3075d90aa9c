import { CommandError, unsupported } from '../errors'
import { compileExpression } from '../expressions/compile-expression'
import type { Path } from '../values/document-path'
import { type Document, isDocument, setField } from '../values/value'
import {
  applyComputed,
  type ComputedField,
  isExpressionObject,
  splitFieldName,
  type TransformDocument,
} from './compile-add-fields'

/** Which fields a projection names: true ends a path, a map goes on below it. */
type FieldTree = Map<string, FieldTree | true>

interface Parsed {
  included: Path[]
  excluded: Path[]
  computed: ComputedField[]
}

const findOnlyOperators = ['$slice', '$elemMatch', '$meta']

function refuseFindOperators(value: Document): void {
  const operator = Object.keys(value)[0] ?? ''
  if (
    findOnlyOperators.includes(operator) &&
    !(operator === '$slice' && isAggregationSlice(value['$slice']))
  ) {
    throw unsupported(`${operator} in a projection`)
  }
}

function isAggregationSlice(operand: unknown): boolean {
  return Array.isArray(operand) && typeof operand[0] !== 'number'
}

function parse(specification: Document, prefix: Path, into: Parsed): void {
  for (const [field, value] of Object.entries(specification)) {
    if (field.endsWith('.$')) throw unsupported(`the positional projection '${field}'`)
    const path = [...prefix, ...splitFieldName(field)]
    if (typeof value === 'number' || typeof value === 'boolean')
      (value ? into.included : into.excluded).push(path)
    else if (isDocument(value) && !isExpressionObject(value)) parseNested(value, path, into)
    else {
      if (isDocument(value)) refuseFindOperators(value)
      into.computed.push({ path, evaluate: compileExpression(value) })
    }
  }
}

function parseNested(value: Document, path: Path, into: Parsed): void {
  if (Object.keys(value).length === 0)
    throw new CommandError('FailedToParse', 'an empty object is not a valid value')
  parse(value, path, into)
}

function buildTree(paths: Path[]): FieldTree {
  const root: FieldTree = new Map()
  for (const path of paths) {
    let node = root
    for (const [depth, name] of path.entries()) {
      const child = node.get(name)
      const isLast = depth === path.length - 1
      if (child === true || (isLast && child)) {
        throw new CommandError('FailedToParse', `Path collision at ${path.join('.')}`)
      }
      const next: FieldTree = child ?? new Map()
      node.set(name, isLast ? true : next)
      node = next
    }
  }
  return root
}

/** Lets the documents and arrays above a computed field keep their shape, without any of their own fields. */
function addParents(root: FieldTree, path: Path): void {
  let node = root
  for (const name of path.slice(0, -1)) {
    const child = node.get(name)
    if (child === true) return
    const next: FieldTree = child ?? new Map()
    node.set(name, next)
    node = next
  }
}

function includeDocument(document: Document, tree: FieldTree): Document {
  const result: Document = {}
  for (const name of Object.keys(document)) {
    const branch = tree.get(name)
    const value = branch instanceof Map ? includeValue(document[name], branch) : branch && document[name]
    if (value !== undefined) setField(result, name, value)
  }
  return result
}

/** Below an included path scalars fall away, also inside arrays. */
function includeValue(value: unknown, tree: FieldTree): unknown {
  if (isDocument(value)) return includeDocument(value, tree)
  if (!Array.isArray(value)) return undefined
  return value.map((element) => includeValue(element, tree)).filter((element) => element !== undefined)
}

function excludeDocument(document: Document, tree: FieldTree): Document {
  const result: Document = {}
  for (const name of Object.keys(document)) {
    const branch = tree.get(name)
    if (branch !== true)
      setField(result, name, branch ? excludeValue(document[name], branch) : document[name])
  }
  return result
}

function excludeValue(value: unknown, tree: FieldTree): unknown {
  if (isDocument(value)) return excludeDocument(value, tree)
  return Array.isArray(value) ? value.map((element) => excludeValue(element, tree)) : value
}

function isId(path: Path): boolean {
  return path.length === 1 && path[0] === '_id'
}

function compileInclusion(parsed: Parsed): TransformDocument {
  const exclusion = parsed.excluded.find((path) => !isId(path))
  if (exclusion) {
    throw new CommandError(
      'FailedToParse',
      `Cannot do exclusion on field ${exclusion.join('.')} in inclusion projection`,
    )
  }
  const computesId = parsed.computed.some(({ path }) => path[0] === '_id')
  const withoutId =
    parsed.excluded.length > 0 || computesId || parsed.included.some((path) => path[0] === '_id')
  const included = withoutId ? parsed.included : [['_id'], ...parsed.included]
  buildTree([...included, ...parsed.computed.map(({ path }) => path)])
  const tree = buildTree(included)
  for (const { path } of parsed.computed) addParents(tree, path)
  return (document) => applyComputed(includeDocument(document, tree), parsed.computed, document)
}

/**
 * Compiles a projection of `find` or `$project`: inclusion with computed fields, or exclusion.
 * Throws `FailedToParse` for mixtures and `BadValue` for operators that are not supported.
 */
export function compileProjection(specification: Document): TransformDocument {
  const parsed: Parsed = { included: [], excluded: [], computed: [] }
  parse(specification, [], parsed)
  const isInclusion = parsed.included.some((path) => !isId(path)) || parsed.computed.length > 0
  const isOnlyId = parsed.included.length > 0 && parsed.excluded.length === 0
  if (isInclusion || isOnlyId) return compileInclusion(parsed)
  if (parsed.excluded.length === 0) return (document) => document
  const tree = buildTree(parsed.excluded)
  return (document) => excludeDocument(document, tree)
}

/** Compiles `$unset`: a field name or a list of them. */
export function compileUnset(specification: unknown): TransformDocument {
  const fields: unknown[] = Array.isArray(specification) ? specification : [specification]
  if (fields.length === 0 || !fields.every((field) => typeof field === 'string')) {
    throw new CommandError('FailedToParse', '$unset specification must be a string or an array of strings')
  }
  const tree = buildTree(fields.map((field) => splitFieldName(field)))
  return (document) => excludeDocument(document, tree)
}
