import { compileExpression } from '../aggregate/compile-expression'
import { unsupported } from '../errors'
import { splitFieldPath } from '../values/document-path'
import { type Document, isDocument, isNumber } from '../values/value'

/** Fields by stored name, with those below them; `true` stands for the whole field. */
type Tree = Map<string, Tree | true>

export type TransformDocument = (document: Document) => Document

function treeOf(fields: readonly string[]): Tree {
  const root: Tree = new Map()
  for (const field of fields) {
    const path = splitFieldPath(field)
    let tree = root
    for (const [depth, name] of path.entries()) {
      const isEnd = depth === path.length - 1
      const child = tree.get(name)
      if (child === true || (child && isEnd))
        throw unsupported(`a projection of '${field}' and of a part of it`)
      const next: Tree = child ?? new Map()
      tree.set(name, isEnd ? true : next)
      tree = next
    }
  }
  return root
}

/** Below an included path, values that are neither documents nor arrays fall away. */
function includeValue(value: unknown, tree: Tree): unknown {
  if (isDocument(value)) return include(value, tree)
  if (!Array.isArray(value)) return undefined
  return value.map((element) => includeValue(element, tree)).filter((element) => element !== undefined)
}

function include(document: Document, tree: Tree): Document {
  const result: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const child = tree.get(name)
    const kept = child === true ? value : child && includeValue(value, child)
    if (kept !== undefined) result[name] = kept
  }
  return result
}

function excludeValue(value: unknown, tree: Tree): unknown {
  if (isDocument(value)) return exclude(value, tree)
  return Array.isArray(value) ? value.map((element) => excludeValue(element, tree)) : value
}

function exclude(document: Document, tree: Tree): Document {
  const result: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const child = tree.get(name)
    if (child !== true) result[name] = child ? excludeValue(value, child) : value
  }
  return result
}

/** Whether a field is to be included; undefined for what is no flag. */
function flagOf(value: unknown): boolean | undefined {
  return isNumber(value) ? value !== 0 : typeof value === 'boolean' ? value : undefined
}

/**
 * Compiles a projection that includes fields or excludes them.
 * @see https://www.mongodb.com/docs/manual/reference/method/db.collection.find/#projection
 */
export function compileProjection({ _id: id, ...named }: Document): TransformDocument {
  const fields = Object.entries(named)
  const flags = new Set(fields.map(([, value]) => flagOf(value)))
  if (flags.has(undefined) || (id !== undefined && flagOf(id) === undefined))
    throw unsupported('a projection by anything but 1 or 0')
  if (flags.size > 1) throw unsupported('a projection that includes fields and excludes others')
  const names = fields.map(([field]) => field)
  if (flags.has(true) || (flags.size === 0 && flagOf(id))) {
    const tree = treeOf(flagOf(id) === false ? names : ['_id', ...names])
    return (document) => include(document, tree)
  }
  const tree = treeOf(flagOf(id) === false ? ['_id', ...names] : names)
  return (document) => exclude(document, tree)
}

/** Compiles `$addFields` / `$set`: every field is computed from the document as it came in. */
export function compileAddFields(specification: Document): TransformDocument {
  const computed = Object.entries(specification).map(([field, value]) => {
    if (splitFieldPath(field).length > 1) throw unsupported(`the computed field '${field}'`)
    return { field, evaluate: compileExpression(value) }
  })
  return (document) => {
    const result = { ...document }
    for (const { field, evaluate } of computed) {
      const value = evaluate(document)
      if (value === undefined) delete result[field]
      else result[field] = value
    }
    return result
  }
}

/** Compiles `$unset`: a field name or a list of them. */
export function compileUnset(specification: unknown): TransformDocument {
  const fields: unknown[] = Array.isArray(specification) ? specification : [specification]
  if (!fields.every((field) => typeof field === 'string')) throw unsupported('$unset of anything but names')
  const tree = treeOf(fields)
  return (document) => exclude(document, tree)
}
