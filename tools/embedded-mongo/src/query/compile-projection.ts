import { CommandError, unsupported } from '../errors'
import { compileExpression, evaluateFor, isExpressionName } from '../expressions/compile-expression'
import type { Evaluate } from '../expressions/expression'
import { expressionsOfMongoDB } from '../mongodb-names'
import type { Collation } from '../values/collation'
import { type Path, splitFieldPath, splitPath } from '../values/document-path'
import {
  type Document,
  fieldsOf,
  getField,
  isDocument,
  isNumber,
  plainName,
  storedName,
  toNumber,
  typeNameOf,
} from '../values/value'
import { assertNoPathCollision, type TransformDocument } from './compile-add-fields'
import { compileCondition, fieldsInFilter } from './compile-filter'
import type { ArrayMatch, FieldTest } from './field-test'

interface Slice {
  skip: number | undefined
  limit: number
}

type Leaf =
  | { kind: 'included' | 'excluded' | 'positional' }
  | { kind: 'computed'; evaluate: Evaluate }
  | { kind: 'slice'; slice: Slice }
  | { kind: 'elemMatch'; test: FieldTest }

interface Node {
  path: Path
  leaf: Leaf
}

/** Leaves by stored name; a map goes on below it. */
type Tree = Map<string, Tree | Leaf>

interface ProjectionContext {
  collation: Collation | undefined
  /** The filter of a `find`, where operators are allowed that an aggregation does not have. */
  filter: Document | undefined
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || isNumber(value)
}

function isTrue(value: unknown): boolean {
  return isNumber(value) ? toNumber(value) !== 0 : value === true
}

function wholeNumberOf(value: unknown): number | undefined {
  return isNumber(value) ? Math.trunc(toNumber(value)) : undefined
}

/** What is no slice of a `find` MongoDB reads as the expression of the same name, whose errors these are. */
function parseSlice(operand: unknown): Slice {
  const single = wholeNumberOf(operand)
  if (single !== undefined) return { skip: undefined, limit: single }
  const parts: unknown[] = Array.isArray(operand) ? operand : [operand]
  if (parts.length < 2 || parts.length > 3) {
    throw new CommandError(
      'Location28667',
      `Invalid $slice syntax. Expression $slice takes at least 2 arguments, and at most 3, but ${parts.length} were passed in.`,
    )
  }
  const [skip, limit] = parts.map(wholeNumberOf)
  if (skip === undefined) throw unsupported('the expression $slice in a projection')
  if (limit === undefined || limit <= 0 || parts.length === 3) {
    throw new CommandError(
      'Location28724',
      `Invalid $slice syntax. First argument to $slice must be an array, but is of type: ${typeNameOf(parts[0])}`,
    )
  }
  return { skip, limit }
}

/** Reads a projection node by node, in the order of the checks of MongoDB's parser. */
class Parser {
  readonly nodes: Node[] = []
  kind: 'inclusion' | 'exclusion' | undefined
  isIdIncluded = false
  isIdExcluded = false
  namesId = false
  private hasPositional = false
  private hasElemMatch = false
  hasSlice = false

  constructor(private readonly context: ProjectionContext) {}

  parse(specification: Document): void {
    for (const [field, value] of fieldsOf(specification)) {
      this.namesId ||= field === '_id' || field.startsWith('_id.')
      this.element(field, value, [])
    }
    this.kind ??= this.defaultKind()
  }

  private defaultKind(): 'inclusion' | 'exclusion' {
    if (this.hasSlice) return this.isIdIncluded ? 'inclusion' : 'exclusion'
    return this.hasElemMatch || this.isIdIncluded ? 'inclusion' : 'exclusion'
  }

  private element(field: string, value: unknown, parent: Path): void {
    const isPositional = field === '$' || field.includes('.$.') || field.endsWith('.$')
    if (isPositional && !this.context.filter) {
      throw new CommandError('Location31324', 'Cannot use positional projection in aggregation projection')
    }
    if (isDocument(value)) this.subObject(field, value, { parent, isPositional })
    else if (!isFlag(value)) this.literal(field, value, { parent, isPositional })
    else if (!isTrue(value)) this.exclude(field, parent)
    else if (isPositional) this.positional(field, parent)
    else this.include(field, parent)
  }

  private add(path: Path, leaf: Leaf): void {
    assertNoPathCollision([...this.nodes.map((node) => node.path), path])
    this.nodes.push({ path, leaf })
  }

  private include(field: string, parent: Path): void {
    this.add([...parent, ...splitFieldPath(field)], { kind: 'included' })
    if (field === '_id' && parent.length === 0) this.isIdIncluded = true
    else this.mustInclude('Location31253', `Cannot do inclusion on field ${field} in exclusion projection`)
  }

  private exclude(field: string, parent: Path): void {
    this.add([...parent, ...splitFieldPath(field)], { kind: 'excluded' })
    if (field === '_id' && parent.length === 0) {
      this.isIdExcluded = true
      return
    }
    if (this.kind === 'inclusion') {
      throw new CommandError('Location31254', `Cannot do exclusion on field ${field} in inclusion projection`)
    }
    this.kind = 'exclusion'
  }

  private mustInclude(codeName: `Location${number}`, message: string): void {
    if (this.kind === 'exclusion') throw new CommandError(codeName, message)
    this.kind = 'inclusion'
  }

  private positional(field: string, parent: Path): void {
    if (this.hasPositional) {
      throw new CommandError('Location31276', 'Cannot specify more than one positional projection per query.')
    }
    if (this.hasElemMatch) {
      throw new CommandError('Location31256', 'Cannot specify positional operator and $elemMatch.')
    }
    const [first = ''] = parent.length > 0 ? parent : splitPath(field)
    if (!fieldsInFilter(this.context.filter ?? {}).includes(first)) {
      throw new CommandError(
        'Location31277',
        `Positional projection '${field}' does not match the query document.`,
      )
    }
    if (field.endsWith('.$.')) throw new CommandError('Location31270', "Path cannot end with '.$.'")
    if (!field.endsWith('.$') || field.indexOf('.$') !== field.length - 2) {
      if (field.split('.').filter((name) => name === '$').length > 1) {
        throw new CommandError('Location31287', `Cannot use positional operator twice: ${field}`)
      }
      throw unsupported(`the positional operator inside of the path '${field}'`)
    }
    this.add([...parent, ...splitFieldPath(field.slice(0, -2))], { kind: 'positional' })
    this.hasPositional = true
    this.mustInclude('Location31253', `Cannot do inclusion on field ${field} in exclusion projection`)
  }

  private literal(field: string, value: unknown, at: { parent: Path; isPositional: boolean }): void {
    if (at.isPositional) {
      throw new CommandError('Location31308', 'positional projection cannot be used with a literal')
    }
    const evaluate = compileExpression(value, this.context.collation)
    this.add([...at.parent, ...splitFieldPath(field)], { kind: 'computed', evaluate })
    this.mustInclude('Location31310', `Cannot use an expression ${field} in an exclusion projection`)
  }

  private subObject(field: string, value: Document, at: { parent: Path; isPositional: boolean }): void {
    if (at.isPositional) {
      throw new CommandError(
        'Location31271',
        'positional projection cannot be used with an expression or sub object',
      )
    }
    const path = [...at.parent, ...splitFieldPath(field)]
    const names = Object.keys(value)
    if (names.length === 0) {
      throw new CommandError(
        'Location51270',
        `An empty sub-projection is not a valid value. Found empty object at path ${path.join('.')}`,
      )
    }
    const [operator = ''] = names
    if (names.length === 1 && operator.startsWith('$')) this.operator(path, value, operator)
    else for (const [name, inner] of fieldsOf(value)) this.element(name, inner, path)
  }

  private operator(path: Path, value: Document, operator: string): void {
    const operand = value[operator]
    if (operator === '$slice' && this.context.filter) {
      this.hasSlice = true
      this.add(path, { kind: 'slice', slice: parseSlice(operand) })
    } else if (operator === '$elemMatch') this.elemMatch(path, value)
    else if (operator === '$meta') throw unsupported('$meta in a projection')
    else this.expression(path, value, operator)
  }

  private expression(path: Path, value: Document, operator: string): void {
    if (!isExpressionName(operator) && !expressionsOfMongoDB.has(operator)) {
      throw new CommandError('Location31325', `Unknown expression ${operator}`)
    }
    this.mustInclude('Location31252', 'Cannot use expression other than $meta in exclusion projection')
    this.add(path, { kind: 'computed', evaluate: compileExpression(value, this.context.collation) })
  }

  private elemMatch(path: Path, condition: Document): void {
    if (!this.context.filter) {
      throw new CommandError('InvalidPipelineOperator', 'Cannot use $elemMatch in this context')
    }
    const operand = condition['$elemMatch']
    if (!isDocument(operand)) {
      throw new CommandError(
        'Location31274',
        `elemMatch: Invalid argument, object required, but got ${typeNameOf(operand)}`,
      )
    }
    if (this.hasPositional) {
      throw new CommandError('Location31255', 'Cannot specify positional operator and $elemMatch.')
    }
    if (path.length > 1) {
      throw new CommandError('Location31275', 'Cannot use $elemMatch projection on a nested field.')
    }
    this.hasElemMatch = true
    this.add(path, { kind: 'elemMatch', test: compileCondition(condition, this.context.collation) })
  }
}

function buildTree(nodes: readonly Node[]): Tree {
  const root: Tree = new Map()
  for (const { path, leaf } of nodes) {
    let tree = root
    for (const [depth, name] of path.entries()) {
      const child = tree.get(storedName(name))
      const next = child instanceof Map ? child : new Map<string, Tree | Leaf>()
      tree.set(storedName(name), depth === path.length - 1 ? leaf : next)
      tree = next
    }
  }
  return root
}

/** What a projection makes of one document. */
interface Target {
  root: Document
  match: ArrayMatch | undefined
}

function hasComputed(tree: Tree): boolean {
  return [...tree.values()].some((child) => (child instanceof Map ? hasComputed(child) : isComputed(child)))
}

function isComputed(leaf: Leaf): boolean {
  return leaf.kind === 'computed' || leaf.kind === 'elemMatch'
}

function sliceOf(value: unknown, { skip, limit }: Slice): unknown {
  if (!Array.isArray(value)) return value
  if (skip === undefined) return limit < 0 ? value.slice(limit) : value.slice(0, limit)
  const start = skip < 0 ? Math.max(0, value.length + skip) : skip
  return value.slice(start, start + limit)
}

function matchedElement(value: unknown, match: ArrayMatch | undefined): unknown {
  if (!Array.isArray(value)) return value
  if (match?.position === undefined) {
    throw new CommandError(
      'Location51246',
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    )
  }
  if (match.position >= value.length) {
    throw new CommandError(
      'Location51247',
      "Executor error during find command :: caused by :: positional operator '.$' element mismatch",
    )
  }
  return [value[match.position]]
}

/** A value that a leaf keeps, changed where the leaf says so. */
function keepValue(leaf: Leaf, value: unknown, { match }: Target): unknown {
  if (leaf.kind === 'slice') return sliceOf(value, leaf.slice)
  return leaf.kind === 'positional' ? matchedElement(value, match) : value
}

function computedValue(leaf: Leaf, { root }: Target, name: string): unknown {
  if (leaf.kind === 'computed') return evaluateFor(root, leaf.evaluate)
  if (leaf.kind !== 'elemMatch') return undefined
  const list = getField(root, name)
  const match: ArrayMatch = {}
  if (!Array.isArray(list) || !leaf.test.atPath({ '': list }, [''], match)) return undefined
  return match.position === undefined ? undefined : [list[match.position]]
}

/** Below an included path scalars fall away, unless something is computed there: that takes their place. */
function includeValue(value: unknown, tree: Tree, target: Target): unknown {
  if (isDocument(value)) return includeDocument(value, tree, target)
  if (Array.isArray(value)) {
    return value
      .map((element) => includeValue(element, tree, target))
      .filter((element) => element !== undefined)
  }
  return hasComputed(tree) ? includeDocument({}, tree, target) : undefined
}

function includeDocument(document: Document, tree: Tree, target: Target): Document {
  const result: Document = {}
  for (const stored of Object.keys(document)) {
    const child = tree.get(stored)
    if (child === undefined) continue
    const value = document[stored]
    if (child instanceof Map) {
      const inner = includeValue(value, child, target)
      if (inner !== undefined) result[stored] = inner
    } else if (child.kind !== 'excluded' && !isComputed(child))
      result[stored] = keepValue(child, value, target)
  }
  for (const [stored, child] of tree) {
    if (child instanceof Map) {
      if (!Object.hasOwn(document, stored) && hasComputed(child)) {
        result[stored] = includeDocument({}, child, target)
      }
    } else if (isComputed(child)) {
      const value = computedValue(child, target, plainName(stored))
      if (value !== undefined) result[stored] = value
    }
  }
  return result
}

function excludeValue(value: unknown, tree: Tree, target: Target): unknown {
  if (isDocument(value)) return excludeDocument(value, tree, target)
  return Array.isArray(value) ? value.map((element) => excludeValue(element, tree, target)) : value
}

function excludeDocument(document: Document, tree: Tree, target: Target): Document {
  const result: Document = {}
  for (const stored of Object.keys(document)) {
    const child = tree.get(stored)
    const value = document[stored]
    if (child instanceof Map) result[stored] = excludeValue(value, child, target)
    else if (child?.kind !== 'excluded') result[stored] = child ? keepValue(child, value, target) : value
  }
  return result
}

/** What a projection makes of a document and of where its filter found a match in an array. */
export type Project = (document: Document, match?: ArrayMatch) => Document

function compile(specification: Document, context: ProjectionContext): Project {
  if (Object.keys(specification).length === 0) return (document) => document
  const parser = new Parser(context)
  parser.parse(specification)
  const { nodes } = parser
  if (parser.kind === 'inclusion') {
    const idNode: Node = { path: ['_id'], leaf: { kind: 'included' } }
    const tree = buildTree(parser.namesId ? nodes : [idNode, ...nodes])
    return (document, match) => includeDocument(document, tree, { root: document, match })
  }
  if (nodes.some(({ leaf }) => leaf.kind === 'elemMatch')) {
    throw unsupported('$elemMatch beside an exclusion in a projection')
  }
  const tree = buildTree(nodes.filter(({ leaf }) => leaf.kind !== 'included'))
  return (document, match) => excludeDocument(document, tree, { root: document, match })
}

/**
 * Compiles the projection of a `find`, which may have the operators `$slice`, `$elemMatch` and, in paths, `$`.
 * @throws with MongoDB's codes for mixtures of inclusion and exclusion, colliding paths and misused operators.
 * @see https://www.mongodb.com/docs/manual/reference/method/db.collection.find/#projection
 */
export function compileFindProjection(
  specification: Document,
  filter: Document,
  collation?: Collation,
): Project {
  return compile(specification, { filter, collation })
}

/** Compiles `$project`. Throws like `compileFindProjection`. */
export function compileProjection(specification: Document, collation?: Collation): TransformDocument {
  return compile(specification, { filter: undefined, collation })
}

/** Compiles `$unset`: a field name or a list of them. */
export function compileUnset(specification: unknown): TransformDocument {
  if (typeof specification !== 'string' && !Array.isArray(specification)) {
    throw new CommandError('Location31002', '$unset specification must be a string or an array')
  }
  const fields: unknown[] = Array.isArray(specification) ? specification : [specification]
  if (fields.length === 0) {
    throw new CommandError(
      'Location31119',
      '$unset specification must be a string or an array with at least one field',
    )
  }
  const paths = fields.map((field) => {
    if (typeof field === 'string') return splitFieldPath(field)
    throw new CommandError(
      'Location31120',
      '$unset specification must be a string or an array containing only string values',
    )
  })
  assertNoPathCollision(paths)
  const tree = buildTree(paths.map((path) => ({ path, leaf: { kind: 'excluded' } })))
  return (document) => excludeDocument(document, tree, { root: document, match: undefined })
}
